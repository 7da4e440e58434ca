import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { rig, type Rig, type Told } from '../support/rig.js';
import { proves } from '../support/rule.js';
import type { StoryLeaf } from '../support/story.js';

/** The critic at the end: spec, whole diff, test output and allowlist; two rounds (R-004-34…40). */
let rigged: Rig;
beforeAll(async () => void (rigged = await rig({ jail: 'process' })));
afterAll(() => rigged.close());

const branch = 'tdd/docs--issue';
const rename = { step: '1', file: 'src/numbers.js', text: 'the table has no name of its own' };
const ask = { step: '', file: 'test/numbers.test.js', text: 'nobody asks for an unknown name' };

/** `-`: no step is under way when the critic is asked first. */
const critic = (step: string, attempt: number | '*', answer: unknown): StoryLeaf => ({
  ...{ role: 'critic', phase: 'critic', step, attempt, answer },
});
const mend = (step: string, ...does: NonNullable<StoryLeaf['do']>): StoryLeaf => ({
  ...{ role: 'developer', phase: 'critic', step, attempt: 1, do: does },
});

async function subjectsWithTask(told: Told): Promise<readonly string[]> {
  const format =
    '--format=%s | %(trailers:key=Task,valueonly,separator=%x2C) | %(trailers:key=Pawl-Phase,valueonly,separator=)';
  return (await told.git('log', '--reverse', format, `main..${branch}`)).split('\n');
}

test.concurrent(
  'R-004-35…40: NEEDS WORK is mended by a commit a step, with its Task:, under the same gates; then APPROVED',
  async () => {
    await proves(rigged, {
      name: '',
      story: {
        steps: 2,
        leaves: [
          critic('-', 1, { verdict: 'APPROVED', findings: [rename] }),
          critic('-', 2, { verdict: 'NEEDS WORK', findings: [ask, rename] }),
          mend('1', { replace: 'src/numbers.js', from: 'const table', to: '/** By name. */\nconst table' }),
          mend('2', {
            append: 'test/numbers.test.js',
            text: "test('no name', () => assert.equal(value(''), undefined));\n",
          }),
        ],
      },
      ends: 'done',
      says: [
        /^critic: MALFORMED .*; asked once more$/,
        /^CRITIC: NEEDS WORK — .*\(round 1, tree [0-9a-f]{10}\)$/,
        'develop-critic starts',
        /^CRITIC: PASS /,
        /^verdict-refactor: PASS on tree [0-9a-f]{10}$/,
        /^commit gate: .*all hold$/,
        /^refactor: n1 is known \(after the critic\)/,
        'develop-critic starts',
        /^CRITIC: PASS /,
        /^verdict-refactor: PASS on tree/,
        /^test: n2 is known \(after the critic\)/,
        /^CRITIC: APPROVED \(round 2, tree [0-9a-f]{10}\)$/,
      ],
      holds: async (told) => {
        const commits = await subjectsWithTask(told);
        expect(commits).toContain('refactor: n1 is known (after the critic) | 1 | critic');
        expect(commits).toContain('test: n2 is known (after the critic) | 2 | critic');
        expect(await told.git('show', `${branch}:test/numbers.test.js`)).toContain("test('no name'");
      },
    });
  },
);

test.concurrent('R-004-38: two rounds of NEEDS WORK bail critic-rejected; every step keeps its commit', async () => {
  await proves(rigged, {
    name: '',
    story: { leaves: [critic('*', '*', { verdict: 'NEEDS WORK', findings: [rename] }), mend('1')] },
    ends: 'critic-rejected',
    says: [
      /^CRITIC: NEEDS WORK — src\/numbers\.js: the table has no name of its own \(round 1, /,
      /^nothing was changed for the critic's findings of step 1/,
      /^CRITIC: NEEDS WORK — .*\(round 2, /,
      /^bailed: critic-rejected: the critic still asks for work after 2 rounds: /,
    ],
    holds: async (told) => {
      const commits = await subjectsWithTask(told);
      expect(commits.filter((line) => line.startsWith('feat:'))).toEqual(['feat: n1 is known | 1 | green']);
    },
  });
});
