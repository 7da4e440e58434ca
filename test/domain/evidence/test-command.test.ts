import { spawnSync } from 'node:child_process';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { readShellLine } from '../../../src/domain/evidence/shell-words.js';
import {
  commandParts,
  parseTestCommand,
  plainWord,
  showTestCommand,
  withWords,
} from '../../../src/domain/evidence/test-command.js';

const argvOf = (line: string) => {
  const parsed = parseTestCommand(line);
  return parsed.kind === 'command' ? parsed.argv : parsed.reason;
};

describe('a command line is cut as a shell would', () => {
  test.each([
    ['node --test', ['node', '--test']],
    ['  node\t--test  test/ ', ['node', '--test', 'test/']],
    ['pytest -k "a and not b"', ['pytest', '-k', 'a and not b']],
    ["node --test-name-pattern='it''s' --test", ['node', '--test-name-pattern=its', '--test']],
    ['node --test "a\\"b\\$c\\d"', ['node', '--test', 'a"b$c\\d']],
    ['node --test a\\ b \\#x', ['node', '--test', 'a b', '#x']],
    ["node --test 'test/**/*.js'", ['node', '--test', 'test/**/*.js']],
    ["pytest ''", ['pytest', '']],
    ['NODE_ENV=test node --test', ['env', 'NODE_ENV=test', 'node', '--test']],
    ['"NODE_ENV=test" node --test', ['NODE_ENV=test', 'node', '--test']],
  ])('%s', (line, argv) => {
    expect(argvOf(line)).toEqual(argv);
  });

  test.each([
    'node --test test/*.test.js',
    'npm run build && node --test',
    'node --test $FILES',
    'node --test "$FILES"',
    'node --test `ls`',
    'node --test ~/x',
    'pytest test_[ab].py',
    'node --test > out.txt',
    'a; b',
    'a\nb',
    'pytest # all of them',
  ])('T8: what only a shell can do stays with a shell: %s', (line) => {
    expect(argvOf(line)).toEqual(['sh', '-c', line]);
  });

  test.each([
    ['', 'is empty'],
    [' \t ', 'is empty'],
    ["node --test 'a", "single quote (') is not closed"],
    ['node "a', 'double quote (") is not closed'],
    ['node \\', 'ends with a backslash'],
    ['node \0', 'NUL character'],
  ])('R16: a line that no shell could read is refused: %p', (line, said) => {
    expect(argvOf(line)).toContain(said);
    expect(argvOf(line)).toContain('for example: node --test test/');
  });
});

describe('a command is shown so that it can be pasted', () => {
  test('quotes stand only where they must', () => {
    expect(showTestCommand(['node', '--test', 'a b', "it's", '--x=1', 'test/*.js', ''])).toBe(
      `node --test 'a b' 'it'\\''s' --x=1 'test/*.js' ''`,
    );
  });

  const words = fc.array(
    fc.string({ unit: 'binary', maxLength: 12 }).filter((word) => !word.includes('\0') && !/\p{Surrogate}/u.test(word)),
    { minLength: 1, maxLength: 6 },
  );

  test('T8: any argv comes back from its line', () => {
    fc.assert(
      fc.property(words, (argv) => {
        expect(argvOf(showTestCommand(argv))).toEqual(argv);
      }),
      { numRuns: 2_000 },
    );
  });

  test('T8: a real shell reads the same words', () => {
    const lines = fc.sample(words, 150).map((argv) => ({ argv, line: showTestCommand(argv) }));
    const script = lines.map(({ line }) => `printf '%s\\0' ${line}; printf '\\001\\0'`).join('\n');
    const { stdout } = spawnSync('sh', ['-c', script], { encoding: 'utf8' });
    expect(stdout).toBe(lines.map(({ argv }) => [...argv, '\u0001'].map((word) => `${word}\0`).join('')).join(''));
  });

  test('no line makes the reader throw or lose its place', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'ab \t\'"\\$`|&;<>()#*?~=\n'), maxLength: 40 }), (line) => {
        const read = readShellLine(line);
        if (read.kind === 'tokens')
          for (const token of read.tokens) expect(line.startsWith(token.source, token.start)).toBe(true);
      }),
      { numRuns: 5_000 },
    );
  });
});

describe('a runner adds its own words to the last command', () => {
  const added = (argv: readonly string[]) => {
    const parts = commandParts(argv);
    return parts === null ? null : withWords(parts, [...parts.words, plainWord("--it's")]);
  };

  test.each([
    [
      ['node', '--test'],
      ['node', '--test', "--it's"],
    ],
    [
      ['env', 'A=b c', 'node'],
      ['env', 'A=b c', 'node', "--it's"],
    ],
    [
      ['sh', '-c', 'npm run build && A=1 node --test a*.js'],
      ['sh', '-c', "npm run build && A=1 node --test a*.js '--it'\\''s'"],
    ],
    [
      ['/bin/sh', '-c', 'node   "$X"'],
      ['/bin/sh', '-c', `node "$X" '--it'\\''s'`],
    ],
  ])('%p', (argv, wanted) => {
    expect(added(argv)).toEqual(wanted);
  });

  test('assignments and env stand apart from the program', () => {
    expect(commandParts(['env', 'A=1', 'node', '--test'])?.words.map((word) => word.value)).toEqual(['node', '--test']);
    expect(commandParts(['sh', '-c', 'A=1 node'])?.words.map((word) => word.value)).toEqual(['node']);
    expect(commandParts(['A=1', 'node'])?.words.map((word) => word.value)).toEqual(['A=1', 'node']);
  });

  test.each([
    'a || node',
    'a | node',
    'node; true',
    'node &',
    'node > x',
    '(node)',
    'node $(ls)',
    'node `ls`',
    "node 'x",
  ])('a shell line whose exit code or words are not the command’s own is left alone: %s', (line) => {
    expect(commandParts(['sh', '-c', line])).toBeNull();
  });
});
