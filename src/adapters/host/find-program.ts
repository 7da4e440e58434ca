import { accessSync, constants, statSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';

/** The program a name stands for on this PATH, or the path itself; null when there is none that can be run. */
export function findProgram(name: string, searchPath: string): string | null {
  if (isAbsolute(name)) return isProgram(name) ? name : null;
  if (name.includes('/')) return null;
  // An entry that is not absolute would mean another folder in each leaf.
  const folders = searchPath.split(':').filter(isAbsolute);
  return folders.map((folder) => join(folder, name)).find(isProgram) ?? null;
}

/** A file that this user may run. */
export function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
