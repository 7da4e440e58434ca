import { foundAs } from '../activities/gear-file.js';
import { excludeIn } from '../adapters/git/excluding.js';
import { createRepositories } from '../adapters/git/repositories.js';
import { trackedPaths } from '../adapters/git/tracked-paths.js';
import { handFiles } from '../adapters/hand-files/hand-files.js';
import type { Config } from '../config.js';
import { stateFiles } from '../domain/files/state-files.js';
import type { Driver } from '../domain/run/phase.js';
import { mergeGear } from '../domain/steering/gear-file.js';
import { gearFilePath } from '../domain/steering/gear-place.js';
import { resolveGear, type GearShift, type ResolvedGear } from '../domain/steering/gear.js';
import { sightOf, type SeenList } from '../domain/steering/scope-sight.js';
import { gearAuthor, renderGearFile, type GearAuthor } from '../texts/gear-file.js';

/** A spec's gear as its file says it: what a run that started now would begin with. */
export interface SpecGear {
  /** The gear file, repository-relative, there or not. */
  readonly path: string;
  /** Of the first open task. */
  readonly resolved: ResolvedGear;
  /** What the file stands for; null without one that counts. */
  readonly shift: GearShift | null;
  /** When the file came to lie there, milliseconds since the epoch; null without one. */
  readonly changedAtMs: number | null;
  readonly driver: Driver | null;
  /** Null when somebody else than Pawl wrote the file. */
  readonly author: GearAuthor | null;
  readonly notes: readonly string[];
  /** The version that was read, for `writeSpecGear`; null without a file. */
  readonly digest: string | null;
  readonly isTracked: boolean;
}

/** Where a spec's gear is looked up. */
export interface SpecAt {
  readonly origin: string;
  /** Repository-relative. */
  readonly folder: string;
  readonly seen: SeenList;
}

/** Which files git knows in a checkout; asked once for all specs. */
export function trackedIn(
  { home, path, gitGlobalConfig, gitPeople, userHome }: Config,
  origin: string,
): Promise<ReadonlySet<string>> {
  return trackedPaths({ home, path, gitGlobalConfig, people: gitPeople, userHome }, origin);
}

/** Reads a spec's gear by the rules of a run's start (R-000-10…15); makes no file (R-000-30). */
export async function readSpecGear(
  { origin, folder, seen }: SpecAt,
  tracked: ReadonlySet<string>,
  nowMs: number,
): Promise<SpecGear> {
  const path = gearFilePath(`${folder}/tasks.md`);
  const read = await handFiles.read({ origin, file: path });
  const found = foundAs(read, path, tracked.has(path));
  const { shift, notes } = mergeGear({ seen: null, shift: null, nowMs }, found);
  const place = { nowMs, step: seen.step ?? '-', steps: seen.steps.length, isSpec: true, sight: sightOf(shift, seen) };
  return {
    path,
    resolved: resolveGear(shift, place),
    shift,
    changedAtMs: found.kind === 'present' ? found.changedAtMs : null,
    driver: found.kind === 'present' && found.says.kind === 'gear' ? found.says.file.driver : null,
    author: read.kind === 'text' ? gearAuthor(read.text) : null,
    notes,
    digest: found.kind === 'present' ? found.digest : null,
    isTracked: tracked.has(path),
  };
}

/**
 * Writes the gear of a spec that no run works on: it waits there for the next one (R-000-64), hidden from git (R-000-07).
 * @returns why it could not be written; null when it was
 */
export async function writeSpecGear(
  config: Config,
  { origin, folder }: Pick<SpecAt, 'origin' | 'folder'>,
  shift: GearShift,
  before: Pick<SpecGear, 'driver' | 'digest'>,
): Promise<string | null> {
  const { home, path, gitGlobalConfig, gitPeople, userHome } = config;
  const { gitDir } = await createRepositories({ home, path, gitGlobalConfig, people: gitPeople, userHome }).inspect(
    origin,
  );
  await excludeIn(gitDir, stateFiles);
  const text = renderGearFile({ shift, driver: before.driver });
  const file = gearFilePath(`${folder}/tasks.md`);
  const result = await handFiles.write({ origin, file }, text, before.digest);
  if (result.kind === 'written') return null;
  return result.kind === 'changed' ? 'somebody else changed it in this moment; look at it and try again' : result.why;
}
