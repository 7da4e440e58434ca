import { chmod, lstat, mkdir, rename } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { cachesInHome } from '../../../domain/setup/environment.js';
import type { SetupResult } from '../../../ports/dependency-stores.js';
import { fixLinks, inwardLinks } from './inward-links.js';
import { madeEntries } from './made-entries.js';
import { cacheFolders, writePrint } from './print.js';
import { relocateVenv } from './relocate-venv.js';
import { writeRecord, type StoreEntry } from './store-record.js';

/** Moves what a setup made into the draft of a store, and makes it independent of the folder it was made in. */
export async function fillStore(draft: string, result: SetupResult): Promise<void> {
  const { work, home } = result;
  const made = await madeEntries(work, result.tracked, result.keeps);
  const venvs = await having(work, made, 'pyvenv.cfg');
  for (const venv of venvs) await relocateVenv(work, venv);
  for (const path of made.filter((one) => basename(one) === 'node_modules')) await addCacheFolders(join(work, path));
  const entries: StoreEntry[] = [];
  for (const path of made) {
    entries.push({ path, below: 'tree', inward: await inwardLinks({ work, made }, path) });
    await move(join(work, path), join(draft, 'tree', path));
  }
  for (const path of await having(home, cachesInHome, '.')) {
    if (path === '.local/bin') await fixLinks(home, path);
    entries.push({ path, below: 'home', inward: [] });
    await move(join(home, path), join(draft, 'home', path));
  }
  await writePrint(draft);
  await writeRecord(draft, { version: 1, entries, venvs });
}

async function having(top: string, paths: readonly string[], name: string): Promise<readonly string[]> {
  const facts = await Promise.all(paths.map((path) => lstat(join(top, path, name)).catch(() => null)));
  return paths.filter((_, at) => facts[at] !== null);
}

/** A mount over a folder needs the folder, and the store can't be written to later. */
async function addCacheFolders(path: string): Promise<void> {
  if (!(await lstat(path)).isDirectory()) return;
  for (const name of cacheFolders) await mkdir(join(path, name), { recursive: true });
}

async function move(from: string, to: string): Promise<void> {
  // To move a folder is to write its `..`.
  if ((await lstat(from)).isDirectory()) await chmod(from, 0o755);
  await mkdir(dirname(to), { recursive: true });
  await rename(from, to);
}
