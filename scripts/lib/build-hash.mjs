import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { places } from './places.mjs';

/** One hash over names and contents. @param {readonly string[]} paths files and folders @returns {string} */
export function hashOf(paths) {
  const hash = createHash('sha256');
  for (const file of paths.flatMap(filesBelow).sort()) {
    const name = relative(places.root, file).split(sep).join('/');
    hash.update(`${name}\0${createHash('sha256').update(readFileSync(file)).digest('hex')}\0`);
  }
  return hash.digest('hex');
}

/** @param {string} path @returns {string[]} a file itself, or all files below a folder */
export function filesBelow(path) {
  let entries;
  try {
    entries = readdirSync(path, { withFileTypes: true });
  } catch (error) {
    if (error.code === 'ENOTDIR') return [path];
    throw error;
  }
  return entries.flatMap((entry) => {
    const inside = join(path, entry.name);
    if (entry.isDirectory()) return filesBelow(inside);
    return entry.isFile() ? [inside] : [];
  });
}

const inRoot = (/** @type {string[]} */ ...names) => names.map((name) => join(places.root, name));

/** Everything that dist/ is made from, the recipe included. */
export function hashOfSources() {
  return hashOf([
    places.source,
    ...inRoot('package.json', 'package-lock.json', 'tsconfig.json', 'tsconfig.build.json', 'scripts/lib'),
  ]);
}

/** Everything that the workflow bundle is made from: the walls let nothing else in. */
export function hashOfSandbox() {
  const rooms = ['workflows', 'contract', 'domain'].map((room) => join(places.source, room));
  return hashOf([...rooms, ...inRoot('package-lock.json', 'scripts/lib/bundle.mjs')]);
}
