import type { OriginFacts } from '../../ports/repository.js';
import type { ConfigValues } from './config-text.js';
import { textOf, type BytePath } from './names.js';
import type { StandIn } from './stand-in.js';

interface StatusEntry {
  /** Two letters: index against HEAD, files against index. */
  readonly state: string;
  readonly path: BytePath;
}

/** Tracked changes and untracked files of the origin's checkout, by name (F54). */
export async function readStatus(
  standIn: StandIn,
  settings: ConfigValues,
): Promise<Pick<OriginFacts, 'trackedChanges' | 'untracked'>> {
  const entries = await status(standIn);
  const modified = entries.filter(({ state }) => state === ' M').map(({ path }) => path);
  const lookAgain = async () => (await status(standIn)).map(({ path }) => path);
  const excused = await changedByFilterAlone(standIn, settings, modified, lookAgain);
  const tracked = entries.filter(({ state, path }) => state !== '??' && !excused.has(path));
  const untracked = entries.filter(({ state }) => state === '??');
  return {
    trackedChanges: tracked.map((entry) => textOf(entry.path)),
    untracked: untracked.map((entry) => textOf(entry.path)),
  };
}

async function status(standIn: StandIn): Promise<readonly StatusEntry[]> {
  const args = [
    'status',
    '--porcelain=v1',
    '-z',
    '--untracked-files=normal',
    '--no-renames',
    '--ignore-submodules=all',
  ];
  const entries = (await standIn.must(args)).toString('latin1').split('\0');
  entries.pop();
  return entries.map((entry) => ({ state: entry.slice(0, 2), path: entry.slice(3) }));
}

/**
 * Files with a filter of the person's own (git-crypt, nbstripout) differ on disk from what git holds, and the
 * filter is not run here. Those whose stat data still are the index's count as unchanged; one that was
 * touched since git last looked counts as changed. `lookAgain` gives the changed paths anew.
 */
export async function changedByFilterAlone(
  standIn: StandIn,
  settings: ConfigValues,
  modified: readonly BytePath[],
  lookAgain: () => Promise<readonly BytePath[]>,
): Promise<ReadonlySet<BytePath>> {
  const drivers = settings
    .matching(/^filter\..+\.(clean|process)$/s)
    .map(([key]) => key.split('.').slice(1, -1).join('.'));
  if (drivers.length === 0 || modified.length === 0) return new Set();
  const input = Buffer.from(modified.map((path) => `${path}\0`).join(''), 'latin1');
  const answers = (await standIn.must(['check-attr', '-z', '--stdin', 'filter'], input)).toString('latin1').split('\0');
  const filtered = new Set<BytePath>();
  for (let at = 0; at + 2 < answers.length; at += 3) {
    if (drivers.includes(answers[at + 2] ?? '')) filtered.add(answers[at] ?? '');
  }
  if (filtered.size === 0) return filtered;
  await standIn.trustIndex();
  for (const path of await lookAgain()) filtered.delete(path);
  return filtered;
}
