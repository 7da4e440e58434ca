import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { rig, type Rig, type Told } from '../support/rig.js';
import { greenLeaf, linesOf, proves } from '../support/rule.js';
import { storyFiles } from '../support/story.js';

/** Type-check, lint and hooks before a commit, never by git and never bypassed (R-001-16, 25, 26; R19). */
let rigged: Rig;
beforeAll(async () => void (rigged = await rig({ jail: 'process' })));
afterAll(() => rigged.close());

const branch = 'tdd/docs--issue';
const source = 'src/numbers.js';
const withN1 = (entry: string): string => storyFiles[source].replace('  // more\n', `  ${entry}\n  // more\n`);
const writes = (attempt: number, entry: string) => greenLeaf(attempt, { write: source, text: withN1(entry) });
const atTip = (told: Told, path: string): Promise<string> => told.git('show', `${branch}:${path}`);

/** A tool that finds a word in the source, says so and fails. */
const tool = (word: string, says: string): string =>
  [
    "import { readFileSync } from 'node:fs';",
    `if (readFileSync('${source}', 'utf8').includes('${word}')) {`,
    `  console.error('${source}:3: ${says}');`,
    '  process.exit(1);',
    '}',
    '',
  ].join('\n');

const hooked = (...preCommit: readonly string[]): Readonly<Record<string, string>> => ({
  'pawl.json': JSON.stringify({ hooks: '.githooks' }),
  '.githooks/pre-commit': `#!/bin/sh\n${preCommit.join('\n')}\n`,
});
/** Puts `n1` right as a formatter does: whoever is called does not know what is staged. */
const format = `sed -i 's/n1 *: *1/n1: 1/' ${source}`;
const isUnformatted = `grep -q 'n1 *: *1' ${source} && ! grep -q 'n1: 1' ${source}`;

test.concurrent(
  'R-001-16, 25: a type error goes back before tests and verifier, a lint error after them, each with its words',
  async () => {
    await proves(rigged, {
      name: '',
      story: {
        files: {
          'pawl.json': JSON.stringify({ typecheck: 'node tools/types.js', lint: 'node tools/lint.js' }),
          'tools/types.js': tool('TYPE', 'n1 is no number'),
          'tools/lint.js': tool('LINT', 'no such comment'),
        },
        leaves: [writes(1, 'n1: 1, // TYPE'), writes(2, 'n1: 1, // LINT'), writes(3, 'n1: 1,')],
      },
      ends: 'done',
      says: [
        'develop-green starts',
        /^TYPECHECK: FAIL /,
        /^sent back to a revise leaf: .*n1 is no number/s,
        'develop-revise (green) starts',
        /^TYPECHECK: PASS /,
        /^GREEN: PASS/,
        /^verdict-green: PASS/,
        /^checks: FAIL .*lint/,
        /^sent back to a revise leaf: .*no such comment/s,
        'develop-revise (green) starts',
        /^TYPECHECK: PASS /,
        /^verdict-green: PASS/,
        /^commit gate: suite, .*lint.*: all hold$/,
        /^feat: n1 is known/,
      ],
      holds: async (told) => {
        const lines = await linesOf(told);
        const firstVerifier = lines.indexOf('verify-green starts');
        expect(lines.findIndex((line) => line.startsWith('TYPECHECK: FAIL'))).toBeLessThan(firstVerifier);
        expect(lines.filter((line) => line === 'verify-green starts')).toHaveLength(2);
      },
    });
  },
);

test.concurrent(
  'R19 a, b: a hook that refuses goes to the developer; one that reformats and fails is judged anew on what it made',
  async () => {
    await proves(rigged, {
      name: '',
      story: {
        files: hooked(
          `if grep -q TODO ${source}; then echo 'no TODO in a commit' >&2; exit 1; fi`,
          `if ${isUnformatted}; then ${format}; echo reformatted; exit 1; fi`,
        ),
        leaves: [writes(1, 'n1: 1, // TODO'), writes(2, 'n1   :   1,')],
      },
      ends: 'done',
      says: [
        /^verdict-green: PASS/,
        /^checks: FAIL /,
        /^sent back to a revise leaf: .*no TODO in a commit/s,
        'develop-revise (green) starts',
        /^verdict-green: PASS/,
        /^a hook reformatted src\/numbers\.js/,
        /^GREEN: PASS/,
        /^verdict-green: PASS/,
        /^commit gate: .*all hold$/,
        /^feat: n1 is known/,
      ],
      holds: async (told) => expect(await atTip(told, source)).toContain('  n1: 1,\n'),
    });
  },
);

test.concurrent(
  'R19 c: a hook that reformats and says nothing is judged anew; a commit-msg hook has its say, Task: stays',
  async () => {
    await proves(rigged, {
      name: '',
      story: {
        files: {
          ...hooked(format),
          '.githooks/commit-msg': '#!/bin/sh\nsed -i "1s/\\$/ [checked]/" "$1"\n',
        },
        leaves: [writes(1, 'n1   :   1,')],
      },
      ends: 'done',
      says: [
        /^verdict-green: PASS/,
        /^a hook reformatted src\/numbers\.js/,
        /^GREEN: PASS/,
        /^verdict-green: PASS/,
        /^commit gate: .*all hold$/,
      ],
      holds: async (told) => {
        expect(await atTip(told, source)).toContain('  n1: 1,\n');
        const format = '--format=%s | %(trailers:key=Task,valueonly,separator=)';
        expect(await told.git('log', format, `main..${branch}`)).toContain('feat: n1 is known [checked] | 1');
      },
    });
  },
);

test.concurrent(
  'R19 d: a hook that calls what this checkout lacks is a system fault; nothing is committed past it',
  async () => {
    await proves(rigged, {
      name: '',
      story: { files: hooked('exec ./tools/absent.sh') },
      ends: 'hook-broken',
      says: [/^verdict-green: PASS/, /^bailed: hook-broken: .*calls a program that is not there.*absent\.sh/s],
      holds: async (told) => expect(await told.git('log', '--format=%s', `main..${branch}`)).not.toMatch(/^feat:/m),
    });
  },
);
