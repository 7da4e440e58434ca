import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { lstat, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * The structured result of one test run: a file of JSON lines, each behind a seal over its number and text. The
 * key is random per run, kept in this process's memory and handed to the runner in a file that it deletes before
 * any test starts. So a result of another run, a truncated one, and one that a test wrote itself are told (T11).
 */

const keyFile = 'pawl-key';
const eventsFile = 'pawl-events.jsonl';
/** More than any suite's events; a result above it is a flood and no evidence. */
const mostBytes = 64 * 1024 * 1024;
const sealLength = 32;

export type SealedEvents =
  | { readonly kind: 'events'; readonly records: readonly unknown[]; readonly complete: boolean }
  | { readonly kind: 'absent' }
  | { readonly kind: 'spoilt'; readonly why: string };

export interface Seals {
  /** Before a run: a new key, and the runner's own files, in the result folder. */
  prepare(folder: string, files: Readonly<Record<string, string>>): void;
  /** After it, once. */
  read(folder: string): Promise<SealedEvents>;
}

export function createSeals(): Seals {
  const keys = new Map<string, Buffer>();
  return {
    prepare(folder, files) {
      const key = randomBytes(32);
      mkdirSync(folder, { recursive: true });
      writeFileSync(join(folder, keyFile), key, { mode: 0o600 });
      for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
      keys.set(folder, key);
    },
    async read(folder) {
      const key = keys.get(folder);
      keys.delete(folder);
      return key === undefined
        ? { kind: 'spoilt', why: 'it belongs to no run of this worker' }
        : readEvents(folder, key);
    },
  };
}

async function readEvents(folder: string, key: Buffer): Promise<SealedEvents> {
  const path = join(folder, eventsFile);
  try {
    // A link or a pipe in its place was put there by a test.
    const facts = await lstat(path);
    if (!facts.isFile()) return { kind: 'spoilt', why: 'it is not a plain file' };
    if (facts.size > mostBytes) return { kind: 'spoilt', why: `it is larger than ${mostBytes / 1024 / 1024} MiB` };
    return unseal(await readFile(path), key);
  } catch (error) {
    if (isAbsent(error)) return { kind: 'absent' };
    return { kind: 'spoilt', why: String(error) };
  }
}

function isAbsent(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && error.code === 'ENOENT';
}

/** `complete` is false when the last record, the runner's own end mark, is missing. */
function unseal(bytes: Buffer, key: Buffer): SealedEvents {
  const records: unknown[] = [];
  let start = 0;
  while (start < bytes.length) {
    const end = bytes.indexOf(0x0a, start);
    // A last line without its end was cut off in the middle of a write.
    if (end === -1) break;
    const body = bytes.subarray(start + sealLength + 1, end);
    const seal = bytes.subarray(start, start + sealLength);
    if (!isSealed(seal, body, key, records.length)) {
      return { kind: 'spoilt', why: `line ${records.length + 1} was not written by the runner of this run` };
    }
    records.push(JSON.parse(body.toString('utf8')));
    start = end + 1;
  }
  const last = records.at(-1);
  const complete = typeof last === 'object' && last !== null && 'type' in last && last.type === 'end';
  return { kind: 'events', records, complete };
}

function isSealed(seal: Buffer, body: Buffer, key: Buffer, number: number): boolean {
  const right = createHmac('sha256', key).update(`${number}:`).update(body).digest('hex').slice(0, sealLength);
  const wanted = Buffer.from(right);
  return seal.length === wanted.length && timingSafeEqual(seal, wanted);
}
