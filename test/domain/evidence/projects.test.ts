import { describe, expect, test } from '@jest/globals';
import type { TestReport } from '../../../src/domain/evidence/evidence.js';
import { isUnderTest } from '../../../src/domain/evidence/may-create.js';
import { filesIn, inRepository, namedFolder, pathIn, projectFolders } from '../../../src/domain/evidence/projects.js';
import { commandLine, splitFolder } from '../../../src/domain/evidence/test-command.js';

const files = [
  'README.md',
  'packages/api/package.json',
  'packages/api/src/a.js',
  'packages/api/plugins/auth/package.json',
  'packages/web/package.json',
  'tools/report/pyproject.toml',
  'node_modules/x/package.json',
  'test/fixtures/broken/package.json',
  'package.json',
];

describe('projects below the top of a repository', () => {
  test('are found by their manifests, nearest to the top first, without what is not ours', () => {
    expect(projectFolders(files)).toEqual([
      'packages/api',
      'packages/web',
      'tools/report',
      'packages/api/plugins/auth',
    ]);
  });

  test('a path is read as the project sees it', () => {
    expect(filesIn('packages/api', files)).toEqual(['package.json', 'src/a.js', 'plugins/auth/package.json']);
    expect(pathIn('packages/api', 'packages/api/src/a.js')).toBe('src/a.js');
    expect(pathIn('packages/api', 'packages/api2/src/a.js')).toBeNull();
    expect(pathIn('', 'a.js')).toBe('a.js');
  });

  test.each([
    ['Mend `packages/api/src/a.js` please', 'packages/api'],
    ['see packages/api/plugins/auth/index.js', 'packages/api/plugins/auth'],
    ['packages/api/a.js and packages/web/b.js', null],
    ['packages/apiary/a.js', null],
    ['nothing named', null],
  ])('the project nearest to the files that an issue names: %s', (text, folder) => {
    expect(namedFolder(projectFolders(files), text)).toBe(folder);
  });

  test("a project's report speaks the repository's paths", () => {
    const failure = { kind: 'missing-module', message: 'no b', missing: 'src/b', module: 'test/a.test.js' } as const;
    const report: TestReport = {
      ...{ runner: 'jest', end: 'exited', exitCode: 1, problem: null, durationMs: 1 },
      tests: [{ id: 'test/a.test.js > a', file: 'test/a.test.js', name: 'a', state: 'failed', durationMs: 1, failure }],
      fileFailures: [{ file: 'test/c.test.js', failure: { ...failure, kind: 'missing-symbol', missing: 'sum' } }],
      unbuilt: ['./', 'src/'],
    };
    expect(inRepository(report, 'packages/api')).toMatchObject({
      tests: [
        {
          id: 'packages/api/test/a.test.js > a',
          file: 'packages/api/test/a.test.js',
          failure: { missing: 'packages/api/src/b', module: 'packages/api/test/a.test.js' },
        },
      ],
      fileFailures: [{ file: 'packages/api/test/c.test.js', failure: { missing: 'sum' } }],
      unbuilt: ['packages/api/', 'packages/api/src/'],
    });
    expect(inRepository(report, '')).toBe(report);
  });

  test('C-6: a package at the top of a Go project below, and Python below src, are what the step may write', () => {
    const symbol = { kind: 'missing-symbol', message: 'undefined: Double', missing: 'Double', module: './' } as const;
    const module = { kind: 'missing-module', message: 'no shop.num', missing: 'shop/num', module: null } as const;
    const report: TestReport = {
      ...{ runner: 'go test', end: 'exited', exitCode: 1, problem: null, durationMs: 1, tests: [] },
      fileFailures: [symbol, module].map((failure) => ({ file: 'x_test.go', failure })),
    };
    const [go, python] = inRepository(report, 'services/b').fileFailures.map(({ failure }) => failure);
    expect(go && isUnderTest(go, ['services/b/num.go'])).toBe(true);
    expect(go && isUnderTest(go, ['services/a/num.go'])).toBe(false);
    expect(python && isUnderTest(python, ['services/b/src/shop/num.py'])).toBe(true);
    expect(python && isUnderTest(python, ['services/a/src/shop/num.py'])).toBe(false);
  });
});

describe('the command of a project below the top', () => {
  test.each([
    ['packages/api', ['node', '--test'], 'cd packages/api && node --test'],
    ["odd ' name", ['npx', 'jest'], "cd 'odd '\\'' name' && npx jest"],
  ])('is shown so that a shell could run it: %s', (folder, argv, line) => {
    expect(commandLine({ argv, folder })).toBe(line);
  });

  test.each([
    ['cd packages/api && node --test', 'packages/api', 'node --test'],
    ['cd ./packages/api/ && npx jest', 'packages/api', 'npx jest'],
    ["cd 'two words' && pytest", 'two words', 'pytest'],
  ])('is read back: %s', (line, folder, rest) => {
    expect(splitFolder(line)).toEqual({ folder, rest });
  });

  test.each(['cd /etc && node --test', 'cd ../up && node --test', 'cd $HOME && x', 'node --test', 'cd a; b'])(
    'anything else is one line for a shell: %s',
    (line) => {
      expect(splitFolder(line)).toEqual({ folder: '', rest: line });
    },
  );
});
