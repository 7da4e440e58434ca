import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { displayLine } from '../../domain/sanitise.js';

const run = promisify(execFile);
/** A first start from a cold disk. */
const patienceMs = 20_000;

/**
 * What a CLI answers to questions such as `--version`, in an empty home: the person's own settings and login are no business
 * of such a question. One after the other: the second is quick when the first has brought the file into memory.
 * @throws when it can't be run or does not answer in time.
 */
export async function askProgram(
  path: string,
  searchPath: string,
  questions: readonly (readonly string[])[],
): Promise<readonly string[]> {
  const home = mkdtempSync(join(tmpdir(), 'pawl-agent-'));
  try {
    const env = { PATH: searchPath, HOME: home, TMPDIR: home };
    const answers: string[] = [];
    for (const question of questions) {
      const options = { env, cwd: home, timeout: patienceMs, killSignal: 'SIGKILL' } as const;
      const { stdout, stderr } = await run(path, question, options);
      answers.push(stdout === '' ? stderr : stdout);
    }
    return answers;
  } finally {
    rmSync(home, { recursive: true, force: true, maxRetries: 5 });
  }
}

export function whyNot(error: unknown): string {
  return error instanceof Error ? displayLine(error.message, 300) : 'unknown';
}

/** By numbers: 2.1.9 is older than 2.1.197. */
export function isOlder(version: string, than: string): boolean {
  const [found, wanted] = [version.split('.').map(Number), than.split('.').map(Number)];
  for (const [index, number] of wanted.entries()) {
    const other = found[index] ?? 0;
    if (other !== number) return other < number;
  }
  return false;
}
