import { describe, expect, test } from '@jest/globals';
import { installedEnvironment, installedPath, setupEnvironment } from '../../../src/domain/setup/environment.js';
import { decidingFiles, isManifest } from '../../../src/domain/setup/manifests.js';
import { setupRecipe, type SetupRecipe } from '../../../src/domain/setup/recipe.js';
import { tomlTable } from '../../../src/domain/setup/toml-table.js';

const everything = ['npm', 'pnpm', 'yarn', 'corepack', 'python3', 'uv', 'cargo', 'go', 'mvn'];

function recipeOf(
  files: Readonly<Record<string, string>>,
  { has = everything, pawl = [] as readonly (readonly string[])[] } = {},
): SetupRecipe | null {
  const paths = Object.keys(files);
  const texts = new Map(decidingFiles(paths).map((path) => [path, files[path] ?? '']));
  return setupRecipe(pawl, { files: paths, texts, hasProgram: (name) => has.includes(name) });
}

/** The commands as lines, without the options that only make them quiet. */
function linesOf(...given: Parameters<typeof recipeOf>): readonly string[] | null {
  const quiet = new Set(['--no-audit', '--no-fund', '--loglevel=error', '--quiet', '--no-input', '-B', '-q', '-ntp']);
  const more = new Set(['--disable-pip-version-check', '--reporter=append-only', '--no-progress', '--non-interactive']);
  const kept = (word: string): boolean => !quiet.has(word) && !more.has(word);
  return recipeOf(...given)?.commands.map((argv) => argv.filter(kept).join(' ')) ?? null;
}

const lock = (packages: object): string => JSON.stringify({ lockfileVersion: 3, packages });
const needs = '{"dependencies":{"x":"1"}}';

describe('setup with npm, pnpm and yarn', () => {
  test('a package without dependencies needs none', () => {
    expect(recipeOf({ 'package.json': '{}', 'package-lock.json': lock({ '': {} }) })).toBeNull();
    expect(recipeOf({ 'package.json': '{"dependencies":{}}' })).toBeNull();
    expect(
      recipeOf({ 'package.json': '{}', 'pnpm-lock.yaml': "lockfileVersion: '9.0'\nimporters:\n  .: {}\n" }),
    ).toBeNull();
    expect(recipeOf({ 'package.json': '{}', 'yarn.lock': '# yarn lockfile v1\n\n' })).toBeNull();
    expect(recipeOf({ 'src/a.js': '' })).toBeNull();
  });

  test('the lockfile that is there says which manager installs, and it is honoured', () => {
    const npm = { 'package.json': needs, 'package-lock.json': lock({ '': {}, 'node_modules/x': {} }) };
    expect(linesOf(npm)).toEqual(['npm ci']);
    expect(linesOf({ 'package.json': needs, 'npm-shrinkwrap.json': lock({ '': {}, x: {} }) })).toEqual(['npm ci']);
    const pnpm = { 'package.json': needs, 'pnpm-lock.yaml': 'packages:\n  x@1:\n    resolution: {}\n' };
    expect(linesOf(pnpm)).toEqual(['pnpm install --frozen-lockfile --package-import-method=copy']);
    const classic = { 'package.json': needs, 'yarn.lock': '# yarn lockfile v1\nx@1:\n  version "1.0.0"\n' };
    expect(linesOf(classic)).toEqual(['yarn install --frozen-lockfile']);
    const berry = { 'package.json': needs, 'yarn.lock': '__metadata:\n  version: 8\n"x@npm:1":\n  linkType: hard\n' };
    expect(linesOf(berry, { has: ['yarn'] })).toEqual(['yarn install --immutable']);
  });

  test('packageManager wins over the lockfile that happens to be there; another manager is left alone', () => {
    const files = {
      'yarn.lock': '# yarn lockfile v1\nx@1:\n  version "1.0.0"\n',
      'package-lock.json': lock({ x: {} }),
    };
    const wish = (name: string): string => JSON.stringify({ packageManager: name, dependencies: { x: '1' } });
    expect(linesOf({ 'package.json': wish('npm@10.1.0'), ...files })).toEqual(['npm ci']);
    expect(linesOf({ 'package.json': wish('yarn@1.22.0'), ...files })).toEqual(['yarn install --frozen-lockfile']);
    expect(linesOf({ 'package.json': wish('yarn@4.1.0'), ...files })?.at(-1)).toBe('yarn install --immutable');
    expect(linesOf({ 'package.json': wish('bun@1.1.0'), ...files })).toBeNull();
    expect(linesOf({ 'package.json': needs, 'bun.lock': '' })).toBeNull();
  });

  test('the manager itself: the repository brings it, the machine has it, or corepack does', () => {
    const yaml = { 'package.json': needs, 'yarn.lock': '__metadata:\n"x@npm:1":\n  linkType: hard\n' };
    const own = {
      ...yaml,
      '.yarnrc.yml': 'yarnPath: .yarn/releases/yarn-4.1.0.cjs\n',
      '.yarn/releases/yarn-4.1.0.cjs': '',
    };
    expect(linesOf(own)).toEqual(['node .yarn/releases/yarn-4.1.0.cjs install --immutable']);
    expect(linesOf(yaml)?.[0]).toContain('corepack enable --install-directory "$HOME/.local/bin" yarn');
    const pnpm = { 'package.json': needs, 'pnpm-lock.yaml': 'packages:\n  x@1:\n    resolution: {}\n' };
    expect(linesOf(pnpm, { has: ['corepack'] })?.[0]).toContain('corepack enable');
    // Nothing there at all: the command fails, and setup-failed says what is missing.
    expect(linesOf(pnpm, { has: [] })).toEqual(['pnpm install --frozen-lockfile --package-import-method=copy']);
  });

  test('dependencies without a lockfile are installed, and no lockfile is left', () => {
    expect(linesOf({ 'package.json': needs })).toEqual(['npm install --no-package-lock']);
    expect(recipeOf({ 'package.json': needs })?.why).toContain('without a lockfile');
    expect(linesOf({ 'package.json': '{"workspaces":["packages/*"]}' })).toEqual(['npm install --no-package-lock']);
  });

  test('a file that is not JSON is left to npm, which says what is wrong', () => {
    expect(linesOf({ 'package.json': '{', 'package-lock.json': '{' })).toEqual(['npm ci']);
  });
});

describe('setup with pip and uv', () => {
  const venv = 'python3 -m venv .venv';
  const pip = '.venv/bin/python -m pip install';

  test('requirements files, those for tests too, into an environment in the tree', () => {
    const files = { 'requirements.txt': 'flask==3\n', 'requirements-dev.txt': '-r requirements.txt\npytest\n' };
    expect(linesOf(files)).toEqual([venv, `${pip} -r requirements.txt -r requirements-dev.txt`]);
    expect(linesOf({ 'requirements.txt': '# none\n\n' })).toBeNull();
    expect(linesOf({ 'requirements/base.txt': 'a', 'requirements/test.txt': 'pytest' })?.[1]).toBe(
      `${pip} -r requirements/base.txt -r requirements/test.txt`,
    );
  });

  test('a repository that does not name pytest finds the one of the machine', () => {
    expect(linesOf({ 'requirements.txt': 'flask\n' })?.[0]).toBe('python3 -m venv --system-site-packages .venv');
  });

  test('pyproject.toml: what the project and its tests need, by extra or group; one that only configures tools nothing', () => {
    const project = '[project]\nname = "a"\ndependencies = [\n  "flask",\n]\n';
    const editable = '--config-settings editable_mode=compat -e';
    expect(linesOf({ 'pyproject.toml': project })?.[1]).toBe(`${pip} ${editable} .`);
    const extra = `${project}[project.optional-dependencies]\ntest = ["pytest"]\ndocs = ["sphinx"]\n`;
    expect(linesOf({ 'pyproject.toml': extra })).toEqual([venv, `${pip} ${editable} .[test]`]);
    const group = '[dependency-groups]\ndev = ["pytest"]\n';
    expect(linesOf({ 'pyproject.toml': group })?.slice(1)).toEqual([
      `${pip} --upgrade pip>=25.1`,
      `${pip} --group dev`,
    ]);
    const tools = '[project]\nname = "a"\ndependencies = []\n[tool.pytest.ini_options]\npythonpath = ["src"]\n';
    expect(linesOf({ 'pyproject.toml': tools })).toBeNull();
    expect(linesOf({ 'pyproject.toml': '[tool.black]\nline-length = 100\n' })).toBeNull();
  });

  test('uv.lock means uv', () => {
    const project = '[project]\nname="a"\n[project.optional-dependencies]\ntest = ["pytest"]\n';
    const files = { 'pyproject.toml': project, 'uv.lock': 'version = 1\n', 'requirements.txt': 'x\n' };
    expect(linesOf(files)).toEqual(['uv sync --frozen --extra test']);
  });

  test('a table of TOML is read by its lines', () => {
    const text = '[a]\nx = [ # none\n]\n"y z" = ["b"]\n[ a . b ]\nw = 1\n[[c]]\n';
    const table = tomlTable(text, 'a');
    expect(table.keys).toEqual(['x', 'y z']);
    expect([table.lists('x'), table.lists('y z'), table.lists('w')]).toEqual([false, true, false]);
    expect(tomlTable(text, 'a.b').keys).toEqual(['w']);
    expect(tomlTable('', 'a').keys).toEqual([]);
  });
});

describe('setup with cargo, go and maven', () => {
  test('cargo fetches what the lockfile has from elsewhere', () => {
    const manifest = '[package]\nname = "a"\n[dependencies]\nitoa = "1"\n';
    const lockfile = '[[package]]\nname = "itoa"\nsource = "registry"\n';
    expect(linesOf({ 'Cargo.toml': manifest, 'Cargo.lock': lockfile })).toEqual(['cargo fetch --locked']);
    expect(linesOf({ 'Cargo.toml': manifest, 'Cargo.lock': '[[package]]\nname = "a"\n' })).toBeNull();
    expect(linesOf({ 'Cargo.toml': manifest })).toEqual(['cargo fetch']);
    expect(linesOf({ 'Cargo.toml': '[package]\nname = "a"\n' })).toBeNull();
  });

  test('go downloads the modules that are required, and always builds; not where they are vendored', () => {
    const required = 'module a\n\nrequire (\n\tb v1.0.0\n)\n';
    expect(linesOf({ 'go.mod': required })?.[0]).toBe('go mod download');
    expect(linesOf({ 'go.mod': required, 'vendor/modules.txt': '' })).toBeNull();
    // What tests stand on is compiled once, and not in each of their runs.
    expect(linesOf({ 'go.mod': 'module a\n' })).toEqual([expect.stringContaining('go test -exec true')]);
    expect(linesOf({ 'go.work': 'use ./a\n', 'a/go.mod': required })?.[0]).toBe('go mod download');
  });

  test('maven by the wrapper that the repository brings; modules that need each other are built first', () => {
    const test = '--fail-never -DargLine=-version test';
    expect(linesOf({ 'pom.xml': '<project/>' })).toEqual(['mvn dependency:go-offline', `mvn ${test}`]);
    const modules = { 'pom.xml': '<modules><module>a</module></modules>', mvnw: '' };
    expect(linesOf(modules)).toEqual(['sh ./mvnw test-compile', `sh ./mvnw ${test}`]);
  });
});

describe('the setup of a repository', () => {
  test('several package managers are all asked', () => {
    const files = { 'package.json': needs, 'requirements.txt': 'pytest\n', 'src/a.js': '' };
    const recipe = recipeOf(files);
    expect(recipe?.commands).toHaveLength(3);
    expect(recipe?.programs).toEqual(['node', 'npm', 'python3']);
    expect(recipe?.keeps).toContain('node_modules');
  });

  test('pawl.json wins, keeps all that its commands make, and the scripts that they name count as manifests', () => {
    const files = { 'package.json': needs, 'pawl.json': '{}', 'tools/setup.sh': '', 'src/a.js': '' };
    const recipe = recipeOf(files, { pawl: [['sh', './tools/setup.sh']] });
    expect(recipe?.commands).toEqual([['sh', './tools/setup.sh']]);
    expect(recipe?.manifests).toEqual(['package.json', 'pawl.json', 'tools/setup.sh']);
    expect(recipe?.keeps).toBeNull();
  });

  test('manifests count wherever they lie, but only the top decides what is run', () => {
    const nested = [
      'packages/a/package.json',
      'crates/b/Cargo.toml',
      'api/pom.xml',
      'x/requirements-dev.txt',
      '.mvn/maven.config',
    ];
    expect(nested.filter(isManifest)).toEqual(nested);
    expect(['src/a.js', 'docs/requirements.md', 'my-package.json', 'package.json.bak'].filter(isManifest)).toEqual([]);
    expect(decidingFiles([...nested, 'package.json', 'requirements/dev.txt'])).toEqual([
      'package.json',
      'requirements/dev.txt',
    ]);
  });
});

describe('the environment around a store', () => {
  const installed = {
    home: '/h',
    venvs: ['/w/.venv'],
    binFolders: ['/w/node_modules/.bin'],
    caches: ['.m2/repository', '.local/bin'],
  };

  test('what was installed leads the PATH: environment, packages, managers', () => {
    expect(installedPath(installed)).toEqual(['/w/.venv/bin', '/w/node_modules/.bin', '/h/.local/bin']);
    expect(installedPath({ home: '/h', venvs: [], binFolders: [], caches: [] })).toEqual([]);
  });

  test('managers are told not to ask for a network only where there is none', () => {
    expect(installedEnvironment(installed, true)).not.toHaveProperty('CARGO_NET_OFFLINE');
    expect(installedEnvironment(installed, false)).toMatchObject({ CARGO_NET_OFFLINE: 'true', GOPROXY: 'off' });
  });

  test('Java is told where HOME is, in a setup as in a test run', () => {
    expect(setupEnvironment('/h')['MAVEN_OPTS']).toBe('-Duser.home=/h');
    expect(installedEnvironment(installed, false)['MAVEN_OPTS']).toBe('-Duser.home=/h');
    expect(installedEnvironment({ ...installed, caches: [] }, false)).not.toHaveProperty('MAVEN_OPTS');
  });
});
