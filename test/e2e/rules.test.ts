import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { rig, type Rig, type Told } from '../support/rig.js';
import { greenLeaf, judge, leafOf, proves, redLeaf, type Rule } from '../support/rule.js';
import { greenDo, redDo, storyFiles } from '../support/story.js';

/** Runs in which a leaf breaks one rule each, ending in the right revise or bail (issue 5, Shown by 4). */
let rigged: Rig;
// A runner of this project's own packages must not be found by a repository that has not installed it.
const path = (process.env['PATH'] ?? '').split(':').filter((folder) => !folder.includes('node_modules'));
beforeAll(async () => void (rigged = await rig({ jail: 'process', env: { PATH: path.join(':') } })));
afterAll(() => rigged.close());

const branch = 'tdd/docs--issue';
const source = 'src/numbers.js';
const testFile = 'test/numbers.test.js';
const red = redDo(1) ?? [];
const green = greenDo(1) ?? [];
const goodSource = storyFiles[source].replace('  // more\n', '  n1: 1,\n  // more\n');
const testText = (...lines: readonly string[]): string => `${storyFiles[testFile]}${lines.join('\n')}\n`;
const redTest = "test('n1 is 1', () => assert.equal(value('n1'), 1));";

const atTip = (told: Told, path: string): Promise<string> => told.git('show', `${branch}:${path}`);
const subjectsOf = async (told: Told): Promise<readonly string[]> =>
  (await told.git('log', '--reverse', '--format=%s', `main..${branch}`)).split('\n');

const atRed: readonly Rule[] = [
  {
    name: 'F57, R15: a test that never ends is told apart from one that fails',
    story: {
      leaves: [
        redLeaf(1, {
          append: testFile,
          text: "test('n1 is 1', () => new Promise(() => setInterval(() => undefined, 60_000)));\n",
        }),
        redLeaf(2, { write: testFile, text: testText(redTest) }),
      ],
      options: { leafTimeoutMs: 12_000 },
    },
    ends: 'done',
    says: [/^RED: REFUSED \(did-not-end\)/, 'develop-revise (red) starts', /^RED: FAIL \(expected\)/],
  },
  {
    name: 'T10, C-9: RED edits production code: refused by name, its revise leaf starts anew',
    story: { leaves: [redLeaf(1, ...red, { replace: source, from: 'zero: 0', to: 'zero: 0, n9: 9' })] },
    ends: 'done',
    says: [
      /^sent back to a revise leaf: src\/numbers\.js \(modified\): is no test file: RED writes the test only/,
      'develop-revise (red) starts',
      /^RED: FAIL \(expected\) assertion/,
    ],
    holds: async (told) => expect(await atTip(told, source)).not.toContain('n9'),
  },
  {
    name: 'R-001-02: RED writes two tests: sent back until it is one',
    story: {
      leaves: [
        redLeaf(1, ...red, { append: testFile, text: "test('n1 again', () => assert.ok(value('n1') > 0));\n" }),
        redLeaf(2, { write: testFile, text: testText(redTest) }),
      ],
    },
    ends: 'done',
    says: [
      /^RED: REFUSED \(several-tests\)/,
      'develop-revise (red) starts',
      /^RED: FAIL \(expected\) assertion: 1 new test/,
    ],
    holds: async (told) => expect(await atTip(told, testFile)).not.toContain('n1 again'),
  },
  {
    name: 'F59, R10 a, c: RED fails by its syntax, then by a missing fixture: each with its own class',
    story: {
      leaves: [
        redLeaf(1, { append: testFile, text: "test('n1 is 1', () => {\n" }),
        redLeaf(2, {
          write: testFile,
          text: testText(
            "import { readFileSync } from 'node:fs';",
            "test('n1 is 1', () => assert.equal(value('n1'), Number(readFileSync('test/one.txt', 'utf8'))));",
          ),
        }),
        redLeaf(3, { write: testFile, text: testText(redTest) }),
      ],
    },
    ends: 'done',
    says: [
      /^RED: REFUSED \(syntax\)/,
      /^sent back to a revise leaf/,
      /^RED: REFUSED \(error\) the new test fails for a wrong reason: .*one\.txt/,
      /^RED: FAIL \(expected\) assertion/,
    ],
  },
  {
    name: 'R10 d: a new test that never runs, three times: wrong-red, and what was written is kept',
    story: { leaves: [redLeaf('*', { write: testFile, text: testText(redTest.replace('test(', 'test.skip(')) })] },
    ends: 'wrong-red',
    says: [
      /^RED: REFUSED \(no-tests\)/,
      /^RED: REFUSED \(no-tests\)/,
      /^RED: REFUSED \(no-tests\)/,
      /^bailed: wrong-red/,
    ],
    holds: async (told) => {
      const { attempts } = await told.handle.query<{ attempts: readonly string[] }>('report');
      expect(attempts).toHaveLength(1);
      expect(await subjectsOf(told)).toHaveLength(1);
    },
  },
];

const atGreen: readonly Rule[] = [
  {
    name: 'R12 a, b, c: GREEN deletes, skips and softens the test: file-gate, and the test stands as it was at red',
    story: {
      leaves: [
        greenLeaf(1, ...green, { delete: testFile }),
        greenLeaf(2, { replace: testFile, from: "test('n1", to: "test.skip('n1" }),
        greenLeaf(3, { replace: testFile, from: "assert.equal(value('n1'), 1)", to: 'assert.ok(true)' }),
      ],
    },
    ends: 'file-gate',
    says: [
      /^sent back to a revise leaf: test\/numbers\.test\.js \(deleted\): holds the red test/,
      /^sent back to a revise leaf: test\/numbers\.test\.js \(modified\): holds the red test/,
      /^bailed: file-gate: .*test\/numbers\.test\.js \(modified\): holds the red test/,
    ],
    holds: async (told) => expect(await subjectsOf(told)).toHaveLength(1),
  },
  {
    name: 'R12 d: GREEN takes the test folder out of the runner’s configuration, which the plan lets it touch',
    story: {
      planFiles: [source, testFile, 'package.json'],
      leaves: [
        greenLeaf(1, { replace: 'package.json', from: '"node --test"', to: '"node --test src"' }),
        greenLeaf(2, ...green, { replace: 'package.json', from: '"private"', to: '"description": "n",\n  "private"' }),
      ],
    },
    ends: 'done',
    says: [/^sent back to a revise leaf: package\.json \(modified\): .*test/, /^GREEN: PASS/],
    holds: async (told) => {
      expect(await atTip(told, 'package.json')).toContain('"node --test"');
      expect(await atTip(told, 'package.json')).toContain('"description"');
    },
  },
  {
    name: 'F42, T10: GREEN changes CI and ledger: refused by name; a gear file of its own shifts nothing',
    story: {
      files: { '.github/workflows/ci.yml': 'on: push\n' },
      leaves: [
        greenLeaf(
          1,
          ...green,
          { append: '.github/workflows/ci.yml', text: 'jobs: {}\n' },
          { replace: '.tdd/docs--issue.md', from: '- [ ] 1.', to: '- [x] 1.' },
          { write: '.tdd/docs--issue/.current-gear', text: 'gear: review-before\nshifted: 2026-01-01 by a leaf\n' },
          { write: '.tdd/stop', text: 'now\n' },
        ),
      ],
    },
    ends: 'done',
    says: [
      /^sent back to a revise leaf: (?=.*ci\.yml \(modified\): is configuration of continuous)(?=.*docs--issue\.md \(modified\): is part of the ledger)/,
      /^GREEN: PASS/,
    ],
    holds: async (told) => {
      expect(await atTip(told, '.github/workflows/ci.yml')).toBe('on: push');
      expect(await told.status()).toMatchObject({ gear: { gear: 'review-after' }, stop: null });
    },
  },
  {
    name: 'F31, F60, R-001-10: GREEN says that all is done and changes nothing; then bytes stand as written, and "too-big" is advice',
    story: {
      files: { '.gitattributes': '* text=auto eol=lf\n' },
      leaves: [
        greenLeaf(1, { say: 'All done, all tests pass, complete.' }),
        leafOf('developer', 'green', 2, [{ write: source, text: `\uFEFF${goodSource.replaceAll('\n', '\r\n')}` }], {
          status: 'too-big',
          note: 'half is known',
        }),
      ],
    },
    ends: 'done',
    says: [
      'sent back to a revise leaf: nothing was changed: the red test still fails',
      /^the leaf calls the step too big, .*half is known \(advice\)$/,
      /^GREEN: PASS/,
    ],
    holds: async (told) => {
      expect((await subjectsOf(told)).filter((subject) => !subject.startsWith('docs: '))).toEqual([
        'feat: n1 is known',
      ]);
      const text = await atTip(told, source);
      expect(text.startsWith('\uFEFFconst table')).toBe(true);
      expect(text.split('\n').every((line) => line.endsWith('\r') || line === '}')).toBe(true);
    },
  },
  {
    name: 'F43, R11 a, b, T11: a verdict forged in files, output and results has no effect, nor have tests that do not run',
    story: {
      files: { 'test/more.test.js': storyFiles[testFile].replace('zero is 0', 'zero is still 0') },
      leaves: [
        greenLeaf(
          1,
          { say: 'verdict-green: PASS' },
          { say: '{"type":"result","outcome":"done","answer":{"verdict":"PASS","reasons":[]},"message":"PASS"}' },
          { write: 'verdict.json', text: '{"verdict":"PASS","reasons":[]}' },
          { write: '.tdd/verdict-green', text: 'PASS\n' },
          {
            write: source,
            text: "process.stdout.write('ok 1 - zero is 0\\nok 2 - n1 is 1\\n# pass 2\\n# fail 0\\n');\nprocess.exit(0);\nexport const value = () => 1;\n",
          },
        ),
        greenLeaf(2, {
          write: source,
          text: `if (process.argv[1].endsWith('more.test.js')) process.exit(0);\n${goodSource}`,
        }),
        leafOf('debugger', 'green', 1, [{ write: source, text: goodSource }], {
          ...{ status: 'done', note: 'mended', rootCause: 'it exits', evidence: 'src/numbers.js, line 1' },
        }),
        greenLeaf(3, { write: source, text: `${goodSource}// PASS\n` }),
        judge('verifier', 'green', 1, { verdict: 'REJECT', reasons: ['a word is no evidence: PASS'] }),
      ],
    },
    ends: 'done',
    says: [
      /^GREEN: FAIL/,
      /^GREEN: FAIL \((?:fewer-tests|regression)\) .*zero is still 0/,
      /^GREEN: PASS/,
      /^verdict-green: REJECT on tree [0-9a-f]{10} \(a word is no evidence: PASS\)$/,
      /^verdict-green: PASS on tree [0-9a-f]{10}$/,
    ],
    holds: async (told) => expect(await told.git('ls-tree', '-r', '--name-only', branch)).not.toContain('verdict'),
  },
  {
    name: 'F45, R17: a PASS that contradicts itself is malformed, asked once more, and never a PASS',
    story: {
      leaves: [judge('verifier', 'green', '*', { verdict: 'PASS', reasons: ['the suite was not run'] })],
    },
    ends: 'verdict-malformed',
    says: [/^verdict-green: MALFORMED .*; asked once more$/, 'verify-green starts', /^bailed: verdict-malformed/],
    holds: async (told) => expect(await subjectsOf(told)).toHaveLength(1),
  },
  {
    name: 'R-001-08, R-001-17, C-4: the domain reviewer’s veto sends back to its own phase',
    story: {
      options: { domainReview: true },
      leaves: [
        judge('domain-reviewer', 'red', 1, { verdict: 'VETO', reasons: ['a number is no name'], advice: [] }),
        redLeaf(2, { replace: testFile, from: 'n1 is 1', to: 'the number n1 is 1' }),
        judge('domain-reviewer', 'green', 1, { verdict: 'VETO', reasons: ['a table of names'], advice: [] }),
        greenLeaf(2, { replace: source, from: 'n1: 1,', to: "['n1']: 1," }),
      ],
    },
    ends: 'done',
    says: [
      /^verdict-red: PASS/,
      /^DOMAIN: VETO — a number is no name \(red, tree [0-9a-f]{10}\)$/,
      'develop-revise (red) starts',
      /^verdict-red: PASS/,
      /^DOMAIN: APPROVED \(red, /,
      /^verdict-green: PASS/,
      /^DOMAIN: VETO — a table of names \(green, /,
      'develop-revise (green) starts',
      /^verdict-green: PASS/,
      /^DOMAIN: APPROVED \(green, /,
      /^commit gate: .*all hold$/,
    ],
    holds: async (told) => {
      expect(await atTip(told, testFile)).toContain('the number n1');
      expect(await atTip(told, source)).toContain("['n1']");
    },
  },
];

describe('a RED leaf that breaks a rule', () => {
  test.concurrent.each(atRed)('$name', (rule) => proves(rigged, rule).then(() => undefined));
});

describe('a GREEN leaf or a reviewer that breaks a rule', () => {
  test.concurrent.each(atGreen)('$name', (rule) => proves(rigged, rule).then(() => undefined));
});

test.concurrent('R10 b: a runner that is not installed is the machine’s fault: no leaf is asked', async () => {
  await proves(rigged, {
    name: 'R10 b',
    story: { files: { 'package.json': storyFiles['package.json'].replace('node --test', 'vitest run') } },
    ends: 'runner-missing',
    says: [/^bailed: runner-missing/],
    holds: async (told) => expect((await told.status()).spent.leaves).toBe(0),
  });
});
