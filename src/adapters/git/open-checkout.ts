import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { RepositoryError, type ObjectId } from '../../ports/repository.js';
import type { ConfigValues } from './config-text.js';
import { gitEnvironment, type GitOptions } from './git-environment.js';
import { headCommit } from './inspecting.js';
import { findPlace, type FoundPlace } from './origin-place.js';
import { isPartialClone, readSettings } from './origin-settings.js';
import { makeStandIn, type StandIn } from './stand-in.js';

/** A work tree whose files are to be compared, and the git directory of ours that does it. */
export interface OpenCheckout {
  readonly place: FoundPlace;
  readonly settings: ConfigValues;
  /** For questions about refs and commits in the repository itself. */
  readonly env: Readonly<Record<string, string>>;
  /** Null before the first commit. */
  readonly head: ObjectId | null;
  readonly standIn: StandIn;
}

/**
 * Opens the work tree around a folder without changing it or running anything that it names (D1).
 *
 * @throws {NotARepositoryError} @throws {RepositoryError} where its files can't be compared
 */
export async function openCheckout(options: GitOptions, folder: string, scratch: string): Promise<OpenCheckout> {
  await mkdir(scratch, { recursive: true, mode: 0o700 });
  // A checkout of another user is read like any other (T6): nothing of it is run.
  await writeFile(join(scratch, '.gitconfig'), '[safe]\n\tdirectory = *\n');
  const env = gitEnvironment(options.path, scratch);
  const place = await findPlace(folder, env);
  const settings = await readSettings(options, place, scratch);
  const problem = unfit(place, settings);
  if (problem !== null) throw new RepositoryError('other', `${place.top} is ${problem}`);
  const head = await headCommit(place, env);
  return { place, settings, env, head, standIn: await makeStandIn(options, { place, settings, head }, scratch) };
}

function unfit(place: FoundPlace, settings: ConfigValues): string | null {
  if (place.bare) return 'a bare repository; expected a checkout, for example: git worktree add ../shop main';
  if (place.objectFormat !== 'sha1') return `a repository with object names by ${place.objectFormat}; expected sha1`;
  // Reading an object that is not there could start a program the repository names.
  return isPartialClone(settings)
    ? 'a partial clone; expected one with all objects, for example: git clone without --filter'
    : null;
}
