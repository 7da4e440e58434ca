import type { LeafLabel } from '../contract/activities.js';
import { traitsOf } from '../domain/leaf/jails.js';
import { isManifest } from '../domain/setup/manifests.js';
import type { ShownAt, ShownStore } from '../ports/dependency-stores.js';
import type { Run } from './run-facts.js';
import { installFor } from './setup.js';
import type { Tools } from './tools.js';

const nothingShown: ShownStore = { mounts: [], env: {}, path: [] };

export interface StoreJob {
  /** The tree that is to be run. */
  readonly tree: string;
  /** The base's store, from the run's setup. */
  readonly store: string | null;
  readonly label: LeafLabel;
}

/**
 * The store for a tree. Manifest and lockfile may change when they are among a step's files: then this tree has
 * another store than the base, which is found or built here (design 4, Frozen tests). So is one that was thrown away.
 * @throws `setup-failed`
 */
export async function storeFor(tools: Tools, run: Run, { tree, store, label }: StoreJob): Promise<string | null> {
  const [changes, isThere] = await Promise.all([
    run.repository.changes(run.facts.base.sha, tree),
    store === null ? true : tools.stores.isThere(store),
  ]);
  const named = new Set(run.facts.setup.flat().map((word) => word.replace(/^\.\//, '')));
  if (isThere && !changes.some(({ path }) => isManifest(path) || named.has(path))) return store;
  return (await installFor(tools, run, tree, label)).store;
}

export async function showStore(tools: Tools, store: string | null, place: ShownAt): Promise<ShownStore> {
  return store === null ? nothingShown : tools.stores.show(store, place);
}

/**
 * A jail that holds files holds a store read-only. The process jail can't: there the store is compared with what it was when it
 * was sealed, and one that changed is thrown away, to be built anew by the next `storeFor`. Returns what to say
 * of it, null when nothing changed.
 */
export async function storeFault(tools: Tools, run: Run, store: string | null): Promise<string | null> {
  if (store === null || traitsOf(tools.jail.kind).holdsFiles) return null;
  const paths = await tools.stores.changed(store);
  if (paths.length === 0) return null;
  await tools.stores.discard(store);
  await tools.folders.appendEvent(run.key, { kind: 'store-changed', store, paths });
  const shown = paths.slice(0, 5).join(', ');
  return `the installed dependencies are not as setup made them (${shown}): something wrote to them, which the process jail can't prevent; they are built anew`;
}
