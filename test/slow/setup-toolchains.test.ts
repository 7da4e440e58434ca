import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { buildScripts, type BuiltScripts } from '../adapters/process/support/built-scripts.js';
import { jailKinds } from '../adapters/process/support/rig.js';
import { removal } from '../support/removal.js';
import { missing, setupRig, type Files } from '../support/setup-rig.js';

/** Each toolchain that this machine has, in earnest: a package from its registry, installed once, then used offline. */
interface Story {
  readonly needs: readonly string[];
  readonly files: Files;
  readonly run: readonly string[];
  readonly says: string;
  /** Makes the lockfile, which names the registry of this machine. */
  readonly lock?: { readonly argv: readonly string[]; readonly file: string };
}

const pom = `<project xmlns="http://maven.apache.org/POM/4.0.0"><modelVersion>4.0.0</modelVersion>
<groupId>org.example</groupId><artifactId>shop</artifactId><version>1</version>
<properties><maven.compiler.source>11</maven.compiler.source><maven.compiler.target>11</maven.compiler.target>
<project.build.sourceEncoding>UTF-8</project.build.sourceEncoding></properties>
<dependencies><dependency><groupId>junit</groupId><artifactId>junit</artifactId><version>4.13.2</version>
<scope>test</scope></dependency></dependencies></project>`;

const nodeFiles = {
  'package.json': '{"name":"shop","version":"1.0.0","private":true,"dependencies":{"is-odd":"3.0.1"}}',
  'a.test.js': "require('node:test')('odd', () => require('node:assert').ok(require('is-odd')(3)));",
};

const stories: Readonly<Record<string, Story>> = {
  cargo: {
    needs: ['cargo', 'cc'],
    files: {
      'Cargo.toml': '[package]\nname = "shop"\nversion = "0.1.0"\nedition = "2021"\n[dependencies]\nitoa = "1.0.11"\n',
      'src/lib.rs': '#[cfg(test)] mod tests { #[test] fn one() { assert_eq!(itoa::Buffer::new().format(1), "1"); } }\n',
    },
    run: ['cargo', 'test', '--quiet'],
    says: '1 passed',
  },
  go: {
    needs: ['go'],
    files: {
      'go.mod': 'module example.org/shop\n\ngo 1.21\n\nrequire github.com/google/uuid v1.6.0\n',
      'go.sum':
        'github.com/google/uuid v1.6.0 h1:NIvaJDMOsjHA8n1jAhLSgzrAzy1Hgr+hNrb57e+94F0=\n' +
        'github.com/google/uuid v1.6.0/go.mod h1:TIyPZe4MgqvfeYDBFedMoGGpEw/LqOeaOT+nhxU+yHo=\n',
      'shop_test.go':
        'package shop\n\nimport (\n\t"testing"\n\n\t"github.com/google/uuid"\n)\n\nfunc TestOne(t *testing.T) {\n\tif uuid.Nil.String() == "" {\n\t\tt.Fatal("empty")\n\t}\n}\n',
    },
    run: ['go', 'test', './...'],
    says: 'ok',
  },
  maven: {
    needs: ['mvn', 'javac'],
    files: {
      'pom.xml': pom,
      'src/test/java/OneTest.java':
        'import org.junit.Test; public class OneTest { @Test public void one() { org.junit.Assert.assertEquals(1, 1); } }\n',
    },
    run: ['mvn', '-B', 'test'],
    says: 'Tests run: 1, Failures: 0',
  },
  pnpm: {
    needs: ['pnpm'],
    files: nodeFiles,
    lock: { argv: ['pnpm', 'install', '--lockfile-only'], file: 'pnpm-lock.yaml' },
    run: ['node', '--test'],
    says: 'pass 1',
  },
  npm: {
    needs: ['npm'],
    files: nodeFiles,
    lock: { argv: ['npm', 'install', '--package-lock-only', '--no-audit', '--no-fund'], file: 'package-lock.json' },
    run: ['node', '--test'],
    says: 'pass 1',
  },
  yarn: {
    needs: ['yarn'],
    files: nodeFiles,
    lock: { argv: ['yarn', 'install', '--non-interactive'], file: 'yarn.lock' },
    run: ['node', '--test'],
    says: 'pass 1',
  },
  pip: {
    needs: ['python3'],
    files: { 'requirements.txt': 'pytest==8.4.2\n', 'test_one.py': 'def test_one():\n    assert True\n' },
    run: ['pytest', '-q'],
    says: '1 passed',
  },
  uv: {
    needs: ['uv'],
    files: {
      'pyproject.toml':
        '[project]\nname = "shop"\nversion = "1"\nrequires-python = ">=3.10"\n' +
        'dependencies = []\n[dependency-groups]\ndev = ["pytest==8.4.2"]\n',
      'test_one.py': 'def test_one():\n    assert True\n',
    },
    lock: { argv: ['uv', 'lock'], file: 'uv.lock' },
    run: ['uv', 'run', 'pytest', '-q'],
    says: '1 passed',
  },
};

function locked(files: Files, { argv, file }: { readonly argv: readonly string[]; readonly file: string }): string {
  const folder = mkdtempSync(join(tmpdir(), 'pawl-lock-'));
  try {
    const { [file]: made, ...manifests } = files;
    if (made !== undefined) return made;
    for (const [path, text] of Object.entries(manifests)) writeFileSync(join(folder, path), text);
    execFileSync(argv[0] ?? '', argv.slice(1), { cwd: folder, env: { ...process.env, CI: '' }, stdio: 'ignore' });
    return readFileSync(join(folder, file), 'utf8');
  } finally {
    rmSync(folder, removal);
  }
}

let scripts: BuiltScripts;
beforeAll(async () => void (scripts = await buildScripts()));
afterAll(() => scripts.remove());

describe.each(jailKinds)('setup with the toolchains of this machine (jail: %s)', (kind) => {
  for (const [name, { needs, files, run, says, lock }] of Object.entries(stories)) {
    const why = missing(...needs);
    (why === null ? test : test.skip)(
      `${name}: what it fetched is there for tests without a network${why === null ? '' : ` (${why})`}`,
      async () => {
        const rig = setupRig(kind, scripts.guardPath);
        try {
          const all = lock === undefined ? files : { ...files, [lock.file]: locked(files, lock) };
          const store = await rig.install(all);
          const result = await rig.run(all, store, run);
          expect(`${result.out.tail}${result.err.tail}`).toContain(says);
          expect(result.exitCode).toBe(0);
          expect(await rig.stores.changed(store)).toEqual([]);
        } finally {
          rig.remove();
        }
      },
      600_000,
    );
  }
});
