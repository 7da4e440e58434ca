import { expect, test } from '@jest/globals';
import { newerBase } from '../../src/activities/origin-checks.js';

const base = { ref: 'main', sha: 'a'.repeat(40) };

/** @param inBranch what the branch holds */
function origin(main: string | null, inBranch: readonly string[]) {
  return {
    resolveInOrigin: () => Promise.resolve(main),
    isAncestor: (commit: string) => Promise.resolve(inBranch.includes(commit)),
  };
}

test('R-004-24: a run that keeps its base says that the base’s ref has moved on, and what is not in the branch', async () => {
  const newer = 'b'.repeat(40);
  expect(await newerBase(origin(newer, [base.sha]), base, 'c'.repeat(40))).toEqual([
    'main is at bbbbbbbbbb by now; the branch goes on from aaaaaaaaaa and has nothing newer of it. To take that in, merge it into the branch',
  ]);
});

test.each<[string, string | null, string | null, readonly string[]]>([
  ['there is no branch yet', 'b'.repeat(40), null, []],
  ['the ref is gone', null, 'c'.repeat(40), []],
  ['the ref is where it was', base.sha, 'c'.repeat(40), [base.sha]],
  ['what is new was merged', 'b'.repeat(40), 'c'.repeat(40), [base.sha, 'b'.repeat(40)]],
])('nothing is said when %s', async (_case, main, tip, inBranch) => {
  expect(await newerBase(origin(main, inBranch), base, tip)).toEqual([]);
});
