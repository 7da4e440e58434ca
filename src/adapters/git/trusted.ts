import { randomBytes } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { removeTree } from '../artifacts/remove-tree.js';
import { runGit, type GitAnswer } from './git-command.js';
import { gitEnvironment } from './git-environment.js';
import { gitFailure, lockInTheWay } from './git-failure.js';
import { clearStaleLock, noteKilled } from './stale-lock.js';
import type { OriginPlace, TrustedFolder } from './trusted-folder.js';

export interface TrustedCall {
  /** A private index (path); the repository has none of its own. */
  readonly index?: string;
  readonly workTree?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly input?: string | Buffer;
  readonly maxBytes?: number;
  /** Exit codes besides 0 that are answers; `must` throws for all others. */
  readonly answers?: readonly number[];
  readonly otherwise?: 'unreachable' | 'other';
}

/** The trusted repository as the adapter's parts use it. */
export interface Trusted {
  readonly origin: OriginPlace;
  readonly gitDir: string;
  /** Any exit code is an answer. */
  run(args: readonly string[], call?: TrustedCall): Promise<GitAnswer>;
  /** @throws {RepositoryError} for an exit code that is no answer. */
  must(args: readonly string[], call?: TrustedCall): Promise<Buffer>;
  /** Output of `must` as text, without the last newline. */
  text(args: readonly string[], call?: TrustedCall): Promise<string>;
  /** A folder for private indexes and drafts, of this call alone; removed afterwards. */
  withTemporary<T>(use: (folder: string) => Promise<T>): Promise<T>;
}

/** How long a lock of another living git process is waited for. */
const lockPatienceMs = 2000;
const lockPauseMs = 100;

/** The commands that talk to the origin. */
const outward = new Set(['fetch', 'ls-remote', 'push']);

/** @param network environment of the commands that talk to the origin; left out, as for a folder: the usual one */
export function openTrusted(
  path: string,
  folder: TrustedFolder,
  origin: OriginPlace,
  network: Readonly<Record<string, string>> = gitEnvironment(path, folder.home),
): Trusted {
  const base = gitEnvironment(path, folder.home);

  async function once(args: readonly string[], call: TrustedCall): Promise<GitAnswer> {
    const usual = outward.has(args[0] ?? '') ? network : base;
    const env: Record<string, string> = { ...usual, GIT_DIR: folder.gitDir, ...call.env };
    if (call.index !== undefined) env['GIT_INDEX_FILE'] = call.index;
    if (call.workTree !== undefined) env['GIT_WORK_TREE'] = call.workTree;
    return runGit({
      args,
      env,
      cwd: folder.gitDir,
      ...(call.input === undefined ? {} : { input: call.input }),
      ...(call.maxBytes === undefined ? {} : { maxBytes: call.maxBytes }),
    });
  }

  /** A lock in our own repository is either another worker's, gone in a moment, or stale (F47). */
  async function run(args: readonly string[], call: TrustedCall = {}): Promise<GitAnswer> {
    const until = Date.now() + lockPatienceMs;
    for (;;) {
      const startedAtMs = Date.now();
      const answer = await once(args, call);
      if (answer.code === null && !answer.cut) noteKilled(folder.gitDir, startedAtMs);
      const lock = answer.code === 0 ? null : lockInTheWay(answer);
      if (lock === null || !lock.startsWith(folder.gitDir)) return answer;
      if (await clearStaleLock(lock, folder.gitDir)) continue;
      if (Date.now() > until) return answer;
      await new Promise((resolve) => setTimeout(resolve, lockPauseMs));
    }
  }

  async function must(args: readonly string[], call: TrustedCall = {}): Promise<Buffer> {
    const answer = await run(args, call);
    const fine = answer.code === 0 || answer.cut || (call.answers ?? []).some((code) => code === answer.code);
    if (!fine) throw gitFailure(`git ${args[0] ?? ''}`, answer, call.otherwise);
    return answer.out;
  }

  async function withTemporary<T>(use: (folder: string) => Promise<T>): Promise<T> {
    const own = join(folder.temporary, randomBytes(8).toString('hex'));
    await mkdir(own, { recursive: true, mode: 0o700 });
    try {
      return await use(own);
    } finally {
      await removeTree(own);
    }
  }

  return {
    origin,
    gitDir: folder.gitDir,
    run,
    must,
    text: async (args, call) => (await must(args, call)).toString('utf8').replace(/\n$/, ''),
    withTemporary,
  };
}
