import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createPytest } from '../../../src/adapters/runners/pytest/pytest.js';
import { fixLinks } from '../../../src/adapters/artifacts/stores/inward-links.js';
import { buildScripts, type BuiltScripts } from '../process/support/built-scripts.js';
import { jailKinds } from '../process/support/rig.js';
import { pytestVersion } from '../../support/pytest.js';
import { removal } from '../../support/removal.js';
import { missing, setupRig, type Files, type SetupRig } from '../../support/setup-rig.js';

let scripts: BuiltScripts;
beforeAll(async () => void (scripts = await buildScripts()));
afterAll(() => scripts.remove());

/** A workspace of two packages, one of which needs its own copy of a package that the top has in another version. */
const workspace: Files = {
  'package.json': JSON.stringify({
    name: 'top',
    private: true,
    workspaces: ['packages/*'],
    dependencies: { dep: 'file:vendored/dep-1.0.0.tgz' },
  }),
  'packages/a/package.json':
    '{"name":"a","version":"1.0.0","dependencies":{"dep":"file:../../vendored/dep-2.0.0.tgz"}}',
  'packages/a/index.js': "module.exports = 'a with dep ' + require('dep');\n",
  'packages/b/package.json': '{"name":"b","version":"1.0.0","dependencies":{"a":"1.0.0"}}',
  'packages/b/index.js': "module.exports = 'b with ' + require('a');\n",
};

describe.each(jailKinds)('dependency stores with npm (jail: %s)', (kind) => {
  let rig: SetupRig;
  let store: string;
  let files: Files;
  beforeAll(async () => {
    rig = setupRig(kind, scripts.guardPath);
    files = { ...workspace, ...packed(rig.folder) };
    store = await rig.install(files);
  });
  afterAll(() => rig.remove());

  const node = (script: string): readonly string[] => [process.execPath, '-e', script];

  test('R15: packages of a workspace, their own node_modules and links to each other are there in another folder', async () => {
    const script = "console.log(require('dep'), '|', require('b'), '|', require.resolve('a'))";
    const changed = { ...files, 'packages/a/index.js': "module.exports = 'new a with dep ' + require('dep');\n" };
    const result = await rig.run(changed, store, node(script));
    expect(result.out.tail + result.err.tail).toMatch(
      /^1 \| b with new a with dep 2 \| .*\/runs\/[^/]+\/work\/packages\/a\/index.js\n$/,
    );
    expect(result.left.filter((path) => !Object.keys(files).some((file) => file.startsWith(path)))).toEqual([]);
  });

  test('a tree without one of the packages is shown the rest', async () => {
    const rest = Object.fromEntries(Object.entries(files).filter(([path]) => !path.startsWith('packages/a/')));
    expect((await rig.run(rest, store, node("console.log(require('dep'))"))).out.tail).toBe('1\n');
  });

  test('what tools cache inside node_modules can be written, is no change, and a program by name is on the PATH', async () => {
    const script = 'for f in .cache .vite .vite-temp; do touch node_modules/$f/x || exit 1; done; command -v npm-less';
    expect((await rig.run(files, store, ['sh', '-c', script])).exitCode).toBe(127);
    expect(await rig.stores.changed(store)).toEqual([]);
  });

  test('nothing else can be written; the process jail, which can not hold that, sees it afterwards', async () => {
    const attack = "echo 'module.exports = 666' >node_modules/dep/index.js";
    const result = await rig.run(files, store, ['sh', '-c', attack]);
    const changed = await rig.stores.changed(store);
    if (kind === 'bubblewrap') {
      expect(result.exitCode).not.toBe(0);
      expect(changed).toEqual([]);
      return;
    }
    expect(changed).toEqual(['node_modules/dep/index.js']);
    await rig.stores.discard(store);
    expect(await rig.stores.find('a'.repeat(64))).toBeNull();
    expect(await rig.stores.isThere(store)).toBe(false);
    expect(await rig.stores.changed(store)).toEqual(['the store itself']);
    store = await rig.install(files);
    expect((await rig.run(files, store, node("console.log(require('dep'))"))).out.tail).toBe('1\n');
  });
});

const noPython = missing('python3');
(noPython === null ? describe : describe.skip).each(jailKinds)(
  `dependency stores with pip (jail: %s)${noPython === null ? '' : ` (${noPython})`}`,
  (kind) => {
    let rig: SetupRig;
    let files: Files;
    let store: string;
    beforeAll(async () => {
      // Long and with a blank: installers then write another form of a script's first lines.
      rig = setupRig(kind, scripts.guardPath, { name: `a run ${'x'.repeat(100)}` });
      const tool = 'tool-1.0-py3-none-any.whl';
      files = {
        'requirements.txt': `--no-index\n--find-links wheels\n./wheels/${tool}\npytest==${pytestVersion}\n`,
        'test_shop.py': 'def test_price():\n    assert 1 == 1\n\ndef test_tax():\n    assert 1 == 2\n',
        ...pytestWheels(),
        [`wheels/${tool}`]: `copy:${wheel(rig.folder)}`,
      };
      store = await rig.install(files);
    });
    afterAll(() => rig.remove());

    test('R15: an environment works in another folder: its programs by PATH, its packages, its interpreter', async () => {
      const script = 'tool-says && python -c "import sys; print(sys.prefix)" && command -v tool-says';
      const result = await rig.run(files, store, ['sh', '-c', script]);
      const lines = (result.out.tail + result.err.tail).trim().split('\n');
      expect(lines[0]).toBe('the tool says 1');
      expect(lines[1]).toMatch(/\/work\/\.venv$/);
      expect(lines[2]).toMatch(/\/work\/\.venv\/bin\/tool-says$/);
      expect(result.left).toEqual(['wheels']);
      expect(await rig.stores.changed(store)).toEqual([]);
    });

    test("pytest that a setup installed is run by Pawl's own runner, by its program as by its module", async () => {
      for (const argv of [['pytest'], ['python', '-m', 'pytest']]) {
        const report = await rig.observe(files, store, createPytest(), argv);
        expect(report.problem).toBeNull();
        expect(report.tests.map(({ state }) => state)).toEqual(['passed', 'failed']);
      }
      expect(await rig.stores.changed(store)).toEqual([]);
    });

    test("an editable install reads the sources of the tree it is shown in, not the setup's", async () => {
      const place = join(rig.folder, 'setup');
      const library = join(place, '.venv/lib/python3/site-packages');
      mkdirSync(library, { recursive: true });
      mkdirSync(join(place, '.venv/bin'));
      writeFileSync(join(place, '.venv/pyvenv.cfg'), 'home = /usr/bin\n');
      writeFileSync(join(library, 'shop.pth'), `${place}/src\nimport site\n/opt/elsewhere\n`);
      symlinkSync(`${place}/.venv/lib`, join(place, '.venv/lib64'));
      const home = join(rig.folder, 'home');
      mkdirSync(home);
      const sealed = await rig.stores.seal('e'.repeat(64), { work: place, home, tracked: [], keeps: null });
      const pth = join(sealed, 'tree/.venv/lib64/python3/site-packages/shop.pth');
      expect(readFileSync(pth, 'utf8')).toBe('../../../../src\nimport site\n/opt/elsewhere\n');
    });
  },
);

describe('a dependency store', () => {
  const made = (rig: SetupRig, name: string): { work: string; home: string } => {
    const place = { work: join(rig.folder, name, 'work'), home: join(rig.folder, name, 'home') };
    for (const path of ['node_modules/x', 'packages/a/node_modules/y', 'packages/b']) {
      mkdirSync(join(place.work, path), { recursive: true });
    }
    mkdirSync(join(place.home, '.cargo/registry'), { recursive: true });
    writeFileSync(join(place.home, '.cargo/registry/crate'), 'crate');
    writeFileSync(join(place.work, 'node_modules/x/index.js'), 'x');
    writeFileSync(join(place.work, 'packages/b/built.js'), 'built');
    writeFileSync(join(place.work, 'packages/a/package.json'), '{}');
    return place;
  };
  const tracked = ['packages/a/package.json', 'packages/b/index.js'];

  test('holds what was made, at the top and in packages; of detected setups only what managers install', async () => {
    const rig = setupRig('process', scripts.guardPath);
    try {
      const all = await rig.stores.seal('a'.repeat(64), { ...made(rig, '1'), tracked, keeps: null });
      expect(existsSync(join(all, 'tree/packages/b/built.js'))).toBe(true);
      const some = await rig.stores.seal('b'.repeat(64), { ...made(rig, '2'), tracked, keeps: ['node_modules'] });
      expect(existsSync(join(some, 'tree/packages/b/built.js'))).toBe(false);
      const place = { work: join(rig.folder, 'export'), home: join(rig.folder, 'other-home'), network: false };
      mkdirSync(join(place.work, 'packages/a'), { recursive: true });
      const shown = await rig.stores.show(some, place);
      expect(shown.mounts.map(({ at }) => at).sort()).toEqual(
        [
          join(place.work, 'node_modules'),
          join(place.work, 'packages/a/node_modules'),
          join(place.home, '.cargo/registry'),
        ].sort(),
      );
    } finally {
      rig.remove();
    }
  });

  test('is finished by one rename: a draft that a killed worker left is no store, and goes when it is old', async () => {
    const rig = setupRig('process', scripts.guardPath);
    try {
      const hash = 'c'.repeat(64);
      const store = await rig.stores.seal(hash, { ...made(rig, '1'), tracked, keeps: null });
      // Of another hash, whose store was finished by the next start: it is never sealed again.
      const old = join(dirname(store), `${'b'.repeat(64)}.0123456789ab`);
      renameSync(store, old);
      rmSync(join(old, 'store.json'));
      const lastWeek = Date.now() / 1_000 - 7 * 24 * 60 * 60;
      utimesSync(old, lastWeek, lastWeek);
      mkdirSync(`${store}.fresh`);
      expect(await rig.stores.find(hash)).toBeNull();
      const again = await rig.stores.seal(hash, { ...made(rig, '2'), tracked, keeps: null });
      expect(again).toBe(store);
      expect(readdirSync(dirname(store)).sort()).toEqual([hash, `${hash}.fresh`].map((name) => `${name}`).sort());
    } finally {
      rig.remove();
    }
  });

  test('two setups of the same hash: the first that is done is the store, the other leaves nothing behind', async () => {
    const rig = setupRig('process', scripts.guardPath);
    try {
      const hash = 'd'.repeat(64);
      const [one, two] = await Promise.all(
        ['1', '2'].map((name) => rig.stores.seal(hash, { ...made(rig, name), tracked, keeps: null })),
      );
      expect(one).toBe(two);
      expect(readdirSync(dirname(one ?? ''))).toEqual([hash]);
      expect(await rig.stores.changed(one ?? '')).toEqual([]);
    } finally {
      rig.remove();
    }
  });

  test('changes are seen by name, size, time and mode, also when content and times were put back', async () => {
    const rig = setupRig('process', scripts.guardPath);
    try {
      const store = await rig.stores.seal('f'.repeat(64), { ...made(rig, '1'), tracked, keeps: null });
      const path = join(store, 'tree/node_modules/x/index.js');
      writeFileSync(join(store, 'tree/node_modules/x/\u{1f600}"\n'), '');
      expect(await rig.stores.changed(store)).toHaveLength(1);
      rmSync(join(store, 'tree/node_modules/x/\u{1f600}"\n'));
      expect(await rig.stores.changed(store)).toEqual([]);
      writeFileSync(path, 'y');
      writeFileSync(path, 'x');
      utimesSync(path, 0, 0);
      expect(await rig.stores.changed(store)).toEqual(['node_modules/x/index.js']);
    } finally {
      rig.remove();
    }
  });

  test('10,000 files are compared in a blink', async () => {
    const rig = setupRig('process', scripts.guardPath);
    try {
      const place = made(rig, '1');
      for (let folder = 0; folder < 200; folder += 1) {
        mkdirSync(join(place.work, `node_modules/p${folder}`));
        for (let file = 0; file < 50; file += 1)
          writeFileSync(join(place.work, `node_modules/p${folder}/${file}.js`), '');
      }
      const store = await rig.stores.seal('a'.repeat(64), { ...place, tracked, keeps: null });
      const times: number[] = [];
      for (let round = 0; round < 7; round += 1) {
        const before = process.cpuUsage();
        expect(await rig.stores.changed(store)).toEqual([]);
        const { user, system } = process.cpuUsage(before);
        times.push((user + system) / 1_000);
      }
      // CPU time: others work on this machine, too.
      console.info(`10,000 files compared in ${times.map(Math.round).join(', ')} ms of CPU time`);
      expect(Math.min(...times)).toBeLessThan(250);
    } finally {
      rig.remove();
    }
  });

  test('programs that corepack linked by a relative way still lead to where they led', async () => {
    const rig = setupRig('process', scripts.guardPath);
    try {
      const bin = join(rig.folder, 'home/.local/bin');
      mkdirSync(bin, { recursive: true });
      symlinkSync('../../../elsewhere/pnpm.js', join(bin, 'pnpm'));
      symlinkSync('pnpm', join(bin, 'pnpx'));
      await fixLinks(join(rig.folder, 'home'), '.local/bin');
      expect(readdirSync(bin)).toEqual(['pnpm', 'pnpx']);
      renameSync(bin, join(rig.folder, 'moved'));
      mkdirSync(join(rig.folder, 'elsewhere'));
      writeFileSync(join(rig.folder, 'elsewhere/pnpm.js'), 'pnpm');
      expect(readFileSync(join(rig.folder, 'moved/pnpx'), 'utf8')).toBe('pnpm');
    } finally {
      rig.remove();
    }
  });
});

/** Two versions of a tiny package, packed, and so installed and not linked. */
function packed(folder: string): Files {
  return Object.fromEntries(
    ['1', '2'].map((version) => {
      const place = join(folder, `dep-${version}/package`);
      mkdirSync(place, { recursive: true });
      writeFileSync(join(place, 'package.json'), `{"name":"dep","version":"${version}.0.0","main":"index.js"}`);
      writeFileSync(join(place, 'index.js'), `module.exports = ${version};\n`);
      const archive = join(folder, `dep-${version}.0.0.tgz`);
      execFileSync('tar', ['-czf', archive, '-C', dirname(place), 'package']);
      return [`vendored/dep-${version}.0.0.tgz`, `copy:${archive}`];
    }),
  );
}

/** A wheel with one module and one program, as pip takes it without a network. */
function wheel(folder: string): string {
  const path = join(folder, 'tool-1.0-py3-none-any.whl');
  const script = `
import sys, zipfile
with zipfile.ZipFile(sys.argv[1], 'w') as wheel:
    info = 'tool-1.0.dist-info/'
    wheel.writestr('tool.py', 'def main():\\n    print("the tool says 1")\\n')
    wheel.writestr(info + 'METADATA', 'Metadata-Version: 2.1\\nName: tool\\nVersion: 1.0\\n')
    wheel.writestr(info + 'WHEEL', 'Wheel-Version: 1.0\\nGenerator: x\\nRoot-Is-Purelib: true\\nTag: py3-none-any\\n')
    wheel.writestr(info + 'entry_points.txt', '[console_scripts]\\ntool-says = tool:main\\n')
    wheel.writestr(info + 'RECORD', '')
`;
  execFileSync('python3', ['-c', script, path]);
  return path;
}

/** pytest and what it needs, fetched once and used by all runs: complete or not there at all. */
function pytestWheels(): Files {
  const folder = join(tmpdir(), `pawl-tests-pytest-wheels-${pytestVersion}-${process.getuid?.() ?? 0}`);
  if (!existsSync(folder)) {
    const fresh = mkdtempSync(`${folder}.`);
    const args = ['-m', 'pip', 'download', '--quiet', '--disable-pip-version-check', '--only-binary', ':all:'];
    execFileSync('python3', [...args, '--dest', fresh, `pytest==${pytestVersion}`]);
    if (existsSync(folder)) rmSync(fresh, removal);
    else renameSync(fresh, folder);
  }
  return Object.fromEntries(readdirSync(folder).map((name) => [`wheels/${name}`, `copy:${join(folder, name)}`]));
}
