import { readFile, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** One thing in a store, and where it is shown. */
export interface StoreEntry {
  /** Below the tree (`node_modules`, `packages/a/node_modules`), or below HOME (`.cargo/registry`). */
  readonly path: string;
  readonly below: 'tree' | 'home';
  /** Links in it, relative to it, that lead into the tree, as those to the packages of a workspace do. */
  readonly inward: readonly string[];
}

export interface StoreRecord {
  readonly version: 1;
  readonly entries: readonly StoreEntry[];
  /** Virtual environments of Python among the tree's entries. */
  readonly venvs: readonly string[];
}

const recordFile = 'store.json';

export async function writeRecord(store: string, record: StoreRecord): Promise<void> {
  await writeFile(join(store, recordFile), `${JSON.stringify(record, null, 1)}\n`, { mode: 0o600 });
}

/** Null for a folder that is no finished store of this version. */
export async function readRecord(store: string): Promise<StoreRecord | null> {
  const text = await readFile(join(store, recordFile), 'utf8').catch(() => null);
  return text === null ? null : parse(text);
}

function parse(text: string): StoreRecord | null {
  try {
    const read: unknown = JSON.parse(text);
    return isRecord(read) ? read : null;
  } catch {
    return null;
  }
}

/** Written whole by this module before its store was finished by a rename, so its version tells all. */
function isRecord(value: unknown): value is StoreRecord {
  return typeof value === 'object' && value !== null && 'version' in value && value.version === 1;
}

/** Housekeeping goes by the time of a store's last use. */
export async function markUsed(store: string): Promise<void> {
  const now = new Date();
  await utimes(join(store, recordFile), now, now).catch(() => undefined);
}
