import { expect, test } from '@jest/globals';
import { folderListing, type LaidFile, type TreeFile } from '../../../src/domain/leaf/manifest-list.js';

const laid = (path: string, sha256: string | null = null): LaidFile => ({ path, mode: '100644', bytes: 3, sha256 });
const inTree = (path: string): TreeFile => ({ path, mode: '100644', id: 'b'.repeat(40) });

test('T12: a file that no tree names stands with its own hash; one that was not read says so', () => {
  const { text, ...counts } = folderListing([laid('a'), laid('own', 'f'.repeat(64)), laid('large')], [inTree('a')]);
  expect(text).toBe(
    `100644 3 blob:${'b'.repeat(40)} a\n100644 3 not-read large\n100644 3 sha256:${'f'.repeat(64)} own\n`,
  );
  expect(counts).toEqual({ files: 3, bytes: 9, withheld: 0, isWhole: true });
});

test('T12: a name can not look like another line', () => {
  const { text } = folderListing([laid('a\nwithheld - blob:x y')], []);
  expect(text).toBe('100644 3 not-read "a\\nwithheld - blob:x y"\n');
});

test('F27: a list of a huge tree holds only what differs from it', () => {
  const many = Array.from({ length: 20_001 }, (_, index) => `f${index}`);
  const { text, isWhole, files, withheld } = folderListing(
    [...many.map((path) => laid(path)), laid('own', 'f'.repeat(64))],
    [...many, 'AGENTS.md'].map(inTree),
  );
  expect({ isWhole, files, withheld }).toEqual({ isWhole: false, files: 20_002, withheld: 1 });
  expect(text.split('\n')).toEqual([
    `withheld - blob:${'b'.repeat(40)} AGENTS.md`,
    `100644 3 sha256:${'f'.repeat(64)} own`,
    '',
  ]);
});
