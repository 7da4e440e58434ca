import { realpathSync } from 'node:fs';
import { basename, dirname } from 'node:path';

/**
 * What a jail must leave readable for a program, by real paths: the folder of npm's scope for one in
 * `node_modules` (native parts lie in packages beside it), a folder `bin`, else the file alone, since the folder it
 * happens to lie in may be the operator's home.
 */
export function neededBy(program: string): readonly string[] {
  const path = realPath(program);
  const parts = path.split('/');
  const modules = parts.lastIndexOf('node_modules');
  const scopeOrName = parts[modules + 1];
  if (modules !== -1 && scopeOrName !== undefined && parts.length > modules + 2) {
    return [parts.slice(0, modules + 2).join('/')];
  }
  return [basename(dirname(path)) === 'bin' ? dirname(path) : path];
}

/** Links followed; the path itself when it is not there. */
export function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}
