import { describe, expect, test } from '@jest/globals';
import { hasRunnerSection, runnerSectionRefusal } from '../../../src/domain/files/runner-section.js';

const json = (value: unknown): string => JSON.stringify(value, null, 2);
const pkg = {
  name: 'shop',
  scripts: { test: 'node --test', build: 'tsc' },
  jest: { testEnvironment: 'node' },
  dependencies: {},
};
const py = '[project]\nname = "shop"\n\n[tool.pytest.ini_options]\naddopts = "-q"\n\n[tool.black]\nline-length = 100\n';
const cargo = '[package]\nname = "shop"\n\n[lib]\npath = "src/lib.rs"\n\n[[test]]\nname = "cart"\n\n[dependencies]\n';
const pom =
  '<project><properties><a>1</a></properties><build><plugins><plugin><artifactId>maven-surefire-plugin</artifactId><version>3</version></plugin></plugins></build></project>';

describe('R12 d: the part of a manifest that decides how tests are run', () => {
  test.each<[string, string, string, string]>([
    ['package.json', json(pkg), json({ ...pkg, jest: { testPathIgnorePatterns: ['cart'] } }), '"jest"'],
    ['packages/cart/package.json', json(pkg), json({ ...pkg, scripts: { test: 'true' } }), '"scripts.test"'],
    [
      'package.json',
      json(pkg),
      json({ ...pkg, scripts: { ...pkg.scripts, pretest: 'rm -r test' } }),
      '"scripts.pretest"',
    ],
    ['package.json', json(pkg), json({ ...pkg, 'lint-staged': {} }), '"lint-staged"'],
    ['pyproject.toml', py, py.replace('-q', '-q --ignore=tests/cart'), '[tool.pytest.ini_options]'],
    ['pyproject.toml', py, `${py}[tool.coverage.run]\nomit = ["*"]\n`, '[tool.coverage.run]'],
    ['pyproject.toml', py, `${py}[tool]\npytest.ini_options.addopts = "-x"\n`, '[tool.pytest.ini_options.addopts]'],
    [
      'pyproject.toml',
      py,
      py.replace('[tool.pytest.ini_options]', '[ tool . pytest . "ini_options" ]').replace('-q', '-k no'),
      '[tool.pytest.ini_options]',
    ],
    [
      'pyproject.toml',
      py,
      `${py}[project.entry-points."pytest11"]\nfake = "shop.fake"\n`,
      '[project.entry-points.pytest11]',
    ],
    ['setup.cfg', '[metadata]\nname = a\n', '[metadata]\nname = a\n[tool:pytest]\naddopts = -k no\n', '[tool:pytest]'],
    ['tox.ini', '[pytest]\n', '[pytest]\ntestpaths = no\n', '[pytest]'],
    ['Cargo.toml', cargo, cargo.replace('name = "cart"', 'name = "cart"\ntest = false'), '[test]'],
    ['Cargo.toml', cargo, cargo.replace('path = "src/lib.rs"', 'path = "src/lib.rs"\ntest = false'), '[lib]'],
    ['Cargo.toml', cargo, cargo.replace('name = "shop"', 'name = "shop"\nautotests = false'), '[package]'],
    [
      'pom.xml',
      pom,
      pom.replace('<version>3</version>', '<configuration><skip>true</skip></configuration>'),
      'maven-surefire-plugin',
    ],
    ['pom.xml', pom, pom.replace('<a>1</a>', '<maven.test.skip>true</maven.test.skip>'), '<maven.test.skip>'],
    ['composer.json', '{"scripts":{"test":"phpunit"}}', '{"scripts":{"test":"true"}}', '"scripts.test"'],
  ])('%s: refused, and the section is named', (path, before, after, section) => {
    expect(runnerSectionRefusal(path, before, after)).toContain(`its part ${section} is changed`);
    expect(runnerSectionRefusal(path, after, before)).toContain(section);
    expect(runnerSectionRefusal(path, before, before)).toBeNull();
  });

  test.each<[string, string, string]>([
    [
      'package.json',
      json(pkg),
      json({ ...pkg, dependencies: { zod: '4' }, scripts: { build: 'tsc -b', test: 'node --test' } }),
    ],
    ['package.json', json(pkg), JSON.stringify({ jest: pkg.jest, scripts: pkg.scripts })],
    ['pyproject.toml', py, `${py.replace('name = "shop"', 'name = "shop"\ndependencies = ["a"]')}# a comment\n`],
    ['Cargo.toml', cargo, `${cargo}serde = "1"\n`],
    ['pom.xml', pom, pom.replace('<a>1</a>', '<!-- <skipTests>true</skipTests> --> <a>2</a>\n')],
  ])('%s: anything else may change', (path, before, after) => {
    expect(runnerSectionRefusal(path, before, after)).toBeNull();
  });

  test.each([
    ['jest.config.js', 'export default {};\n', "export default { setupFiles: ['./src/fake.js'] };\n"],
    ['packages/cart/jest.setup.ts', 'one();\n', 'one();\nglobalThis.expect = () => fake;\n'],
    [
      'vitest.config.mts',
      'export default {};\n',
      "export default { test: { alias: { './cart.js': './fake.js' } } };\n",
    ],
    ['vite.config.ts', 'export default {};\n', "export default { test: { setupFiles: ['./src/fake.ts'] } };\n"],
    ['.mocharc.json', '{}\n', '{"require":"./src/fake.js"}\n'],
    ['pytest.ini', '[pytest]\n', '[pytest]\naddopts = -p src.fake\n'],
    ['phpunit.xml', '<phpunit/>\n', '<phpunit bootstrap="src/Fake.php"/>\n'],
  ])('%s: all of it is the runner’s own, also where it is new or goes', (path, before, after) => {
    expect(hasRunnerSection(path)).toBe(true);
    expect(runnerSectionRefusal(path, before, after)).toContain('its part (all of it) is changed');
    expect(runnerSectionRefusal(path, null, after)).toContain('its part (all of it) is changed');
    expect(runnerSectionRefusal(path, after, null)).toContain('gone with the file');
    expect(runnerSectionRefusal(path, before, before)).toBeNull();
  });

  test('a script that the test script starts, also by another one, is part of it; one that it only names is not', () => {
    const scripts = {
      test: 'npm run lint && npm run unit',
      unit: 'yarn inner',
      inner: 'node --test',
      lint: 'eslint',
      a: 'x',
    };
    const of = (more: object): string => json({ scripts: { ...scripts, ...more } });
    const refusal = (more: object): string | null => runnerSectionRefusal('package.json', of({}), of(more));
    expect(refusal({ unit: 'node --test src' })).toContain('"scripts.unit"');
    expect(refusal({ inner: 'true' })).toContain('"scripts.inner"');
    expect(refusal({ a: 'y', more: 'z' })).toBeNull();
    const plain = { scripts: { test: 'node --test build', build: 'tsc' } };
    expect(
      runnerSectionRefusal('package.json', json(plain), json({ scripts: { ...plain.scripts, build: 'swc' } })),
    ).toBeNull();
    const php = (unit: string): string => json({ scripts: { test: ['@unit'], unit } });
    expect(runnerSectionRefusal('composer.json', php('phpunit'), php('true'))).toContain('"scripts.unit"');
  });

  test('a build’s settings that say nothing of tests may change, and a setup file among the tests is one of them', () => {
    expect(
      runnerSectionRefusal('vite.config.ts', 'export default {};\n', 'export default { base: "/" };\n'),
    ).toBeNull();
    expect(hasRunnerSection('test/jest.setup.js', true)).toBe(false);
    expect(hasRunnerSection('test/jest.config.js', true)).toBe(true);
  });

  test('what can not be read is refused, a new manifest is not, a deleted one is for what it held', () => {
    expect(runnerSectionRefusal('package.json', json(pkg), '{')).toContain('can not be read any more');
    expect(runnerSectionRefusal('package.json', '{', json(pkg))).toContain('could not be read before');
    expect(runnerSectionRefusal('package.json', null, json(pkg))).toBeNull();
    expect(runnerSectionRefusal('package.json', json(pkg), null)).toContain('"jest"');
    expect(runnerSectionRefusal('package.json', '{"name":"a"}', null)).toBeNull();
    expect(hasRunnerSection('src/package.js')).toBe(false);
  });
});
