import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { follow, replays, rig, specPlace, tell, type Rig, type Story, type Told } from '../support/rig.js';
import { expectLines } from '../support/rule.js';
import { greenDo, redDo, type StoryLeaf } from '../support/story.js';

let rigged: Rig;
beforeAll(async () => void (rigged = await rig({ jail: 'process' })));
afterAll(() => rigged.close());

const branch = 'tdd/spec/0001-numbers';
const listPath = `${specPlace}/tasks.md`;

interface Doing {
  readonly do: StoryLeaf['do'];
  readonly answer?: unknown;
}

const leaf = (phase: StoryLeaf['phase'], step: string, { do: ops = [], ...rest }: Doing): StoryLeaf => ({
  ...{ role: 'developer', phase, step, attempt: '*', do: ops, ...rest },
});

/** Subject, phase and task of each commit, oldest first. */
async function commitsOf(told: Told): Promise<readonly string[]> {
  const format =
    '--format=%s | %(trailers:key=Task,valueonly,separator=) | %(trailers:key=Pawl-Phase,valueonly,separator=)';
  return (await told.git('log', '--reverse', format, `main..${branch}`)).split('\n');
}

const tasks = `# Tasks

## 1. Numbers
- [x] 1.1 Set up the table
- [ ] **TEST + IMPLEMENT: 1.2 — n1 is known**
- [ ] **TEST (RED): 1.3 — ask for n2**
- [ ] **IMPLEMENT: 1.4 — n2 is known**
- [ ] **CHARACTERISE: 1.5 — zero stays zero**
  - RED mutation: zero becomes 7

## 2. Order
- [ ] **TIDY FIRST: 2.1 — call the parameter word**
- [ ] **DOC: 2.2 — say what the table knows**
- [ ] **GENERATE: 2.3 — a table test**
  - Generator: node generate.mjs
- [ ] **VERIFY: 2.4 — the suite covers n1 and n2**
- [ ] **SETUP: 2.5 — a second script**
  - Files: package.json
- [ ] **POLISH: 2.6 — make it nicer**
- [ ]* 2.7 Further tests
- [~] 2.8 Put off
`;

const generator = `import { writeFileSync } from 'node:fs';
const lines = ["import assert from 'node:assert/strict';", "import test from 'node:test';", "import { value } from '../src/numbers.js';", "test('made: zero is 0', () => assert.equal(value('zero'), 0));", ''];
writeFileSync('test/made.test.js', lines.join('\\n'));
`;

const mutation = { path: 'src/numbers.js', from: '  zero: 0,', to: '  zero: 7,', breaks: 'zero is 7' };

const leaves: readonly StoryLeaf[] = [
  leaf('red', '1.2', { do: redDo(1) }),
  leaf('green', '1.2', { do: greenDo(1) }),
  leaf('red', '1.3', { do: redDo(2) }),
  leaf('green', '1.4', { do: greenDo(2) }),
  leaf('red', '1.5', {
    do: [{ append: 'test/numbers.test.js', text: "test('zero stays 0', () => assert.equal(value('zero'), 0));\n" }],
    answer: { status: 'done', note: '', remember: [], mutation },
  }),
  leaf('refactor', '2.1', {
    do: [
      { replace: 'src/numbers.js', from: 'value(name)', to: 'value(word)' },
      { replace: 'src/numbers.js', from: 'table[name]', to: 'table[word]' },
    ],
  }),
  leaf('refactor', '2.2', { do: [{ write: 'README.md', text: 'The table knows zero, n1 and n2.\n' }] }),
  leaf('refactor', '2.5', {
    do: [{ replace: 'package.json', from: '"test": "node --test"', to: '"test": "node --test",\n    "lint": "true"' }],
  }),
];

describe('a spec, its approved list half done, every shape of task', () => {
  test.concurrent(
    'R-000-43…62, C-3, C-7, C-25, C-27, R14: each shape has its own commits; what is for people stays open and is named',
    async () => {
      const told = await tellSpec({ tasks, leaves, files: { 'generate.mjs': generator } });
      const { outcome, report } = await told.result();
      expect(outcome).toBe('done');
      expect(await commitsOf(told)).toEqual([
        'feat: n1 is known | 1.2 | green',
        'docs: task 1.2 is done | 1.2 | commit',
        'test: ask for n2 | 1.3 | red',
        'docs: task 1.3 is done | 1.3 | commit',
        'feat: n2 is known | 1.4 | green',
        'docs: task 1.4 is done | 1.4 | commit',
        'test: zero stays zero | 1.5 | red',
        'docs: task 1.5 is done | 1.5 | commit',
        'refactor: call the parameter word | 2.1 | refactor',
        'docs: task 2.1 is done | 2.1 | commit',
        'docs: say what the table knows | 2.2 | refactor',
        'docs: task 2.2 is done | 2.2 | commit',
        'test: a table test | 2.3 | green',
        'docs: task 2.3 is done | 2.3 | commit',
        'chore: the suite covers n1 and n2 | 2.4 | green',
        'docs: task 2.4 is done | 2.4 | commit',
        'chore: a second script | 2.5 | refactor',
        'docs: task 2.5 is done | 2.5 | commit',
        'docs: task 2.6 is left to a person | 2.6 | commit',
      ]);
      // Only marks changed, one a line (R09, R-000-49).
      const before = tasks.split('\n');
      const after = (await told.git('show', `${branch}:${listPath}`)).split('\n');
      const marked = before
        .map((line, at) => (line === after[at] ? '' : (after[at] ?? '')))
        .filter((line) => line !== '');
      expect(marked.map((line) => line.slice(0, 5))).toEqual([...Array<string>(9).fill('- [x]'), '- [!]']);
      const lines = (await told.events()).map((event) => event.line);
      expectLines(lines, [
        /^declared red until a task implements them: /,
        /^task 1\.4 turns the tests of task 1\.3 green/,
        /^RED: FAIL \(expected, with the code made wrong\): .*"  zero: 0," became "  zero: 7,"/,
        /^TIDY: PASS/,
        /^DOCUMENT: PASS/,
        /^GENERATE: PASS/,
        /^VERIFY: PASS/,
        /^SETUP: PASS/,
        /^task 2\.6 is left to a person: its label is none that Pawl knows/,
      ]);
      // The mutation is in no commit (R-000-57).
      expect(await told.git('log', '-p', `main..${branch}`, '--', 'src')).not.toContain('zero: 7');
      const evidence = await told.git(
        'log',
        '-1',
        '--format=%(trailers:key=Evidence,valueonly)',
        '--grep=covers n1',
        branch,
      );
      expect(evidence).toMatch(/^satisfied-by [0-9a-f]{40}/);
      expect(await told.git('show', '--stat', '--format=', evidence.slice(13, 53))).not.toBe('');
      for (const id of ['2.6', '2.7', '2.8']) expect(report.message).toContain(id);
      await replays(told);
    },
  );
});

const two = '# Tasks\n- [ ] 1.1 n1 is known\n- [ ] 1.2 n2 is known\n- [ ] 1.3 n3 is known\n';
const behaviours: readonly StoryLeaf[] = [1, 2, 3].flatMap((k) => [
  leaf('red', `1.${k}`, { do: redDo(k) }),
  leaf('green', `1.${k}`, { do: greenDo(k) }),
]);

describe('how a spec is driven', () => {
  test.concurrent(
    'R-000-25, 35, 36: ralph ends at a downshift after the task in flight; the gated driver goes on with the next',
    async () => {
      const slow = leaf('green', '1.1', { do: [{ sleepMs: 3_000 }, ...(greenDo(1) ?? [])] });
      const told = await tellSpec({
        tasks: two,
        leaves: [...behaviours.filter(({ phase, step }) => phase !== 'green' || step !== '1.1'), slow],
        gear: null,
        options: { driver: 'ralph' },
      });
      await told.reach((_, lines) => lines.some((line) => line.startsWith('develop-green starts')));
      await told.signal('shiftGear', { gear: 'review-before' });
      const first = await told.result();
      expect(first).toMatchObject({ outcome: 'downshifted', report: { steps: { done: 1, total: 3 } } });
      expect(first.report.message).toContain('the next is 1.2');
      const options = { ...told.input.options, driver: 'implement' as const };
      const next = await follow(rigged, { ...told, input: { ...told.input, options, resume: first.carry } });
      await next.reach((status) => status.state === 'gate');
      expect(await next.status()).toMatchObject({ step: { id: '1.2' }, gear: { gear: 'review-before' } });
      await next.signal('shiftGear', { gear: 'review-after', because: 'seen enough' });
      expect(await next.result()).toMatchObject({ outcome: 'done', report: { steps: { done: 3, total: 3 } } });
      expect((await commitsOf(told)).filter((line) => line.startsWith('feat'))).toHaveLength(3);
      await replays(told);
      await replays(next);
    },
  );

  test.concurrent(
    'C-3, R-000-40: a stop between work and tick loses neither; --tasks ends it where it was told to',
    async () => {
      const lingering = leaf('refactor', '1.1', { do: [{ sleepMs: 60_000 }] });
      const told = await tellSpec({
        tasks: two,
        leaves: [...behaviours, lingering],
        options: { bounds: { tasks: 2, turns: null } },
      });
      await told.reach((_, lines) => lines.some((line) => line.startsWith('develop-refactor starts')));
      await told.signal('requestStop', { mode: 'now' });
      const first = await told.result();
      expect(first.outcome).toBe('stopped');
      expect(await commitsOf(told)).toEqual(['feat: n1 is known | 1.1 | green']);
      const next = await follow(rigged, { ...told, input: { ...told.input, resume: first.carry } });
      expect(await next.result()).toMatchObject({ outcome: 'bound-reached', report: { steps: { done: 2, total: 3 } } });
      expect(await commitsOf(told)).toEqual([
        'feat: n1 is known | 1.1 | green',
        'docs: task 1.1 is done | 1.1 | commit',
        'feat: n2 is known | 1.2 | green',
        'docs: task 1.2 is done | 1.2 | commit',
      ]);
      await replays(next);
    },
  );

  test.concurrent(
    'R-000-52: an IMPLEMENT task without a red test before it is refused, and nothing is committed',
    async () => {
      const told = await tellSpec({ tasks: '# T\n- [ ] IMPLEMENT: 1.1 n1 is known\n', leaves: [] });
      await expect(told.result()).rejects.toMatchObject({ cause: { type: 'implement-without-test' } });
      await replays(told);
    },
  );

  test.concurrent(
    'R-000-59: at the gate of a CHARACTERISE task there is nothing to implement: approving commits the test',
    async () => {
      const told = await tellSpec({
        tasks: '# T\n- [ ] CHARACTERISE: 1.5 zero stays zero\n',
        leaves: leaves.filter(({ step }) => step === '1.5'),
        gear: null,
      });
      await told.reach((status) => status.state === 'gate');
      const { gate } = await told.status();
      expect(gate).toMatchObject({ asks: 'commit', redOutput: expect.stringContaining('zero stays 0') });
      await told.signal('approve', { test: gate?.testHash ?? '' });
      expect(await told.result()).toMatchObject({ outcome: 'done' });
      expect(await commitsOf(told)).toEqual([
        'test: zero stays zero | 1.5 | red',
        'docs: task 1.5 is done | 1.5 | commit',
      ]);
      await replays(told);
    },
  );
});

type SpecStory = Omit<Story, 'steps'> & { readonly tasks: string };

function tellSpec(story: SpecStory): Promise<Told> {
  return tell(rigged, { steps: 1, ...story });
}
