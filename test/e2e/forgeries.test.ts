import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { replays, rig, tell, type Rig } from '../support/rig.js';
import { storyFiles, type StoryLeaf } from '../support/story.js';

let rigged: Rig;
beforeAll(async () => void (rigged = await rig({ jail: 'process' })));
afterAll(() => rigged.close());

const files = { ...storyFiles, '.gitignore': 'cache/\nnode_modules/\n' };
const greenBy = (ops: StoryLeaf['do']): StoryLeaf => ({
  role: 'developer',
  phase: 'green',
  step: '1',
  attempt: 1,
  do: ops ?? [],
});

describe('evidence comes from a clean export (Shown by 6)', () => {
  test.concurrent.each([
    [
      'a forged node_modules',
      [
        { write: 'node_modules/answers/package.json', text: '{"name":"answers","type":"module","main":"index.js"}' },
        { write: 'node_modules/answers/index.js', text: 'export const answers = { n1: 1 };\n' },
        {
          replace: 'src/numbers.js',
          from: 'const table = {\n',
          to: "import { answers } from 'answers';\nconst table = {\n  ...answers,\n",
        },
      ],
    ],
    [
      'an ignored helper',
      [
        { write: 'cache/answers.json', text: '{"n1":1}' },
        {
          replace: 'src/numbers.js',
          from: 'const table = {\n',
          to: "import { readFileSync } from 'node:fs';\nconst answers = JSON.parse(readFileSync(new URL('../cache/answers.json', import.meta.url), 'utf8'));\nconst table = {\n  ...answers,\n",
        },
      ],
    ],
    [
      'an untracked helper outside the plan',
      [
        { write: 'src/answers.js', text: 'export const answers = { n1: 1 };\n' },
        {
          replace: 'src/numbers.js',
          from: 'const table = {\n',
          to: "import { answers } from './answers.js';\nconst table = {\n  ...answers,\n",
        },
      ],
    ],
  ])('%s left by a leaf does not make a red test green', async (_what, ops) => {
    const clean: StoryLeaf = {
      role: 'developer',
      phase: 'green',
      step: '1',
      attempt: 2,
      do: [{ write: 'src/numbers.js', text: storyFiles['src/numbers.js'].replace('  // more', '  n1: 1,\n  // more') }],
    };
    const told = await tell(rigged, { steps: 1, files, leaves: [greenBy([...ops, { runTests: true }]), clean] });
    const result = await told.result();
    const evidence = (await told.events())
      .filter((event) => event.line.startsWith('GREEN:'))
      .map((event) => event.line);
    expect(evidence[0]).toMatch(/^GREEN: FAIL/);
    expect(evidence[1]).toMatch(/^GREEN: PASS/);
    expect(result.outcome).toBe('done');
    const names = await told.git('ls-tree', '-r', '--name-only', 'tdd/docs--issue');
    expect(names).not.toMatch(/answers/);
    await replays(told);
  });

  test.concurrent('R18: a verifier that changes its copy changes nothing of what is committed', async () => {
    const told = await tell(rigged, {
      steps: 1,
      leaves: [
        {
          role: 'verifier',
          phase: 'green',
          step: '1',
          attempt: 1,
          do: [{ replace: 'src/numbers.js', from: 'return table[name]', to: 'return 7' }],
          answer: { verdict: 'PASS', reasons: [] },
        },
      ],
    });
    expect((await told.result()).outcome).toBe('done');
    expect(await told.git('show', 'tdd/docs--issue:src/numbers.js')).toContain('return table[name]');
  });

  test.concurrent(
    'R21: what lies about untracked is left out of the commit and named: a password, a log, a dependency folder, state',
    async () => {
      const told = await tell(rigged, {
        steps: 1,
        leaves: [
          greenBy([
            { replace: 'src/numbers.js', from: '  // more\n', to: '  n1: 1,\n  // more\n' },
            { write: 'settings.local.json', text: '{"password":"x"}' },
            { write: 'debug.log', text: 'x\n' },
            { write: 'node_modules/answers/index.js', text: 'module.exports = 1;\n' },
            { write: '.tdd/notes.md', text: 'mine\n' },
          ]),
        ],
      });
      const { report } = await told.result();
      const names = (await told.git('ls-tree', '-r', '--name-only', 'tdd/docs--issue')).split('\n').sort();
      expect(names).toEqual([
        '.tdd/docs--issue.md',
        'docs/issue.md',
        'package.json',
        'src/numbers.js',
        'test/numbers.test.js',
      ]);
      for (const name of ['settings.local.json', 'debug.log']) expect(report.notes.join('\n')).toContain(name);
    },
  );

  test.concurrent(
    'F48: a branch that somebody moves in the origin bails branch-moved, and their commit stays',
    async () => {
      const told = await tell(rigged, {
        steps: 2,
        leaves: [{ role: 'developer', phase: 'red', step: '2', attempt: 1, do: [{ sleepMs: 2_500 }] }],
      });
      await told.reach(
        (_status, lines) => lines.at(-1) === 'develop-red starts' && lines.some((line) => line.startsWith('step 2')),
      );
      const tree = await told.git('rev-parse', 'tdd/docs--issue^{tree}');
      const foreign = await told.git('commit-tree', tree, '-p', 'tdd/docs--issue', '-m', 'by hand');
      await told.git('update-ref', 'refs/heads/tdd/docs--issue', foreign);
      await expect(told.result()).rejects.toMatchObject({
        cause: { type: 'branch-moved' },
      });
      expect(await told.git('rev-parse', 'tdd/docs--issue')).toBe(foreign);
    },
  );
});
