import { lstatSync, readdirSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';

/** What tools write into installed dependencies: part of no print, and writable for each program by itself in a jail with mounts. */
export const cacheFolders = ['.cache', '.vite', '.vite-temp'];

/** Marks of package managers that say when they looked, not what is installed. */
const passing = new Set([
  ...cacheFolders,
  // Shared by all builds of a person by its own design, and keyed by content.
  'go-build',
  ...['__pycache__', '.package-cache', '.global-cache', 'resolver-status.properties', '_remote.repositories'],
]);

const printFile = 'print';
/** How long the event loop is held in one go. */
const sliceMs = 10;

/**
 * One line for each file and link below the store's entries: path, type and mode, size, time of change. The time
 * of change is set by the kernel alone, so content that was put back, and times that were, count as changed.
 * Of folders only their being there counts. About 4 µs a file; the walk gives way to other work.
 */
export async function printOf(store: string): Promise<string> {
  const lines: string[] = [];
  const open = ['tree', 'home'];
  let since = performance.now();
  for (let folder = open.pop(); folder !== undefined; folder = open.pop()) {
    for (const entry of entriesOf(join(store, folder))) {
      if (passing.has(entry.name) || entry.name.endsWith('.lastUpdated') || entry.name.endsWith('.lock')) continue;
      const path = `${folder}/${entry.name}`;
      if (entry.isDirectory()) open.push(path);
      else lines.push(`${JSON.stringify(path)} ${factsOf(join(store, path))}`);
    }
    if (performance.now() - since < sliceMs) continue;
    await nextTurn();
    since = performance.now();
  }
  return lines.sort().join('\n');
}

export async function writePrint(store: string): Promise<void> {
  await writeFile(join(store, printFile), await printOf(store), { mode: 0o600 });
}

/** Paths whose lines differ from those written when the store was sealed; a store that is gone has changed as a whole. */
export async function changedPaths(store: string, most: number): Promise<readonly string[]> {
  const sealed = await readFile(join(store, printFile), 'utf8').catch(() => null);
  if (sealed === null) return ['the store itself'];
  const now = await printOf(store);
  if (now === sealed) return [];
  const [before, after] = [sealed.split('\n'), now.split('\n')];
  const [known, seen] = [new Set(before), new Set(after)];
  const differing = [...before.filter((line) => !seen.has(line)), ...after.filter((line) => !known.has(line))];
  return [...new Set(differing.map(pathOf))].filter((path) => path !== '').slice(0, most);
}

function pathOf(line: string): string {
  return line.replace(/^"(?:tree|home)\/(.*)" .*$/, '$1');
}

function entriesOf(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}

function factsOf(path: string): string {
  try {
    const { mode, size, ctimeMs } = lstatSync(path);
    return `${mode} ${size} ${ctimeMs}`;
  } catch {
    // A name that is no UTF-8: that it is there is all that can be said of it.
    return '-';
  }
}
