import { createBats } from '../../../src/adapters/runners/bats/bats.js';
import type { Files, MatrixRow } from '../row.js';
import { runIn } from '../run-in.js';

const cart = (total: string): string => `#!/usr/bin/env bash
count() { echo "$#"; }
total() { ${total}; }
`;
const testFile = 'test/cart.bats';
const otherFile = 'checks/empty.bats';
const head = `setup() {
  source src/cart.sh
}
`;
const one = (name: string, body: string): string => `\n@test "${name}" {\n  ${body.split('\n').join('\n  ')}\n}\n`;
const counts = one('counts its items', 'run count 1 2\n[ "$output" = 2 ]');
const start = head + counts;
const withTest = (more: string): Files => ({ [testFile]: start + more });
const total = one('totals its items', 'run total 1 2\n[ "$output" = 3 ]');
const files = withTest(total);
const sum = { 'src/cart.sh': cart('local sum=0; for one in "$@"; do sum=$((sum + one)); done; echo "$sum"') };

export const row: MatrixRow = {
  runner: 'bats',
  create: createBats,
  command: 'bats test checks',
  needs: ['bats'],
  version: (folder) => runIn(folder, ['bats', '--version']),
  base: {
    'src/cart.sh': cart('echo 0'),
    [testFile]: start,
    [otherFile]: head + one('is empty at first', 'run count\n[ "$output" = 0 ]'),
  },
  mayCreate: ['src/cart.sh', 'src/vat.sh', 'bin/vat.sh'],
  testFile,
  red: [
    { name: 'assertion', files, expect: { red: 'assertion' } },
    {
      name: 'missing module',
      files: withTest(one('knows its VAT', 'source src/vat.sh\n[ "$(vat_of 100)" = 19 ]')),
      expect: { red: 'missing-under-test' },
    },
    {
      name: 'missing program',
      files: withTest(one('knows its VAT', 'bash bin/vat.sh 100')),
      expect: { red: 'missing-under-test' },
    },
    {
      name: 'missing symbol',
      files: withTest(one('knows discounts', 'discount 100')),
      expect: { red: 'missing-under-test' },
    },
    {
      name: 'missing symbol behind run',
      files: withTest(one('knows discounts', 'run discount 100\n[ "$output" = 3 ]')),
      expect: { red: 'assertion' },
    },
    {
      name: 'missing module outside the plan',
      files: withTest(one('is odd', 'source src/nothing.sh')),
      expect: { refused: 'error' },
    },
    {
      name: 'passes',
      files: withTest(one('totals nothing', 'run total\n[ "$output" = 0 ]')),
      expect: { refused: 'passes' },
    },
    { name: 'error', files: withTest(one('reads prices', 'cat test/prices.json')), expect: { refused: 'error' } },
    { name: 'syntax', files: withTest('\n@test "totals" {\n  if [ 1 = 1 ]\n}\n'), expect: { refused: 'syntax' } },
    { name: 'runner not installed', files, command: './no/bats test', expect: { bails: 'runner-missing' } },
    { name: 'no tests', files: { 'test/total.bats': head }, expect: { refused: 'no-tests' } },
    {
      name: 'hang',
      files: withTest(one('waits', 'while :; do :; done')),
      expect: { refused: 'did-not-end' },
      wallMs: 12_000,
    },
    {
      name: 'ends early',
      files: withTest(one('ends the runner', 'kill -9 $PPID')),
      expect: { refused: 'cannot-tell' },
    },
    {
      name: 'exit code 0, tests failed',
      files,
      around: (line) => `(${line}); exit 0`,
      expect: { refused: 'cannot-tell' },
    },
    {
      name: 'exit code 1, all passed',
      files: withTest(one('totals nothing', 'run total\n[ "$output" = 0 ]')),
      around: (line) => `(${line}); exit 1`,
      expect: { refused: 'cannot-tell' },
    },
  ],
  green: [
    { name: 'green', files: sum, expect: { green: true } },
    { name: 'still red', files: { 'src/cart.sh': cart('echo 7') }, expect: { notGreen: 'still-red' } },
    {
      name: 'regression',
      files: { 'src/cart.sh': (sum['src/cart.sh'] ?? '').replace('echo "$#"', 'echo 5') },
      expect: { notGreen: 'regression' },
    },
    {
      name: 'no test run',
      files: { ...sum, [testFile]: null, [otherFile]: null, 'test/keep': '', 'checks/keep': '' },
      expect: { notGreen: 'no-tests' },
      policy: 'refuses',
    },
    {
      name: 'fewer tests',
      files: { ...sum, [testFile]: head + total },
      expect: { notGreen: 'fewer-tests' },
      policy: 'refuses',
    },
    { name: 'test deleted', files: { [testFile]: start }, expect: { notGreen: 'still-red' }, policy: 'refuses' },
    {
      name: 'skipped',
      files: withTest(one('totals its items', 'skip "later"')),
      expect: { notGreen: 'still-red' },
      policy: 'refuses',
    },
    {
      name: 'softened',
      files: withTest(total.replace('[ "$output" = 3 ]', '[ "$output" -ge 0 ]')),
      expect: { green: true },
      policy: 'refuses',
    },
    {
      name: 'folder left out',
      files: { 'test/cart.bats': null },
      expect: { notGreen: 'still-red' },
      policy: 'refuses',
    },
  ],
  lacks: {
    'not implemented': 'a shell has no error for it; a test expects an exit code or words instead',
    'broken settings': 'bats has no settings file; arguments that it refuses are told by its tests',
    watcher: 'bats has no watcher',
    'watcher, CI=false': 'bats has no watcher, and waits for nothing that a test leaves behind',
  },
};
