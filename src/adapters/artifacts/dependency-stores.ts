import { randomBytes } from 'node:crypto';
import { mkdir, readdir, rename, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { installedEnvironment, installedPath, mavenOffline } from '../../domain/setup/environment.js';
import type { DependencyStores, SetupResult, ShownAt, ShownStore } from '../../ports/dependency-stores.js';
import type { Mount } from '../../ports/program.js';
import { removeTree } from './remove-tree.js';
import { safeName } from './safe-name.js';
import { goBuild } from './stores/go-build.js';
import { changedPaths } from './stores/print.js';
import { fillStore } from './stores/seal-store.js';
import { markUsed, readRecord, type StoreEntry } from './stores/store-record.js';

/** A draft that nobody finished in a day belongs to a worker that died. */
const draftLifeMs = 24 * 60 * 60 * 1_000;

/** Dependency stores below Pawl's home: `stores/<hash>/tree/…` and `…/home/…`, finished by one rename. */
export function createDependencyStores(options: { readonly home: string }): DependencyStores {
  const top = join(options.home, 'stores');
  const storeOf = (hash: string): string => join(top, safeName('store', hash));
  const isThere = async (store: string): Promise<boolean> => (await readRecord(store)) !== null;

  async function seal(hash: string, result: SetupResult): Promise<string> {
    const store = storeOf(hash);
    await removeOldDrafts(top);
    const draft = beside(store);
    await mkdir(draft, { recursive: true, mode: 0o700 });
    try {
      await fillStore(draft, result);
      await rename(draft, store);
    } catch (error) {
      await removeTree(draft);
      // Another setup of the same hash was quicker: its store is as good.
      if (!(await isThere(store))) throw error;
    }
    return store;
  }

  return {
    find: async (hash) => {
      if (!(await isThere(storeOf(hash)))) return null;
      await markUsed(storeOf(hash));
      return storeOf(hash);
    },
    isThere,
    seal,
    show,
    changed: (store) => changedPaths(store, 10),
    discard: async (store) => {
      // Out of sight by one rename, so that nobody finds a half of it.
      const away = beside(store);
      const moved = await rename(store, away).then(
        () => true,
        () => false,
      );
      if (moved) await removeTree(away);
    },
  };
}

async function show(store: string, place: ShownAt): Promise<ShownStore> {
  const record = await readRecord(store);
  if (record === null) return { mounts: [], env: {}, path: [] };
  await markUsed(store);
  const { work, home, network } = place;
  const inTree = record.entries.filter(({ below }) => below === 'tree');
  const caches = record.entries.flatMap(({ below, path }) => (below === 'home' ? [path] : []));
  await layHome(home, caches, network);
  if (caches.includes(goBuild.kept)) goBuild.lay(store, home);
  const mounts = await Promise.all(record.entries.map((entry) => mountOf(store, place, entry)));
  const binFolders = inTree.some(({ path }) => path === 'node_modules') ? [join(work, 'node_modules/.bin')] : [];
  const installed = { home, venvs: record.venvs.map((path) => join(work, path)), binFolders, caches };
  return {
    mounts: mounts.flat(),
    env: installedEnvironment(installed, network),
    path: installedPath(installed),
  };
}

/** A folder that this tree does not have, such as one workspace of many, needs no dependencies. */
async function mountOf(store: string, place: ShownAt, { path, below, inward }: StoreEntry): Promise<readonly Mount[]> {
  const at =
    path === goBuild.kept ? goBuild.shownAt(place.home) : join(below === 'tree' ? place.work : place.home, path);
  if (!(await isFolder(dirname(at)))) return [];
  return [{ from: join(store, below, path), at, ...(inward.length === 0 ? {} : { inward }) }];
}

/** The mount points' parents; the home is the program's own. */
async function layHome(home: string, caches: readonly string[], network: boolean): Promise<void> {
  for (const path of caches) await mkdir(dirname(join(home, path)), { recursive: true });
  if (network || !caches.includes('.m2/repository')) return;
  await writeFile(join(home, '.m2/settings.xml'), mavenOffline, { flag: 'wx' }).catch(() => undefined);
}

function beside(store: string): string {
  return `${store}.${randomBytes(6).toString('hex')}`;
}

/** Of every hash: one whose store is finished is never sealed again, and its drafts would stay for ever. */
async function removeOldDrafts(folder: string): Promise<void> {
  const drafts = (await readdir(folder).catch(() => [])).filter((name) => /\.[0-9a-f]{12}$/.test(name));
  for (const name of drafts) {
    const facts = await stat(join(folder, name)).catch(() => null);
    if (facts !== null && facts.mtimeMs < Date.now() - draftLifeMs) await removeTree(join(folder, name));
  }
}

async function isFolder(path: string): Promise<boolean> {
  const facts = await stat(path).catch(() => null);
  return facts?.isDirectory() ?? false;
}
