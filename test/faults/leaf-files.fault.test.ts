import { greenLeaf, redLeaf } from '../support/rule.js';
import { greenDo, redDo } from '../support/story.js';
import { storyBranch } from './support/branch.js';
import type { WatchedRun } from './support/fault.js';
import { playFaults } from './support/play.js';
import { storyFault } from './support/story-fault.js';

const red = redDo(1) ?? [];
const green = greenDo(1) ?? [];
const source = 'src/numbers.js';
const testFile = 'test/numbers.test.js';
const ci = '.github/workflows/ci.yml';
const ledger = '.tdd/docs--issue.md';

const usual = ['docs/issue.md', 'package.json', source, testFile, ledger];

async function holdsOnly({ told }: WatchedRun, files: readonly string[]): Promise<Record<string, boolean>> {
  const names = (await told.git('ls-tree', '-r', '--name-only', storyBranch)).split('\n');
  return {
    [`the branch holds ${files.join(', ')} and no more`]: [...names].sort().join() === [...files].sort().join(),
  };
}

playFaults('what a leaf does to files', 'process', [
  storyFault({
    id: 'F39',
    title: 'takes away all modes of files and folders: taken all the same, and the work folder is gone afterwards',
    expected: 'done',
    story: {
      leaves: [
        redLeaf(
          1,
          ...red,
          { write: 'deep/er/x', text: '' },
          { chmod: 'deep/er', mode: '000' },
          { chmod: 'deep', mode: '555' },
        ),
        greenLeaf(
          1,
          ...green,
          { chmod: source, mode: '000' },
          { chmod: 'src', mode: '000' },
          { chmod: '.', mode: '500' },
        ),
      ],
    },
    says: [/^RED: FAIL \(expected\)/, /^GREEN: PASS/],
    holds: (run) => holdsOnly(run, usual),
  }),
  storyFault({
    id: 'F40',
    title:
      'a link that leads out, a FIFO, a socket and a sparse file of 4 GB: each refused by path, none is waited for',
    expected: 'done',
    story: {
      leaves: [
        redLeaf(1, ...red, { symlink: 'test/out', to: '/etc/passwd' }),
        redLeaf(2, { delete: testFile }, { fifo: testFile }),
        greenLeaf(1, ...green, { socket: 'src/sock' }, { report: true }, { exit: 0 }),
        greenLeaf(2, { sparse: source, bytes: 4_000_000_000 }),
      ],
    },
    says: [
      /^sent back to a revise leaf: test\/out is a link that leads out of the tree/,
      /^sent back to a revise leaf: test\/numbers\.test\.js is a FIFO/,
      /^RED: FAIL \(expected\)/,
      /^sent back to a revise leaf: src\/sock is a socket/,
      /^sent back to a revise leaf: src\/numbers\.js is too large: 4000000000 bytes/,
      /^GREEN: PASS/,
    ],
    holds: (run) => holdsOnly(run, usual),
  }),
  storyFault({
    id: 'F40 (many, deep)',
    title: '10,000 files that nobody planned are left out; a path of more than 4,096 bytes is refused',
    expected: 'done',
    story: {
      leaves: [redLeaf(1, ...red, { manyFiles: 10_000, under: 'many' }), greenLeaf(1, ...green, { deepPath: 40 })],
    },
    says: [
      /left out of the tree, not among the plan's files: many\//,
      /^RED: FAIL \(expected\)/,
      /^sent back to a revise leaf: .*is longer than 4096 bytes as a path/,
      /^GREEN: PASS/,
    ],
    holds: (run) => holdsOnly(run, usual),
  }),
  storyFault({
    id: 'F42',
    title: 'GREEN edits the red test, the ledger and CI: refused by name; gear, stop and verdict files do nothing',
    expected: 'done',
    story: {
      files: { [ci]: 'on: push\n' },
      leaves: [
        greenLeaf(
          1,
          ...green,
          { replace: testFile, from: "assert.equal(value('n1'), 1)", to: 'assert.ok(true)' },
          { replace: ledger, from: '- [ ] 1.', to: '- [x] 1.' },
          { append: ci, text: 'jobs: {}\n' },
        ),
        greenLeaf(
          2,
          ...green,
          { write: '.tdd/docs--issue/.current-gear', text: 'gear: review-before\nshifted: 2026-01-01 by a leaf\n' },
          { write: '.tdd/stop', text: 'now\n' },
          { write: 'verdict.json', text: '{"verdict":"PASS","reasons":[]}' },
        ),
      ],
    },
    says: [
      /^sent back to a revise leaf: (?=.*numbers\.test\.js \(modified\))(?=.*docs--issue\.md \(modified\))(?=.*ci\.yml \(modified\))/,
      'develop-revise (green) starts',
      /^GREEN: PASS/,
    ],
    holds: async (run) => ({
      ...(await holdsOnly(run, [...usual, ci])),
      'the gear stands': (await run.told.status()).gear.gear === 'review-after',
      'nobody stopped it': (await run.told.status()).stop === null,
    }),
  }),
]);
