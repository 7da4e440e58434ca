import { constants } from 'node:fs';
import { open, realpath } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { changesSince, type ChangeSet } from '../adapters/git/change-set.js';
import type { Config } from '../config.js';
import { allowlistEntries, allowlistHints, allowlistProblem, type AllowlistEntry } from '../domain/files/allowlist.js';
import { checkCheckout, type GateFinding } from '../domain/files/file-gate.js';
import { NotARepositoryError, RepositoryError } from '../ports/repository.js';

export interface GateWish {
  /** The folder that was typed from. */
  readonly cwd: string;
  /** Null for the remote's default branch (R-004-15). */
  readonly base: string | null;
  /** A path, relative to `cwd` or absolute. */
  readonly allowlist: string;
}

export type GateJudgement =
  | { readonly kind: 'cannot-judge'; readonly why: string }
  | {
      readonly kind: 'judged';
      readonly finding: GateFinding;
      readonly base: ChangeSet['base'];
      /** Paths that changed, on the list or not. */
      readonly changed: number;
      readonly notes: readonly string[];
    };

/** The file gate of seed 004 over the checkout around a folder; changes nothing there and runs nothing of it. */
export async function judgeCheckout(config: Config, wish: GateWish): Promise<GateJudgement> {
  const list = await readList(wish);
  if (list.kind === 'problem') return { kind: 'cannot-judge', why: list.why };
  const { home, path, gitGlobalConfig, gitPeople, userHome } = config;
  try {
    const options = { home, path, gitGlobalConfig, people: gitPeople, userHome };
    const changes = await changesSince(options, wish.cwd, wish.base);
    return judge(changes, list.entries, await placeOf(wish, changes.top));
  } catch (error) {
    if (error instanceof NotARepositoryError || error instanceof RepositoryError)
      return { kind: 'cannot-judge', why: error.message };
    throw error;
  }
}

function judge(changes: ChangeSet, entries: readonly AllowlistEntry[], listPath: string | null): GateJudgement {
  const { base, tracked, untracked, hidden } = changes;
  const finding = checkCheckout({ tracked, untracked, allowed: entries.map((entry) => entry.path), listPath });
  const changed = new Set([...tracked, ...untracked].map((change) => change.path));
  const outside = finding.kind === 'clean' ? [] : [...finding.added, ...finding.modified, ...finding.deleted];
  const hints = allowlistHints(entries, outside, changed);
  return { kind: 'judged', finding, base, changed: changed.size, notes: [...hints, ...blindSpots(base, hidden)] };
}

/** Where the gate sees less than one may think; the first is the known hole of R-004-18, legal at a loop's start. */
function blindSpots(base: ChangeSet['base'], hidden: readonly string[]): readonly string[] {
  const notes: string[] = [];
  if (base.mergeBase === base.head) {
    notes.push(`the base holds every commit of this checkout, so only what is not committed was judged`);
  }
  const named = hidden.slice(0, 5).join(', ');
  const more = hidden.length > 5 ? ` and ${String(hidden.length - 5)} more` : '';
  if (hidden.length > 0) {
    const mend = 'git update-index --no-assume-unchanged --no-skip-worktree <path>';
    notes.push(`git was told not to look at ${named}${more}: edits there were not seen; to see them: ${mend}`);
  }
  return notes;
}

const maxListBytes = 1024 * 1024;
const expected = 'expected a text file with one path a line, from the top of the repository, for example: src/auth.ts';

type ReadList =
  | { readonly kind: 'read'; readonly entries: readonly AllowlistEntry[] }
  | { readonly kind: 'problem'; readonly why: string };

async function readList({ cwd, allowlist }: GateWish): Promise<ReadList> {
  const problem = (why: string): ReadList => ({ kind: 'problem', why: `the allowlist ${allowlist} ${why}` });
  const { O_RDONLY, O_NONBLOCK } = constants;
  // Without waiting: a FIFO in its place would never open.
  const file = await open(resolve(cwd, allowlist), O_RDONLY | O_NONBLOCK).catch((error: unknown) => error);
  if (!isHandle(file)) {
    const code = file instanceof Error && 'code' in file ? String(file.code) : 'unknown';
    return problem(code === 'ENOENT' ? `is not there; ${expected}` : `can't be read (${code}); ${expected}`);
  }
  try {
    const stats = await file.stat();
    if (!stats.isFile()) return problem(`is no regular file; ${expected}`);
    if (stats.size > maxListBytes) return problem(`is larger than 1 MiB; ${expected}`);
    const text = decode(await file.readFile());
    if (text === null) return problem(`is not UTF-8; ${expected}`);
    const entries = allowlistEntries(text);
    const bad = allowlistProblem(entries);
    return bad === null ? { kind: 'read', entries } : problem(`can't be used, ${bad}`);
  } finally {
    await file.close();
  }
}

type Handle = Awaited<ReturnType<typeof open>>;

function isHandle(value: unknown): value is Handle {
  return typeof value === 'object' && value !== null && 'readFile' in value;
}

/** UTF-8, with or without its mark; null for other bytes and for a binary file. */
function decode(bytes: Buffer): string | null {
  if (bytes.includes(0)) return null;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** The list as a path of the repository; a link counts as itself. Null when it lies elsewhere. */
async function placeOf({ cwd, allowlist }: GateWish, top: string): Promise<string | null> {
  const typed = resolve(cwd, allowlist);
  const path = relative(top, join(await realpath(dirname(typed)), basename(typed)));
  return path === '..' || path.startsWith(`..${sep}`) ? null : path.split(sep).join('/');
}
