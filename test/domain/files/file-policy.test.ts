import { describe, expect, test } from '@jest/globals';
import { refusalsOf, refusedPath, type FileChange, type PolicyFacts } from '../../../src/domain/files/file-policy.js';
import { globProblem, matchesGlob, withTestGlobs } from '../../../src/domain/files/path-globs.js';
import type { EditPhase } from '../../../src/domain/leaf/roles.js';
import type { RegionChange } from '../../../src/domain/files/test-regions.js';
import { staysBelow } from '../../support/cpu-time.js';

const planFiles = ['src/auth.js', 'bin/run.sh', 'test/auth.test.js', 'package.json', '.github/workflows/ci.yml'];

function judge(phase: EditPhase, ...changes: readonly FileChange[]): readonly string[] {
  const frozen = phase === 'green' ? ['test/auth.test.js'] : [];
  const facts: PolicyFacts = { phase, changes, planFiles, isTestFile: (path) => path.includes('.test.'), frozen };
  return refusalsOf(facts);
}

function change(path: string, kind: FileChange['kind'] = 'modified', mode = '100644'): FileChange {
  return { path, kind, mode };
}

const code = change('src/auth.js');
const redTest = change('test/auth.test.js', 'added');
const phases: readonly EditPhase[] = ['red', 'green', 'refactor'];

describe('each phase has its own files', () => {
  test('RED takes the test and refuses code', () => {
    expect(judge('red', redTest)).toEqual([]);
    expect(judge('red', redTest, code)).toEqual([
      'src/auth.js (modified): is no test file: RED writes the test only, the code comes in GREEN; undo this change',
    ]);
  });

  test('R12: RED may change a planned test file, but not delete it', () => {
    expect(judge('red', change('test/auth.test.js'))).toEqual([]);
    expect(judge('red', change('test/auth.test.js', 'deleted'))).toEqual([
      expect.stringContaining('may not be deleted'),
    ]);
  });

  test.each(['modified', 'added', 'deleted'] as const)('F42, R12: GREEN can not have the red test %s', (kind) => {
    expect(judge('green', code, change('test/auth.test.js', kind))).toEqual([
      expect.stringMatching(/^test\/auth\.test\.js \(.*\): holds the red test/),
    ]);
  });

  test('GREEN takes code of the plan, deleted files included', () => {
    expect(judge('green', code)).toEqual([]);
    expect(judge('green', change('src/auth.js', 'deleted'))).toEqual([]);
  });

  test('GREEN refuses other test files of the plan, too', () => {
    const facts: PolicyFacts = {
      phase: 'green',
      changes: [change('test/other.test.js')],
      planFiles: ['test/other.test.js'],
      isTestFile: (path) => path.includes('.test.'),
      frozen: ['test/auth.test.js'],
    };
    expect(refusalsOf(facts)).toEqual([expect.stringContaining('GREEN changes code only')]);
  });

  test('REFACTOR takes code and tests of the plan, or nothing at all', () => {
    expect(judge('refactor', code, change('test/auth.test.js'))).toEqual([]);
    expect(judge('refactor')).toEqual([]);
  });

  test('F31: RED and GREEN without a change are refused', () => {
    expect(judge('red')).toEqual([expect.stringContaining('one new failing test')]);
    expect(judge('green')).toEqual([expect.stringContaining('makes the red test pass')]);
  });
});

describe.each(phases)('in %s', (phase) => {
  const own = phase === 'red' ? redTest : code;

  test.each([
    ['.tdd/issue-1.md', 'only Pawl writes'],
    ['.tdd/stop', 'only Pawl writes'],
    ['.current-gear', 'gear file'],
    ['specs/1/.current-gear', 'gear file'],
    ['RALPH_STOP', 'stop file'],
    ['vendor/.git/config', 'git directory'],
    ['.gitattributes', 'configuration of git'],
    ['.gitmodules', 'configuration of git'],
    ['src/.gitignore', 'configuration of git'],
    ['.github/workflows/release.yml', 'continuous integration'],
    ['.gitlab-ci.yml', 'continuous integration'],
    ['pawl.json', 'conventions for Pawl'],
    ['jest.config.js', 'test runner'],
    ['tests/conftest.py', 'test runner'],
    ['package-lock.json', 'manifest or lockfile'],
    ['src/other.js', 'not among the files of the plan'],
    ['test/other.test.js', 'not among the files of the plan'],
    ['SRC/auth.js', 'differs from the planned "src/auth.js" only in case'],
    ['src/auth.js/x.js', 'not among the files of the plan'],
  ])('T10: %s is refused, changed, added or deleted', (path, reason) => {
    for (const kind of ['modified', 'added', 'deleted'] as const) {
      expect(judge(phase, own, change(path, kind))).toEqual([expect.stringContaining(reason)]);
    }
  });

  test.each([
    ['120000', 'symbolic link'],
    ['160000', 'repository inside'],
  ])('T9, F37: mode %s is refused even at a planned path', (mode, reason) => {
    expect(judge(phase, change(own.path, 'added', mode))).toEqual([expect.stringContaining(reason)]);
    expect(judge(phase, change(own.path, 'modified', mode))).toEqual([expect.stringContaining(reason)]);
  });

  test('T9: a new executable outside the plan is refused as one', () => {
    expect(judge(phase, own, change('x.sh', 'added', '100755'))).toEqual([expect.stringContaining('new executable')]);
  });
});

describe('what the plan names may change', () => {
  test('but never what is Pawl’s own', () => {
    const facts: PolicyFacts = {
      phase: 'green',
      changes: [change('.tdd/issue-1.md'), change('.current-gear'), change('RALPH_STOP')],
      planFiles: ['.tdd/issue-1.md', '.current-gear', 'RALPH_STOP'],
      isTestFile: () => false,
      frozen: [],
    };
    expect(refusalsOf(facts)).toHaveLength(3);
  });

  test('a manifest, a workflow and an executable are fine when planned', () => {
    const changes = [
      change('package.json'),
      change('.github/workflows/ci.yml'),
      change('bin/run.sh', 'added', '100755'),
    ];
    expect(judge('green', ...changes)).toEqual([]);
  });

  test('a link or a badly named file of the base may be deleted when planned', () => {
    const facts: PolicyFacts = {
      phase: 'green',
      changes: [change('link', 'deleted', '120000'), change('a\\b', 'deleted')],
      planFiles: ['link', 'a\\b'],
      isTestFile: () => false,
      frozen: [],
    };
    expect(refusalsOf(facts)).toEqual([]);
  });

  test('reasons are short, on one line, and not more than a leaf can read', () => {
    const changes = Array.from({ length: 1_000 }, (_, index) => change(`node_modules/\u001b[31m\n${index}`, 'added'));
    const refusals = judge('green', ...changes);
    expect(refusals).toHaveLength(21);
    expect(refusals.at(-1)).toBe('… and 980 more paths');
    expect(refusals.join('')).not.toMatch(/[\u001b\n]/);
  });
});

describe('testFiles of pawl.json', () => {
  test.each([
    ['checks/**/*.js', 'checks/a.js', true],
    ['checks/**/*.js', 'checks/x/y/a.js', true],
    ['checks/**/*.js', 'other/checks/a.js', false],
    ['**/*.spec.ts', 'a.spec.ts', true],
    ['**/*.spec.ts', 'x/y.spec.tsx', false],
    ['t/*.js', 't/x/a.js', false],
    ['t/**', 't/x/a.js', true],
    ['t/**', 't', true],
    ['*_test.*.py', 'a_test.b.py', true],
    ['a.js', 'aXjs', false],
    ['**', 'anything/at/all', true],
  ])('%s against %s: %s', (glob, path, expected) => {
    expect(globProblem(glob)).toBeNull();
    expect(matchesGlob(path, glob)).toBe(expected);
  });

  test('only the simple ones are globs', () => {
    for (const glob of ['', '/a', 'a\\b', '{a,b}', 'a?', '[ab]', '!a', '../a', 'a//b', './a', 'a**', 'x'.repeat(201)]) {
      expect(globProblem(glob)).not.toBeNull();
    }
  });

  test('they add to what the runner takes for a test, and take nothing away', () => {
    const isTestFile = withTestGlobs((path) => path.includes('.test.'), ['checks/**']);
    expect(['a.test.js', 'checks/a.js', 'src/a.js'].map(isTestFile)).toEqual([true, true, false]);
  });

  test('T13: stars and names that fight each other end quickly', () => {
    const path = Array.from({ length: 200 }, () => 'a'.repeat(60)).join('/');
    const work = (): void => {
      expect(matchesGlob(path, `${'**/*a*a*a/'.repeat(18)}b`)).toBe(false);
      expect(matchesGlob('a'.repeat(10_000), `${'*a'.repeat(90)}*b`)).toBe(false);
    };
    expect(staysBelow(() => 500, work)).toBe(true);
  });
});

describe('T10: whatever decides how the work is judged is refused outside of the plan', () => {
  test.each([
    ['.circleci/config.yml', 'continuous integration'],
    ['ci/Jenkinsfile', 'continuous integration'],
    ['Jenkinsfile.release', 'continuous integration'],
    ['azure-pipelines-release.yml', 'continuous integration'],
    ['.forgejo/workflows/a.yml', 'continuous integration'],
    ['.husky/pre-commit', 'configuration of hooks'],
    ['.githooks/commit-msg', 'configuration of hooks'],
    ['.pre-commit-config.yaml', 'configuration of hooks'],
    ['lefthook.yml', 'configuration of hooks'],
    ['.lintstagedrc.json', 'configuration of hooks'],
    ['.mocharc.cjs', 'test runner'],
    ['vitest.workspace.ts', 'test runner'],
    ['phpunit.xml.dist', 'test runner'],
    ['.rspec', 'test runner'],
    ['.config/nextest.toml', 'test runner'],
    ['tests/pytest.ini', 'test runner'],
    ['build.gradle.kts', 'manifest or lockfile'],
    ['src/Shop.csproj', 'manifest or lockfile'],
    ['Gemfile.lock', 'manifest or lockfile'],
  ])('%s', (path, reason) => {
    for (const phase of phases) {
      expect(judge(phase, phase === 'red' ? redTest : code, change(path))).toEqual([expect.stringContaining(reason)]);
    }
  });

  test('R12 d: the runner’s section of a planned manifest is refused with file and section', () => {
    const facts: PolicyFacts = {
      phase: 'green',
      changes: [change('package.json')],
      planFiles,
      isTestFile: () => false,
      frozen: [],
      sections: new Map([['package.json', 'its part "jest" is changed']]),
    };
    expect(refusalsOf(facts)).toEqual(['package.json (modified): its part "jest" is changed']);
  });
});

describe('tests inside of a Rust file are judged by region', () => {
  const judgeRust = (phase: EditPhase, region: Partial<RegionChange>, frozen: readonly string[] = []) =>
    refusalsOf({
      phase,
      changes: [change('src/lib.rs')],
      planFiles: ['src/lib.rs'],
      isTestFile: () => false,
      frozen,
      regions: new Map([['src/lib.rs', { inside: false, outside: false, unclear: null, ...region }]]),
    });

  test('RED may change the tests and nothing else', () => {
    expect(judgeRust('red', { inside: true })).toEqual([]);
    expect(judgeRust('red', { inside: true, outside: true })).toEqual([
      expect.stringContaining('outside of its #[cfg(test)]'),
    ]);
  });

  test('F42: GREEN may change the code and not the tests, frozen or not', () => {
    expect(judgeRust('green', { outside: true }, ['src/lib.rs'])).toEqual([]);
    expect(judgeRust('green', { outside: true, inside: true }, ['src/lib.rs'])).toEqual([
      expect.stringContaining('holds the red test'),
    ]);
    expect(judgeRust('green', { inside: true })).toEqual([expect.stringContaining('inside of its #[cfg(test)]')]);
  });

  test('REFACTOR may change both', () => {
    expect(judgeRust('refactor', { outside: true, inside: true })).toEqual([]);
  });

  test('what can not be divided counts as code, and a frozen file stays whole', () => {
    const unclear = { outside: true, unclear: 'a bracket is not closed' };
    expect(judgeRust('red', unclear)).toEqual([expect.stringContaining('is no test file')]);
    expect(judgeRust('green', unclear, ['src/lib.rs'])).toEqual([expect.stringContaining('holds the red test')]);
  });
});

describe('R-004-20: the path that a person may allow is read back out of the reasons', () => {
  test.each([
    ['src/other.js', 'src/other.js'],
    ['.github/workflows/release.yml', '.github/workflows/release.yml'],
    ['a b/ünïcode (x).js', 'a b/ünïcode (x).js'],
    ['tests/conftest.py', 'tests/conftest.py'],
  ])('%s', (path, expected) => {
    const reasons = judge('green', code, change(path), change('src/more.js', 'added')).join('; ');
    expect(refusedPath(reasons)).toBe(expected);
    expect(refusedPath(`sent back 3 times; the last reason: ${reasons}`)).toBe(expected);
  });

  test('reasons of another kind name none', () => {
    expect(refusedPath(judge('green', change('test/auth.test.js')).join('; '))).toBeNull();
    expect(refusedPath(judge('green', change('.tdd/stop')).join('; '))).toBeNull();
    expect(refusedPath('the workspace is gone')).toBeNull();
  });
});
