import { lstat, readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { handFiles } from '../adapters/hand-files/hand-files.js';
import { localFileTracker } from '../adapters/trackers/local-file.js';
import type { Config } from '../config.js';
import { numberNotes } from '../domain/plan/spec-numbers.js';
import { ledgerOfTasks } from '../domain/plan/spec-ledger.js';
import type { TaskListReading } from '../domain/plan/task.js';
import type { MoreLabels } from '../domain/plan/task-labels.js';
import { cutChars, displayLine } from '../domain/sanitise.js';
import type { SeenList } from '../domain/steering/scope-sight.js';
import { labelsHere } from './spec-labels.js';
import { readTasks } from '../texts/tasks/read-tasks.js';
import { readSpecGear, trackedIn, type SpecGear } from './spec-gear.js';

/** Of a list as a run counts it: groups are no steps, and what is for a person is none either. */
export type SpecTasks =
  | { readonly kind: 'counted'; readonly total: number; readonly done: number; readonly aside: number }
  /** Never "all done" (C-23). */
  | { readonly kind: 'no-tasks' | 'unreadable'; readonly why: string };

/** A spec in a checkout, whether or not a run works on it (R-000-38). */
export interface SpecLook {
  /** Repository-relative: `specs/0007-export`. */
  readonly folder: string;
  /** `.current-spec` names it. */
  readonly isCurrent: boolean;
  readonly isApproved: boolean;
  readonly tasks: SpecTasks;
  readonly gear: SpecGear;
  /** For the scope of a shift to come. */
  readonly seen: SeenList;
  /** The reading that it was made from. */
  readonly reading: TaskListReading;
}

export interface SpecsLook {
  readonly specs: readonly SpecLook[];
  /** What a person should hear, such as a `.current-spec` that names nothing. */
  readonly notes: readonly string[];
}

const mostSpecs = 500;
const maxBytes = 1_000_000;
const noList: SeenList = { list: { tasks: [], headings: [] }, steps: [], step: null };

/** All folders `specs/<name>/` with a `tasks.md`, by name; reads the checkout as it is and changes nothing there. */
export async function lookAtSpecs(config: Config, origin: string, nowMs: number): Promise<SpecsLook> {
  const names = (await readdir(join(origin, 'specs')).catch(() => [])).sort().slice(0, mostSpecs);
  const current = await currentSpec(origin);
  const tracked = names.length === 0 ? new Set<string>() : await trackedIn(config, origin);
  const { labels, problem } = await labelsHere(origin);
  const specs: SpecLook[] = [];
  for (const name of names) {
    const found = await lookAt(origin, `specs/${name}`, { tracked, current, nowMs, labels });
    if (found !== null) specs.push(found);
  }
  const isNothing = current !== null && !specs.some(({ isCurrent }) => isCurrent);
  const example = specs[0] === undefined ? '0007-export' : basename(specs[0].folder);
  const shown = displayLine(current ?? '', 80);
  const missing = `specs/.current-spec names "${shown}", which is no folder with a tasks.md; expected a name, for example: ${example}`;
  const sameNumber = specs.length === 0 ? [] : numberNotes(specs.map(({ folder }) => basename(folder)));
  return { specs, notes: [...(isNothing ? [missing] : []), ...(problem === null ? [] : [problem]), ...sameNumber] };
}

/** One spec by its folder, repository-relative; null when no `tasks.md` lies in it. */
export async function lookAtSpec(
  config: Config,
  origin: string,
  folder: string,
  nowMs: number,
): Promise<SpecLook | null> {
  return lookAt(origin, folder, {
    tracked: await trackedIn(config, origin),
    current: await currentSpec(origin),
    nowMs,
    labels: (await labelsHere(origin)).labels,
  });
}

/** One line, the folder's name; a path to it is understood, too. Null without one (R-000-10). */
export async function currentSpec(origin: string): Promise<string | null> {
  const read = await handFiles.read({ origin, file: 'specs/.current-spec' });
  if (read.kind !== 'text') return null;
  const lines = read.text
    .replace(/^\ufeff/, '')
    .split(/\r\n|\n|\r/)
    .map((line) => line.trim());
  const named = lines.find((line) => line !== '') ?? '';
  return named === '' ? null : named.replace(/^(?:\.\/)?specs\//, '').replace(/\/+$/, '');
}

interface LookWith {
  readonly tracked: ReadonlySet<string>;
  readonly current: string | null;
  readonly nowMs: number;
  readonly labels: MoreLabels;
}

async function lookAt(
  origin: string,
  folder: string,
  { tracked, current, nowMs, labels }: LookWith,
): Promise<SpecLook | null> {
  const list = join(origin, folder, 'tasks.md');
  if ((await lstat(list).catch(() => null)) === null) return null;
  const { tasks, seen, reading } = await readList(list, labels);
  return {
    folder,
    isCurrent: current !== null && folder === `specs/${current}`,
    isApproved: (await lstat(join(origin, folder, '.tasks-approved')).catch(() => null)) !== null,
    tasks,
    gear: await readSpecGear({ origin, folder, seen }, tracked, nowMs),
    seen,
    reading,
  };
}

type ReadList = Pick<SpecLook, 'tasks' | 'seen' | 'reading'>;

async function readList(path: string, labels: MoreLabels): Promise<ReadList> {
  const found = await localFileTracker.read(path, maxBytes);
  if (found.kind === 'missing') return unread('it is no file that can be read');
  if (found.bytes.length > maxBytes) return unread('it is larger than 1 MB');
  const text = textOf(found.bytes);
  if (text === null) return unread('it is not valid UTF-8');
  const reading = readTasks(text, { labels });
  if (reading.kind !== 'list')
    return { tasks: { kind: reading.kind, why: cutChars(reading.why, 200) }, seen: noList, reading };
  const { steps, aside } = ledgerOfTasks(reading.list, '-', '');
  const done = steps.filter((step) => step.done).length;
  return {
    tasks: { kind: 'counted', total: steps.length, done, aside: aside.length },
    seen: { list: reading.list, steps, step: steps.find((step) => !step.done)?.id ?? null },
    reading,
  };
}

function unread(why: string): ReadList {
  return { tasks: { kind: 'unreadable', why }, seen: noList, reading: { kind: 'unreadable', why } };
}

function textOf(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}
