import { realpath, stat } from 'node:fs/promises';
import { basename, dirname, join, relative, sep } from 'node:path';
import type { Config } from '../../config.js';
import type { OriginName } from '../../domain/run/names.js';
import { originName, runPrefix } from './origin.js';

/** A repository on this machine, as a command needs it. */
export interface Place {
  /** Absolute path of the work tree's top, or of a bare repository. */
  readonly origin: string;
  readonly bare: boolean;
  readonly name: OriginName;
  /** What every workflow id of this origin begins with. */
  readonly prefix: string;
}

/** The repository that holds a path, there or not; null when none does. */
export async function placeOf(config: Config, path: string): Promise<Place | null> {
  const { inspectOrigin } = await import('../../local.js');
  const { there } = await withoutLinks(path);
  const isFolder = (await stat(there)).isDirectory();
  const origin = await inspectOrigin(config, isFolder ? there : dirname(there));
  if (origin === null) return null;
  const name = originName(origin);
  return { origin: origin.path, bare: origin.bare, name, prefix: runPrefix(name) };
}

/**
 * Repository-relative path with `/`; null when the file lies outside. Links in its folders are followed, as
 * git does; a link in its place is not.
 */
export async function pathInOrigin(place: Place, file: string): Promise<string | null> {
  const folder = await withoutLinks(dirname(file));
  const inside = relative(await realpath(place.origin), join(folder.there, folder.rest, basename(file)));
  if (inside === '' || inside === '..' || inside.startsWith(`..${sep}`)) return null;
  return inside.split(sep).join('/');
}

/** The nearest folder (or the path itself) that is there, without links, and the rest below it. */
async function withoutLinks(path: string): Promise<{ readonly there: string; readonly rest: string }> {
  for (let at = path; ; at = dirname(at)) {
    const there = await realpath(at).catch(() => null);
    if (there !== null) return { there, rest: relative(at, path) };
    if (dirname(at) === at) return { there: at, rest: relative(at, path) };
  }
}
