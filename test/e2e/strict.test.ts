import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { answersOf } from '../support/history.js';
import { rig, type Rig, type Told } from '../support/rig.js';
import { expectLines, greenLeaf, proves } from '../support/rule.js';
import { redDo, type StoryLeaf } from '../support/story.js';

const run = promisify(execFile);
let rigged: Rig;
beforeAll(async () => void (rigged = await rig({ jail: 'process' })));
afterAll(() => rigged.close());

const branch = 'tdd/docs--issue';
const ledger = '.tdd/docs--issue.md';
const source = 'src/numbers.js';
const testFile = 'test/numbers.test.js';
const strict = { discipline: 'strict' } as const;

/** Subject and `Task:` of each commit, oldest first. */
async function commitsOf(told: Told): Promise<readonly string[]> {
  const format = '--format=%s | %(trailers:key=Task,valueonly,separator=)';
  return (await told.git('log', '--reverse', format, `main..${branch}`)).split('\n');
}

/** Files in which a commit differs from the tree that was judged, both by a prefix of their names. */
async function changedSince(told: Told, tree: string, commit: string): Promise<string> {
  const repositories = join(rigged.home, 'repositories');
  const place = told.origin.split('/').at(-1) ?? '';
  const name = (await readdir(repositories)).find((one) => one.startsWith(`${place}-`)) ?? 'none';
  const gitDir = join(repositories, name, 'trusted.git');
  return (await run('git', ['--git-dir', gitDir, 'diff', '--name-only', tree, commit])).stdout.trim();
}

async function promptsOf(told: Told, leaf: RegExp): Promise<readonly string[]> {
  const { firstRunId } = await told.status();
  const leaves = join(rigged.home, 'runs', firstRunId, 'leaves');
  const names = (await readdir(leaves)).filter((name) => leaf.test(name));
  return Promise.all(names.map((name) => readFile(join(leaves, name, 'prompt.txt'), 'utf8')));
}

const treeOf = (lines: readonly string[], line: RegExp): string => {
  const found = lines.find((one) => line.test(one)) ?? '';
  return /tree ([0-9a-f]{10})/.exec(found)?.[1] ?? `no tree in "${found}"`;
};

const many = Array.from({ length: 30 }, (_, index) => `  n${index + 1}: ${index + 1},`).join('\n');
const tooLarge = greenLeaf(1, { replace: source, from: '  // more', to: `${many}\n  // more` });

describe('--discipline strict', () => {
  test.concurrent(
    'R-001-01, 10, 51: a large edit is refused; the history shows red class, verdicts with trees, domain approvals and commit gate of every step',
    async () => {
      await proves(rigged, {
        name: '',
        story: { steps: 2, options: strict, leaves: [tooLarge] },
        ends: 'done',
        says: [
          /^SCOPE: REFUSED 3\d lines \(about 20 are meant\)$/,
          /^sent back to a revise leaf: .*answer "too-big" with the title of one smaller piece/,
        ],
        holds: async (told) => {
          const events = await told.events();
          for (const step of ['1', '2']) {
            const lines = events.filter((event) => event.step === step).map((event) => event.line);
            expectLines(lines, [
              /^RED: FAIL \(expected\) assertion: 1 new test fails as expected/,
              /^verdict-red: PASS on tree [0-9a-f]{10}$/,
              /^DOMAIN: APPROVED \(red, tree [0-9a-f]{10}\)$/,
              /^GREEN: PASS \d+ tests ran/,
              /^verdict-green: PASS on tree [0-9a-f]{10}$/,
              /^DOMAIN: APPROVED \(green, tree [0-9a-f]{10}\)$/,
              'commit gate: suite, tree, task, subject: all hold',
              new RegExp(`^feat: n${step} is known \\([0-9a-f]{10}\\)$`),
            ]);
            // The same tree was judged twice, and it is the one that stands in the commit, but for the tick.
            const judged = treeOf(lines, /^verdict-green: PASS/);
            expect(treeOf(lines, /^DOMAIN: APPROVED \(green/)).toBe(judged);
            expect(treeOf(lines, /^verdict-red: PASS/)).toBe(treeOf(lines, /^DOMAIN: APPROVED \(red/));
            const [, commit = ''] =
              /\(([0-9a-f]{10})\)/.exec(lines.find((line) => line.startsWith('feat: ')) ?? '') ?? [];
            expect(await changedSince(told, judged, commit)).toBe(ledger);
          }
          const verdict = { verdict: { word: 'PASS', tree: expect.stringMatching(/^[0-9a-f]{40}$/) } };
          expect(await answersOf(told, 'domainReview')).toMatchObject([verdict, verdict, verdict, verdict]);
          expect(await answersOf(told, 'verify')).toMatchObject([verdict, verdict, verdict, verdict]);
          expect(await commitsOf(told)).toEqual([
            'docs: plan: More numbers | ',
            'feat: n1 is known | 1',
            'feat: n2 is known | 2',
            'docs: close the ledger: More numbers | 2',
          ]);
        },
      });
    },
  );
});

const half = "test('half is a half', () => assert.equal(value('half'), 0.5));\n";
const tooBig = { status: 'too-big', note: 'half is known' };
const developer = (
  phase: 'red' | 'green',
  step: string,
  attempt: number | '*',
  rest: Partial<StoryLeaf>,
): StoryLeaf => ({
  ...{ role: 'developer', phase, step, attempt, do: [] },
  ...rest,
});

describe('drill-down', () => {
  test.concurrent(
    'R-001-11: a piece has its own ledger line, red test and commit; then its step finishes, its parked test offered again',
    async () => {
      await proves(rigged, {
        name: '',
        story: {
          steps: 2,
          options: strict,
          leaves: [
            // Green only once the piece is there: the first time the leaf gives up and names the piece.
            developer('green', '2', 1, {
              do: [
                { replace: source, from: '  // more', to: '  get n2() {\n    return this.half * 4;\n  },\n  // more' },
              ],
            }),
            developer('green', '2', 2, { answer: tooBig }),
            developer('red', '2.1', '*', { do: [{ append: testFile, text: half }] }),
            developer('green', '2.1', '*', {
              do: [{ replace: source, from: '  // more', to: '  half: 0.5,\n  // more' }],
            }),
          ],
        },
        ends: 'done',
        says: [
          /^step 2 of 2: /,
          /^GREEN: FAIL \(still-red\)/,
          'develop-revise (green) starts',
          /^docs: a piece of step 2 comes first: half is known/,
          /^step 2\.1 of 3: half is known/,
          /^RED: FAIL \(expected\) assertion: .*half is a half/,
          /^DOMAIN: APPROVED \(red/,
          /^DOMAIN: APPROVED \(green/,
          /^commit gate: .*all hold$/,
          /^feat: half is known/,
          /^step 2 of 3: n2 is known/,
          /^RED: FAIL \(expected\) assertion: .*n2 is 2/,
          /^GREEN: PASS/,
          /^feat: n2 is known/,
        ],
        holds: async (told) => {
          expect(await commitsOf(told)).toEqual([
            'docs: plan: More numbers | ',
            'feat: n1 is known | 1',
            'docs: a piece of step 2 comes first: half is known | 2',
            'feat: half is known | 2.1',
            'feat: n2 is known | 2',
            expect.stringMatching(/^docs: close the ledger: /),
          ]);
          const lines = (await told.git('show', `${branch}:${ledger}`))
            .split('\n')
            .filter((line) => line.startsWith('- ['));
          expect(lines.map((line) => line.replace(/ <!--.*/, ''))).toEqual([
            '- [x] 1. n1 is known',
            '- [x] 2.1. half is known',
            '- [x] 2. n2 is known',
          ]);
          const prompts = await promptsOf(told, /develop-red-step-2$/);
          expect(prompts).toHaveLength(2);
          expect(prompts.filter((prompt) => prompt.includes("test('n2 is 2'"))).toHaveLength(1);
          const { report } = await told.result();
          expect(report.steps).toEqual({ total: 3, done: 3 });
        },
      });
    },
  );

  test.concurrent('R-001-11: a piece of a piece is the last level: a third bails too-broad', async () => {
    const anyRed = { do: redDo(1) ?? [] };
    await proves(rigged, {
      name: '',
      story: {
        options: strict,
        leaves: [
          developer('red', '*', '*', anyRed),
          developer('green', '*', '*', { answer: tooBig }),
          developer('green', '1', '*', { answer: tooBig }),
        ],
      },
      ends: 'too-broad',
      says: [/^step 1\.1 of 2: /, /^step 1\.1\.1 of 3: /, /^bailed: too-broad: .*split the step in the plan/],
      holds: async (told) => {
        expect((await commitsOf(told)).filter((line) => line.startsWith('feat:'))).toEqual([]);
        const { attempts } = await told.handle.query<{ attempts: readonly string[] }>('report');
        expect(attempts).toHaveLength(3);
      },
    });
  });
});
