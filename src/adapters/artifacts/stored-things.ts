import { readdir, readFile, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { StoredKind, StoredThing } from '../../domain/run/housekeeping.js';
import { removeTree } from './remove-tree.js';
import { treeSize } from './tree-size.js';

/** What belongs to one run's logs, below its folder. */
const logNames = ['leaves', 'artifacts', 'events.jsonl'] as const;

/** Everything below Pawl's home that housekeeping knows, but for what git holds; sizes included. */
export async function storedThings(home: string, nowMs: number): Promise<readonly StoredThing[]> {
  const things: StoredThing[] = [];
  const add = async (kind: StoredKind, path: string, run: string | null, isDone = false): Promise<void> => {
    const { bytes, changedAtMs } = await treeSize(path);
    if (changedAtMs > 0) things.push({ kind, id: path, run, isDone, bytes, usedAtMs: Math.min(changedAtMs, nowMs) });
  };
  const runs = join(home, 'runs');
  for (const key of await namesIn(runs)) {
    const folder = join(runs, key);
    const isDone = await saidDone(join(folder, 'events.jsonl'));
    for (const label of await namesIn(join(folder, 'work')))
      await add('workspace', join(folder, 'work', label), key, isDone);
    for (const label of await namesIn(join(folder, 'review')))
      await add('review-copy', join(folder, 'review', label), key, isDone);
    const logs = await Promise.all(logNames.map((name) => treeSize(join(folder, name))));
    const usedAtMs = Math.min(nowMs, Math.max(...logs.map((one) => one.changedAtMs)));
    const bytes = logs.reduce((sum, one) => sum + one.bytes, 0);
    if (usedAtMs > 0) things.push({ kind: 'log', id: folder, run: key, isDone, bytes, usedAtMs });
  }
  // A store's name is its hash; what has more to it is a draft, or on its way out.
  for (const name of await namesIn(join(home, 'stores'))) {
    await add(/^[0-9a-f]+$/.test(name) ? 'store' : 'draft', join(home, 'stores', name), null);
  }
  const drafts = join(home, 'repositories', '.drafts');
  for (const name of await namesIn(drafts)) await add('draft', join(drafts, name), null);
  return things;
}

/** Removes one of them, whatever was done to its modes (F39). @returns paths that could not be removed */
export async function removeThing({ kind, id }: StoredThing): Promise<readonly string[]> {
  if (kind !== 'log') return removeTree(id);
  const stuck: string[] = [];
  for (const name of logNames) stuck.push(...(await removeTree(join(id, name))));
  for (const name of ['work', 'review']) await rmdir(join(id, name)).catch(() => undefined);
  // Stays while a workspace or a review copy of the run does.
  await rmdir(id).catch(() => undefined);
  return stuck;
}

async function namesIn(folder: string): Promise<readonly string[]> {
  const names = await readdir(folder).catch((): string[] => []);
  return names.sort();
}

/** Its last event is the end that `tidy-up` writes: whatever came afterwards would stand below it. */
async function saidDone(events: string): Promise<boolean> {
  const text = await readFile(events, 'utf8').catch(() => '');
  const last = text.trimEnd().split('\n').at(-1) ?? '';
  return /^\{"kind":"ended","isDone":true\}$/.test(last);
}
