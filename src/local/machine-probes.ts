import { execFile } from 'node:child_process';
import { rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removeTree } from '../adapters/artifacts/remove-tree.js';
import { createRepositories } from '../adapters/git/repositories.js';
import { knownHostId } from '../adapters/host/host-id.js';
import { chooseJail } from '../adapters/jails/choose-jail.js';
import { findCgroups } from '../adapters/process/cgroup-places.js';
import { saysOfLimits } from '../adapters/process/fences.js';
import { leafLimits } from '../adapters/process/leaf-limits.js';
import { listProcesses, type ProcessEntry } from '../adapters/process/proc-table.js';
import { withDescendants } from '../adapters/process/tree.js';
import type { Config } from '../config.js';
import type { JailKind } from '../domain/leaf/jails.js';
import { NotARepositoryError, type OriginFacts } from '../ports/repository.js';

/** Looks at this machine without changing anything on it; for `pawl doctor` alone. */

/** What `git --version` prints; null when there is no git on PATH that runs. */
export function gitVersion(path: string, limitMs: number): Promise<string | null> {
  return new Promise((resolve) => {
    const options = { env: { PATH: path, LC_ALL: 'C' }, timeout: limitMs, killSignal: 'SIGKILL' } as const;
    execFile('git', ['--version'], options, (error, stdout) => resolve(error === null ? stdout.trim() : null));
  });
}

/** The id of this host; null as long as no worker or run has made one. */
export async function existingHostId(home: string): Promise<string | null> {
  return knownHostId(home);
}

export type JailLook =
  | {
      readonly kind: 'chosen';
      readonly jail: JailKind;
      readonly says: string;
      readonly limits: readonly string[];
    }
  | { readonly kind: 'missing'; readonly why: string };

export async function lookAtJail(config: Config): Promise<JailLook> {
  const choice = await chooseJail({
    setting: config.jail,
    home: config.userHome,
    searchPath: config.path,
    sandboxRuntime: config.sandboxRuntime,
  });
  if (choice.kind === 'missing') return choice;
  return { kind: 'chosen', jail: choice.jail.kind, says: choice.says, limits: choice.jail.limits };
}

/** What a worker of this shell could bound, as config.json wants it; `unheld` is null when all of it. */
export function lookAtLimits(config: Config): LimitsLook {
  const limits = leafLimits(config);
  const look = findCgroups();
  return { says: saysOfLimits(limits, look), unheld: look.problem };
}

export interface LimitsLook {
  readonly says: string;
  readonly unheld: string | null;
}

/** The repository that holds a folder; null when none does. Its drafts lie in a folder for temporary files. */
export async function lookAtOrigin(config: Config, folder: string): Promise<OriginFacts | null> {
  const { path, gitGlobalConfig, gitPeople, userHome } = config;
  const home = await mkdtemp(join(tmpdir(), 'pawl-doctor-'));
  // The doctor does not wait for a look that is late: then this is the last moment.
  const tidy = (): void => rmSync(home, { recursive: true, force: true, maxRetries: 3 });
  process.once('exit', tidy);
  try {
    return await createRepositories({ home, path, gitGlobalConfig, people: gitPeople, userHome }).inspect(folder);
  } catch (error) {
    if (error instanceof NotARepositoryError) return null;
    throw error;
  } finally {
    await removeTree(home);
    process.off('exit', tidy);
  }
}

/** Ends what a probe started and did not end itself. For the moment before this process ends. */
export function endOwnChildren(): void {
  const table = listProcesses();
  const isOwn = (entry: ProcessEntry): boolean => entry.parent === process.pid;
  for (const { pid } of withDescendants(table, isOwn)) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It ended by itself in between.
    }
  }
}
