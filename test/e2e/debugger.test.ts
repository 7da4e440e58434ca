import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { rig, type Rig, type Told } from '../support/rig.js';
import { greenLeaf, leafOf, proves } from '../support/rule.js';
import { greenDo, storyFiles } from '../support/story.js';

/** Two edits that do not go green call the debugger: two attempts, each with a root cause (R-001-14, 15; R-004-30…33). */
let rigged: Rig;
beforeAll(async () => void (rigged = await rig({ jail: 'process' })));
afterAll(() => rigged.close());

const branch = 'tdd/docs--issue';
const source = 'src/numbers.js';
const testFile = 'test/numbers.test.js';
const withN1 = (value: string): string => storyFiles[source].replace('  // more\n', `  n1: ${value},\n  // more\n`);
const diagnosis = {
  status: 'done',
  note: 'mended',
  rootCause: 'the table holds the word instead of the number',
  evidence: "src/numbers.js, line 3: n1: 'one'",
};
const twoEdits = [
  greenLeaf(1, { write: source, text: withN1('11') }),
  greenLeaf(2, { write: source, text: withN1("'one'") }),
];

async function promptsOf(told: Told, leaf: RegExp): Promise<readonly string[]> {
  const { firstRunId } = await told.status();
  const leaves = join(rigged.home, 'runs', firstRunId, 'leaves');
  const names = (await readdir(leaves)).filter((name) => leaf.test(name)).sort();
  return Promise.all(names.map((name) => readFile(join(leaves, name, 'prompt.txt'), 'utf8')));
}

test.concurrent(
  'R-001-14, R-004-30…33: never green: two edits, the debugger twice, then debug-exhausted with the whole history',
  async () => {
    await proves(rigged, {
      name: '',
      story: {
        leaves: [
          ...twoEdits,
          // Would be green, and names no cause: it does not count.
          leafOf('debugger', 'green', 1, greenDo(1) ?? [], { ...diagnosis, rootCause: '', evidence: '' }),
          leafOf('debugger', 'green', 2, [{ write: source, text: withN1('2') }], diagnosis),
        ],
      },
      ends: 'debug-exhausted',
      says: [
        /^GREEN: FAIL \(still-red\)/,
        /^sent back to a revise leaf: /,
        'develop-revise (green) starts',
        /^GREEN: FAIL \(still-red\)/,
        /^sent back to the debugger: /,
        'debug-green starts',
        /^DEBUG: FAIL the debugger named no root cause/,
        'debug-green starts',
        `DEBUG: root cause: ${diagnosis.rootCause} (${diagnosis.evidence})`,
        /^GREEN: FAIL \(still-red\)/,
        /^bailed: debug-exhausted: two edits and 2 attempts of the debugger/,
      ],
      holds: async (told) => {
        const report = await told.handle.query<{ tried: readonly string[]; attempts: readonly string[] }>('report');
        expect(report.tried.filter((line) => line.startsWith('debug-green'))).toHaveLength(2);
        expect(report.attempts).toHaveLength(1);
        expect(await told.git('log', '--format=%s', `main..${branch}`)).not.toMatch(/^feat:/m);
        // The failing test, the diff and every earlier output (R-004-31).
        const prompts = await promptsOf(told, /debug-green/);
        expect(prompts).toHaveLength(2);
        for (const prompt of prompts) {
          expect(prompt).toContain('n1 is 1');
          expect(prompt).toMatch(/11 !== 1|\+ 11|actual: 11/);
          expect(prompt).toMatch(/'one' !== 1|\+ 'one'|actual: 'one'/);
        }
        expect(prompts[1]).toContain('no root cause');
      },
    });
  },
);

test.concurrent('R-001-15, R-004-33: the debugger edits as GREEN may, and its tree passes the same gates', async () => {
  await proves(rigged, {
    name: '',
    story: {
      leaves: [
        ...twoEdits,
        leafOf(
          'debugger',
          'green',
          1,
          [{ replace: testFile, from: "value('n1'), 1", to: "value('n1'), 'one'" }],
          diagnosis,
        ),
        leafOf('debugger', 'green', 2, [{ write: source, text: withN1('1') }], diagnosis),
      ],
    },
    ends: 'done',
    says: [
      /^sent back to the debugger: /,
      /^sent back to the debugger: test\/numbers\.test\.js \(modified\): holds the red test/,
      /^DEBUG: root cause: /,
      /^GREEN: PASS/,
      /^verdict-green: PASS on tree/,
      /^commit gate: .*all hold$/,
      /^feat: n1 is known/,
    ],
    holds: async (told) => expect(await told.git('show', `${branch}:${testFile}`)).toContain("value('n1'), 1)"),
  });
});
