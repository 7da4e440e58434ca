import { execFile } from 'node:child_process';
import { mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { removal } from './removal.js';

const run = promisify(execFile);

/** Runs on every Python from 3.9 on. */
export const pytestVersion = '8.4.2';
const patienceMs = 300_000;

export interface PytestHere {
  /** What a child needs to find this pytest: lay it over its environment. */
  readonly env: Readonly<Record<'PATH' | 'PYTHONPATH', string>>;
  readonly folder: string;
}

/**
 * pytest in a folder of its own below the system's temporary folder, installed once and used by all test files.
 * @throws an error whose message begins with `skipped: ` when this machine has no python3 with pip
 */
export async function pytestHere(version: string = pytestVersion): Promise<PytestHere> {
  const python = await pythonVersion();
  const folder = join(tmpdir(), `pawl-tests-pytest-${version}-python${python}-${process.getuid?.() ?? 0}`);
  if (!(await isThere(folder))) await installOnce(folder, version);
  const path = process.env['PATH'] ?? '';
  return { env: { PATH: `${join(folder, 'bin')}${delimiter}${path}`, PYTHONPATH: folder }, folder };
}

async function pythonVersion(): Promise<string> {
  try {
    const { stdout } = await run('python3', ['-c', 'import sys, pip; print("%d.%d" % sys.version_info[:2])']);
    return stdout.trim();
  } catch (error) {
    throw new Error('skipped: this machine has no python3 with pip, which the tests of pytest need', { cause: error });
  }
}

async function isThere(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}

/** One installer at a time; its folder appears whole or not at all, so a killed one leaves nothing half done. */
async function installOnce(folder: string, version: string): Promise<void> {
  const lock = `${folder}.lock`;
  const until = Date.now() + patienceMs;
  while (!(await takeLock(lock))) {
    if (await isThere(folder)) return;
    if (Date.now() > until) throw new Error(`waited too long for ${lock}; remove it if no test is installing pytest`);
    await sleep(200);
  }
  try {
    if (!(await isThere(folder))) await install(folder, version);
  } finally {
    await rm(lock, { force: true });
  }
}

async function takeLock(lock: string): Promise<boolean> {
  try {
    const file = await open(lock, 'wx');
    await file.writeFile(String(process.pid));
    await file.close();
    return true;
  } catch {
    const owner = Number(await readFile(lock, 'utf8').catch(() => ''));
    if (owner > 0 && !isAlive(owner)) await rm(lock, { force: true });
    return false;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

async function install(folder: string, version: string): Promise<void> {
  const fresh = `${folder}.new`;
  await rm(fresh, removal);
  await mkdir(fresh, { recursive: true });
  const options = ['--quiet', '--disable-pip-version-check', '--target', fresh];
  await run('python3', ['-m', 'pip', 'install', ...options, `pytest==${version}`], { timeout: patienceMs });
  await rename(fresh, folder);
}
