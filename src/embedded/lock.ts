import { createHash, randomBytes } from 'node:crypto';
import { link, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { z } from 'zod';
import { identify, isAlive, ProcessIdentity } from './process-identity.js';
import type { Progress } from './progress.js';
import { hasCode } from '../domain/thrown.js';
import { ServerError } from './server-error.js';

const Holder = ProcessIdentity.extend({
  host: z.string(),
  nonce: z.string().regex(/^[0-9a-f]{12}$/),
  purpose: z.string(),
});
type Holder = z.infer<typeof Holder>;

export interface LockRequest {
  readonly path: string;
  /** What the holder does, told to those who wait: "starts the Temporal server". */
  readonly purpose: string;
  readonly progress: Progress;
  readonly waitMs: number;
}

const betweenLooksMs = 50;

/**
 * One process at a time. The lock dies with its holder: who comes next sees that pid and start time are gone,
 * says so, and goes on.
 * @throws {ServerError} when a living holder keeps it longer than `waitMs`.
 */
export async function withLock<T>(request: LockRequest, act: () => Promise<T>): Promise<T> {
  const nonce = await acquire(request);
  try {
    return await act();
  } finally {
    await release(request.path, nonce);
  }
}

async function acquire(request: LockRequest): Promise<string> {
  const { path, purpose, progress, waitMs } = request;
  const nonce = randomBytes(6).toString('hex');
  const own = await identify(process.pid);
  const holder: Holder = { pid: process.pid, started: own?.started ?? 'unknown', host: hostname(), nonce, purpose };
  const end = Date.now() + waitMs;
  let told = false;
  for (;;) {
    const other = await look(path);
    if (other === null) {
      if (await claim(path, holder)) return nonce;
      continue;
    }
    if (other.kind === 'left') {
      progress.say(`A lock was left behind (${other.why}); taken over: ${path}`);
      await removeLeft(request, other.nonce);
      continue;
    }
    if (Date.now() >= end) throw new ServerError(heldTooLong(path, other.why, waitMs));
    if (!told) progress.say(`Waiting: ${other.why}.`);
    told = true;
    await new Promise((resolve) => setTimeout(resolve, betweenLooksMs));
  }
}

/** A link is made or not, in one step, and with its whole content: nobody ever sees a half-written lock. */
async function claim(path: string, holder: Holder): Promise<boolean> {
  const draft = `${path}.${holder.nonce}.draft`;
  await writeFile(draft, `${JSON.stringify(holder)}\n`, { mode: 0o600, flag: 'w' });
  try {
    await link(draft, path);
    return true;
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return false;
    throw error;
  } finally {
    await rm(draft, { force: true });
  }
}

type Look =
  | { readonly kind: 'held'; readonly why: string }
  | { readonly kind: 'left'; readonly why: string; readonly nonce: string };

const youngMs = 2_000;

/** Null when the lock went away in between. */
async function look(path: string): Promise<Look | null> {
  const text = await readFile(path, 'utf8').catch(() => null);
  if (text === null) return null;
  const holder = parseHolder(text);
  if (holder === null) {
    // Not ours, or cut off by a full disk. A young one may still be in the making by other means.
    const made = await stat(path).catch(() => null);
    if (made === null) return null;
    if (Date.now() - made.mtimeMs < youngMs) return { kind: 'held', why: 'a lock that is just being made' };
    return { kind: 'left', why: 'it holds no process', nonce: nonceOf(text) };
  }
  const who = `process ${holder.pid} ${holder.purpose}`;
  if (holder.host !== hostname()) return { kind: 'held', why: `${who} on host ${holder.host}` };
  if (await isAlive(holder)) return { kind: 'held', why: who };
  return { kind: 'left', why: `process ${holder.pid} is gone`, nonce: holder.nonce };
}

function parseHolder(text: string): Holder | null {
  try {
    return Holder.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

const nonceOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 12);

/**
 * Two who find the same dead lock must not both remove: the slower one would remove the quicker one's new lock.
 * So the removal has a lock of its own, named by the dead one, and looks again while it holds it.
 */
async function removeLeft(request: LockRequest, nonce: string): Promise<void> {
  await withLock({ ...request, path: `${request.path}.${nonce}`, purpose: 'takes over a lock' }, async () => {
    const now = await readFile(request.path, 'utf8').catch(() => null);
    if (now !== null && (parseHolder(now)?.nonce ?? nonceOf(now)) === nonce) await rm(request.path, { force: true });
    // Its holder may have died before its draft was gone.
    await rm(`${request.path}.${nonce}.draft`, { force: true });
  });
}

async function release(path: string, nonce: string): Promise<void> {
  const now = await readFile(path, 'utf8').catch(() => null);
  if (now !== null && parseHolder(now)?.nonce === nonce) await rm(path, { force: true });
}

function heldTooLong(path: string, why: string, waitMs: number): string {
  return [
    `Another process is busy with the server: ${why}; given up after ${Math.round(waitMs / 1_000)} s.`,
    `If that process hangs, end it; the lock is ${path}`,
  ].join('\n');
}
