import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../../config.js';
import { specSlug } from '../../domain/run/slugs.js';
import { CliError } from '../io.js';
import { pathInOrigin, placeOf, type Place } from './place.js';

/** A spec's folder on this machine: it holds a `tasks.md`. */
export interface SpecFolder {
  readonly place: Place;
  /** Repository-relative, such as `specs/0007-export`. */
  readonly folder: string;
  /** Absolute path of its list. */
  readonly list: string;
  readonly slug: string;
}

const example = 'for example: pawl run specs/0007-export';

/** @throws {CliError} 2 when the folder is no spec of a checkout */
export async function specFolder(config: Config, typed: string, path: string): Promise<SpecFolder> {
  const list = join(path, 'tasks.md');
  const found = await stat(list).catch(() => null);
  if (found?.isFile() !== true) {
    throw new CliError(2, `${typed} holds no tasks.md. Expected a spec's folder with its task list; ${example}`);
  }
  const place = await placeOf(config, path);
  const inside = place === null || place.bare ? null : await pathInOrigin(place, list);
  if (place === null || inside === null) {
    throw new CliError(2, `${typed} lies in no checkout of a git repository. First: git init`);
  }
  const folder = inside.slice(0, -'/tasks.md'.length);
  if (folder === '' || !inside.includes('/')) {
    throw new CliError(
      2,
      `${typed} is the top of the repository. Expected a folder of its own for the spec; ${example}`,
    );
  }
  return { place, folder, list, slug: specSlug(folder) };
}

/** What `pawl run spec` takes: the folder that `specs/.current-spec` names (R-000-10). @throws {CliError} 2 */
export async function currentSpec(config: Config, cwd: string): Promise<SpecFolder> {
  const place = await placeOf(config, cwd);
  if (place === null || place.bare)
    throw new CliError(2, `"spec" is the current spec of a checkout, and ${cwd} is in none.`);
  // As a person's file is read: no link is followed, no pipe is waited for.
  const { currentSpec: readCurrent } = await import('../../local/specs.js');
  const name = await readCurrent(place.origin);
  if (name === null) {
    throw new CliError(
      2,
      `specs/.current-spec is not there or names nothing. Expected one line with the spec's folder; ${example}`,
    );
  }
  if (name === '' || name.startsWith('.') || /[/\\\u0000-\u001f]/.test(name)) {
    throw new CliError(
      2,
      `specs/.current-spec says "${name.slice(0, 80)}"; expected the name of a folder in specs; ${example}`,
    );
  }
  return specFolder(config, `specs/${name}, which specs/.current-spec names,`, join(place.origin, 'specs', name));
}
