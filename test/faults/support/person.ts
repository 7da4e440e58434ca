import { execFile } from 'node:child_process';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { WatchedRun } from './fault.js';

const run = promisify(execFile);

/** A person's commit on a branch of the origin, made in a work tree beside the checkout; gives its sha. */
export async function commitBeside(
  { told }: WatchedRun,
  branch: string,
  files: Readonly<Record<string, string>>,
): Promise<string> {
  const folder = `${told.origin}-person`;
  await told.git('worktree', 'add', '-q', '--detach', folder, branch);
  for (const [path, text] of Object.entries(files)) await writeFile(join(folder, path), text);
  const git = async (...args: string[]): Promise<string> =>
    (await run('git', ['-C', folder, ...args])).stdout.trimEnd();
  await git('add', '-A');
  await git('commit', '-qm', 'by hand');
  const sha = await git('rev-parse', 'HEAD');
  await told.git('worktree', 'remove', '--force', folder);
  await rm(folder, { recursive: true, force: true });
  await told.git('update-ref', `refs/heads/${branch}`, sha);
  return sha;
}
