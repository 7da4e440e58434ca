import { execFile } from 'node:child_process';
import { cp, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Config } from '../../config.js';

const examples = fileURLToPath(new URL('../../../examples/', import.meta.url));

export interface DemoSource {
  /** Absolute path of the issue file in the new repository. */
  readonly issue: string;
  readonly scenario: string;
}

/** Copies an example into a fresh git repository with one commit on `main`. */
export async function makeRepository(example: string, folder: string, config: Config): Promise<DemoSource> {
  await cp(join(examples, example, 'repository'), folder, { recursive: true });
  const git = gitIn(folder, config);
  await git('init', '--quiet', '--initial-branch=main', '--template=');
  await git('config', 'user.name', 'Pawl demo');
  await git('config', 'user.email', 'demo@pawl.invalid');
  // The worker reads the person's settings too.
  await git('config', 'commit.gpgsign', 'false');
  await git('add', '--all');
  await git('commit', '--quiet', '--no-verify', '--message', 'chore: the example as it is');
  const scenario = await readFile(join(examples, example, 'scenario.json'), 'utf8');
  return { issue: join(folder, 'docs', 'issue.md'), scenario };
}

/** Neither the person's nor the machine's git settings (signing, hooks, line ends) reach the demo. */
function gitIn(folder: string, config: Config): (...args: readonly string[]) => Promise<void> {
  const env = {
    PATH: config.path,
    HOME: folder,
    LC_ALL: 'C',
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_CONFIG_NOSYSTEM: '1',
  };
  return async (...args) => {
    await promisify(execFile)('git', [...args], { cwd: folder, env });
  };
}
