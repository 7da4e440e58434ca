import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { removal } from '../support/removal.js';

const root = fileURLToPath(new URL('../../', import.meta.url));
let folder = '';

/** A small project with Pawl's own scripts and packages. */
beforeAll(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'pawl build ')));
  const same = ['package.json', 'package-lock.json', 'tsconfig.json', 'tsconfig.build.json', 'scripts', 'bin'];
  for (const name of same) cpSync(join(root, name), join(folder, name), { recursive: true });
  mkdirSync(join(folder, 'node_modules'));
  // One by one, so that the cache in node_modules is this project's own.
  for (const name of readdirSync(join(root, 'node_modules'))) {
    if (!['.cache', '.pawl-lock-hash'].includes(name))
      symlinkSync(join(root, 'node_modules', name), join(folder, 'node_modules', name));
  }
  write('src/domain/one.ts', 'export const one: number = 1;\n');
  write('src/contract/two.ts', "export { one as two } from '../domain/one.js';\n");
  write(
    'src/workflows/index.ts',
    "import { two } from '../contract/two.js';\nexport async function tddRun(): Promise<number> {\n  return two;\n}\n",
  );
  write('src/workflows/sound-jobs.ts', 'export const interceptors = () => ({});\n');
  write('src/old.ts', 'export const old = 1;\n');
  write('src/client.ts', "import { two } from './contract/two.js';\nprocess.stdout.write(`client ${two}\\n`);\n");
});
afterAll(() => rmSync(folder, removal));

const at = (...names: readonly string[]): string => join(folder, ...names);

function write(path: string, text: string): void {
  mkdirSync(dirname(at(path)), { recursive: true });
  writeFileSync(at(path), text);
}

async function build(env: Readonly<Record<string, string>> = {}): Promise<{ code: number; said: string }> {
  const end = await execa(process.execPath, [at('scripts', 'build.mjs')], { reject: false, env });
  expect(end.stdout).toBe('');
  return { code: end.exitCode ?? -1, said: end.stderr };
}

async function pawl(): Promise<{ code: number; text: string }> {
  const end = await execa(process.execPath, [at('bin', 'pawl.js')], { reject: false });
  return { code: end.exitCode ?? -1, text: `${end.stdout}${end.stderr}` };
}

const dist = (): readonly string[] => readdirSync(at('dist'), { recursive: true, encoding: 'utf8' }).sort();

describe('npm run build', () => {
  test('before it, pawl says what to do', async () => {
    expect(await pawl()).toEqual({ code: 2, text: expect.stringContaining('npm run build') });
  });

  test('two at once: one builds, the other waits and finds it done', async () => {
    const both = await Promise.all([build(), build()]);
    expect(both.map(({ code }) => code)).toEqual([0, 0]);
    const built = both.filter(({ said }) => said.includes('building: done'));
    expect(built).toHaveLength(1);
    expect(await pawl()).toEqual({ code: 0, text: 'client 1' });
    expect(readFileSync(at('dist', 'workflow-bundle.js'), 'utf8')).toContain('tddRun');
    const map = JSON.parse(readFileSync(at('dist', 'contract', 'two.js.map'), 'utf8')) as { sources: string[] };
    expect(resolve(at('dist', 'contract'), map.sources[0] ?? '')).toBe(at('src', 'contract', 'two.ts'));
    expect(readdirSync(at('.build'))).toEqual([]);
    expect(await build()).toEqual({ code: 0, said: '' });
  });

  test('a type error is told, and leaves what was built', async () => {
    const before = dist();
    write('src/domain/one.ts', "export const one: number = 'x';\n");
    const { code, said } = await build();
    expect(code).toBe(1);
    expect(said).toMatch(/The sources do not compile:\nsrc\/domain\/one\.ts\(1,14\): error TS2322/);
    expect(dist()).toEqual(before);
    expect(await pawl()).toEqual({ code: 0, text: 'client 1' });
  });

  test('kill -9 in the middle leaves the old one whole; the next build takes over and drops what is gone', async () => {
    write('src/domain/one.ts', 'export const one: number = 1;\n');
    write('src/client.ts', "process.stdout.write('client 2\\n');\n");
    unlinkSync(at('src', 'old.ts'));
    const killed = spawn(process.execPath, [at('scripts', 'build.mjs')], { stdio: 'ignore', detached: true });
    while (!existsSync(at('.build', 'lock'))) await new Promise((resolve) => setTimeout(resolve, 5));
    process.kill(-(killed.pid ?? 0), 'SIGKILL');
    await once(killed, 'exit');
    expect(await pawl()).toEqual({ code: 0, text: 'client 1' });
    expect(dist()).toContain('old.js');
    expect(await build()).toMatchObject({ code: 0 });
    expect(await pawl()).toEqual({ code: 0, text: 'client 2' });
    expect(dist()).not.toContain('old.js');
    expect(readdirSync(at('.build'))).toEqual([]);
  });

  test('git is missing: named, with how to get it', async () => {
    const { code, said } = await build({ PATH: at('bin') });
    expect(code).toBe(1);
    expect(said).toMatch(/Missing here:\n {2}- git; for example: apt-get install git/);
  });
});

describe('the dependencies', () => {
  const stamp = (): string => at('node_modules', '.pawl-lock-hash');
  const calls = (): readonly string[] =>
    existsSync(at('calls')) ? readFileSync(at('calls'), 'utf8').trim().split('\n') : [];

  async function install(env: Readonly<Record<string, string>>): Promise<{ code: number; said: string }> {
    const code = "import('./scripts/lib/install.mjs').then((it) => it.installDependencies())";
    const end = await execa(process.execPath, ['-e', code], { reject: false, env, cwd: folder });
    return { code: end.exitCode ?? -1, said: end.stderr };
  }

  /** An npm that writes down how it was called. */
  function npm(script: string): Readonly<Record<string, string>> {
    write(
      'npm.js',
      `const fs = require('node:fs');\nfs.appendFileSync(${JSON.stringify(at('calls'))}, process.argv.slice(2).join(' ') + '\\n');\n${script}\n`,
    );
    mkdirSync(at('npm'), { recursive: true });
    cpSync(at('npm.js'), at('npm', 'npm.js'));
    write('npm/package.json', '{"type":"commonjs"}');
    return { npm_execpath: at('npm', 'npm.js') };
  }

  test('are installed once, however many want them, and not again', async () => {
    rmSync(stamp(), { force: true });
    const lock = readFileSync(at('package-lock.json'), 'utf8');
    writeFileSync(at('package-lock.json'), lock.replace('"integrity": "sha512-', '"integrity": "sha512-x'));
    const env = npm('');
    expect((await Promise.all([install(env), install(env)])).map(({ code }) => code)).toEqual([0, 0]);
    expect(await install(env)).toMatchObject({ code: 0 });
    expect(calls()).toEqual(['ci --include=dev --loglevel=error --no-audit --no-fund']);
  });

  test("that can't be installed: npm's own words, and nothing counts as installed", async () => {
    writeFileSync(stamp(), 'of another lockfile');
    const { code, said } = await install(npm("console.error('npm error ENOTFOUND'); process.exit(1);"));
    expect(code).toBe(1);
    expect(said).toMatch(/npm ci failed; its last words:\nnpm error ENOTFOUND/);
    expect(readFileSync(stamp(), 'utf8')).toBe('of another lockfile');
  });

  test('that somebody installed by hand are left as they are', async () => {
    cpSync(join(root, 'package-lock.json'), at('package-lock.json'));
    rmSync(at('calls'), { force: true });
    expect(await install(npm(''))).toMatchObject({ code: 0 });
    expect(calls()).toEqual([]);
    expect(existsSync(stamp())).toBe(true);
  });
});
