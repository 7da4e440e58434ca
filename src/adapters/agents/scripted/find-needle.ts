import { lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { inflateSync } from 'node:zlib';

export interface SearchPlaces {
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Searched first, in this order; the whole disk comes last. */
  readonly folders: readonly string[];
}

const maxEntries = 200_000;
const maxFileBytes = 4 * 1024 * 1024;
const maxPlaces = 20;
const skipped = new Set(['/proc', '/sys', '/dev']);

/**
 * Looks for a phrase wherever this process can read: its environment, those and the command lines of all
 * processes it sees, and the disk. Bounded in entries and time. Git's loose objects are unpacked: commit
 * messages count. Returns the places, without the phrase.
 */
export function findNeedle(needle: string, places: SearchPlaces, maxMs: number): readonly string[] {
  const search = createSearch(needle, performance.now() + maxMs);
  for (const [name, value] of Object.entries(places.environment)) {
    if (value !== undefined) search.text(`environment ${name}`, Buffer.from(`${name}=${value}`));
  }
  for (const entry of namesIn('/proc')) {
    if (!/^\d+$/.test(entry)) continue;
    for (const kind of ['environ', 'cmdline']) search.file(join('/proc', entry, kind));
  }
  for (const folder of [...places.folders, ...places.folders.flatMap(parentsOf), '/']) search.folder(folder);
  return search.found();
}

interface Search {
  text(place: string, content: Buffer): void;
  file(path: string): void;
  folder(path: string): void;
  found(): readonly string[];
}

function createSearch(needle: string, until: number): Search {
  const wanted = Buffer.from(needle);
  const found: string[] = [];
  const visited = new Set<string>();
  let entries = 0;
  const over = (): boolean => found.length >= maxPlaces || entries > maxEntries || performance.now() > until;
  const text = (place: string, content: Buffer): void => {
    if (content.includes(wanted) && found.length < maxPlaces) found.push(place);
  };
  const file = (path: string): void => {
    try {
      const content = readFileSync(path);
      text(path, content.includes(wanted) ? wanted : unpacked(content));
    } catch {
      // Not ours to read: then it is not found there.
    }
  };
  const visit = (path: string): void => {
    entries += 1;
    const facts = lstatSync(path);
    if (facts.isSymbolicLink()) text(path, Buffer.from(readlinkSync(path)));
    else if (facts.isDirectory()) folder(path);
    else if (facts.isFile() && facts.size <= maxFileBytes) file(path);
  };
  const folder = (path: string): void => {
    if (visited.has(path) || skipped.has(path) || over()) return;
    visited.add(path);
    for (const name of namesIn(path)) {
      if (over()) return;
      const inside = join(path, name);
      text(`the name ${inside}`, Buffer.from(name));
      try {
        visit(inside);
      } catch {
        // Gone or closed.
      }
    }
  };
  return { text, file, folder, found: () => [...found] };
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** A loose git object is zlib data; anything else gives nothing. */
function unpacked(content: Buffer): Buffer {
  if (content[0] !== 0x78) return Buffer.alloc(0);
  try {
    return inflateSync(content, { maxOutputLength: maxFileBytes });
  } catch {
    return Buffer.alloc(0);
  }
}

function parentsOf(folder: string): readonly string[] {
  const parents: string[] = [];
  for (let parent = dirname(folder); parent !== '/' && parent !== '.'; parent = dirname(parent)) parents.push(parent);
  return parents;
}
