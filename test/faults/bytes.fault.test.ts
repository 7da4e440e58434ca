import { execFile } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Laid } from '../support/rig.js';
import { greenLeaf } from '../support/rule.js';
import { storyFiles } from '../support/story.js';
import { storyBranch } from './support/branch.js';
import type { WatchedRun } from './support/fault.js';
import { playFaults } from './support/play.js';
import { storyFault } from './support/story-fault.js';

const run = promisify(execFile);
const source = 'src/numbers.js';
const testFile = 'test/numbers.test.js';

/** Contents and names that git, editors and file systems like to change; names as bytes. */
const odd: readonly (readonly [name: Buffer, content: Buffer])[] = [
  [Buffer.from('odd/latin1-\xe9.txt', 'latin1'), Buffer.from('caf\xe9\r\n', 'latin1')],
  [Buffer.from('odd/line\rbreak.txt'), Buffer.from('one\r\ntwo\nthree\r')],
  [Buffer.from('odd/new\nline "quoted".txt'), Buffer.from('\uFEFFbom\r\n')],
  [Buffer.from('odd/e\u0301 decomposed.txt'), Buffer.from([0, 1, 0xff, 0xfe, 0x0d, 0x0a])],
  [Buffer.from('odd/-n --force'), Buffer.from('$Id$\n')],
  [Buffer.from('odd/utf16.txt'), Buffer.from('\uFEFFwide\n', 'utf16le')],
];
const attributes = '* text=auto eol=crlf ident\n*.txt working-tree-encoding=UTF-8\n';

async function layOdd(origin: string): Promise<Laid> {
  await mkdir(join(origin, 'odd'));
  const place = (name: Buffer): Buffer => Buffer.concat([Buffer.from(`${origin}/`), name]);
  for (const [name, content] of odd) await writeFile(place(name), content);
  // Bytes as they are first; what is to change them comes with the next commit.
  await run('git', ['-C', origin, '-c', 'core.autocrlf=false', 'add', '-A']);
  await run('git', ['-C', origin, 'commit', '-qm', 'odd bytes']);
  return { origin, file: join(origin, 'docs/issue.md') };
}

async function changedPaths({ told }: WatchedRun): Promise<string> {
  return (await told.git('diff', '--name-only', '-z', 'main', storyBranch)).split('\0').filter(Boolean).sort().join();
}

async function bytesAt({ told }: WatchedRun, path: string): Promise<Buffer> {
  const spec = `${storyBranch}:${path}`;
  const { stdout } = await run('git', ['-C', told.origin, 'cat-file', 'blob', spec], { encoding: 'buffer' });
  return stdout;
}

const expected = ['.tdd/docs--issue.md', source, testFile].join();
const windows =
  `\uFEFF${storyFiles[source].replace('  // more\n', '  n1: 1, // caf\u00e9 \u0000\n  // more\n')}`.replaceAll(
    '\n',
    '\r\n',
  );

playFaults('bytes and names', 'process', [
  storyFault({
    id: 'F60',
    title: 'files of the base with odd names, encodings and line ends: none of them is changed',
    expected: 'done',
    // Node 20's own search for tests ends at a name that is no UTF-8.
    story: { lay: layOdd, options: { testCommand: 'node --test test/' } },
    says: [/^GREEN: PASS/],
    holds: async (watched) => ({
      'only the step’s files differ': (await changedPaths(watched)) === expected,
      'a CRLF file of no encoding stands as it was': (await bytesAt(watched, 'odd/line\rbreak.txt')).equals(
        odd[1]?.[1] ?? Buffer.alloc(0),
      ),
    }),
  }),
  storyFault({
    id: 'F60 (leaf)',
    title: 'a leaf writes BOM, CRLF and a NUL under attributes that would convert them: committed byte for byte',
    expected: 'done',
    story: { files: { '.gitattributes': attributes }, leaves: [greenLeaf(1, { write: source, text: windows })] },
    says: [/^GREEN: PASS/],
    holds: async (watched) => ({
      'the bytes stand as the leaf wrote them': (await bytesAt(watched, source)).equals(Buffer.from(windows)),
      'and the checkout still has its own':
        (await readFile(join(watched.told.origin, source), 'utf8')) === storyFiles[source],
    }),
  }),
  storyFault({
    id: 'F60 (names)',
    title:
      'a plan with names that differ from others in case or composition only: refused by name, before anything is written',
    expected: 'plan-invalid',
    story: {
      files: { 'src/caf\u00e9.js': 'export {};\n' },
      planFiles: [source, testFile, 'src/Numbers.js', 'src/cafe\u0301.js'],
    },
    says: [
      /^sent back .*src\/Numbers\.js" differs from the existing "src\/numbers\.js" only in case/,
      /^sent back .*cafe\u0301\.js" differs from the existing/,
      /^bailed: plan-invalid/,
    ],
    never: [/^develop-/],
  }),
]);
