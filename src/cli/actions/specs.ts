import type { Config } from '../../config.js';
import type { SpecsLook } from '../../local/specs.js';
import type { Io } from '../io.js';
import { plainLine } from '../render/plain.js';
import { specGearText, specTable, type SpecRow } from '../render/spec.js';
import { stateWord } from '../render/runs.js';
import type { RunRow } from '../runs/find.js';
import { placeOf, type Place } from '../runs/place.js';
import { specRunId, type SpecHere } from '../runs/spec.js';
import { askStatus } from '../temporal/queries.js';
import type { Server } from '../temporal/server.js';

export interface LocalSpecs extends SpecsLook {
  readonly place: Place;
}

/** Specs with their open runs; null outside of a checkout. */
export type ShownSpecs = { readonly rows: readonly SpecRow[]; readonly notes: readonly string[] } | null;

/** The specs of the checkout around a folder; null where there is none. */
export async function specsHere(config: Config, cwd: string): Promise<LocalSpecs | null> {
  const place = await placeOf(config, cwd);
  if (place === null || place.bare) return null;
  const { lookAtSpecs } = await import('../../local/specs.js');
  return { place, ...(await lookAtSpecs(config, place.origin, Date.now())) };
}

/** A run's own word on its gear goes before its file: a shift is shown there only when the next step begins. */
export async function withRuns(
  server: Server | null,
  specs: LocalSpecs | null,
  rows: readonly RunRow[],
): Promise<ShownSpecs> {
  if (specs === null) return null;
  const open = new Map(rows.filter((row) => row.open).map((row) => [row.workflowId, row]));
  const shown = specs.specs.map(async (look): Promise<SpecRow> => {
    const row = open.get(specRunId(specs.place, look.folder));
    if (row === undefined || server === null) return { look, run: null };
    const status = await askStatus(server, row.workflowId, 2_000);
    const told = status.kind === 'answer' ? status.value.gear : null;
    const why = told === null ? null : `${told.reason}: ${told.why}`;
    return { look, run: { state: stateWord(row), gear: told?.gear ?? row.gear ?? '-', why } };
  });
  return { rows: await Promise.all(shown), notes: specs.notes };
}

export function printSpecs(io: Io, specs: ShownSpecs): void {
  if (specs === null) return;
  if (specs.rows.length > 0) io.data(specTable(specs.rows, Date.now()));
  for (const note of specs.notes) io.say(plainLine(note));
}

/** Without the lists themselves, which are what the files say. */
export function specsJson(specs: ShownSpecs): { readonly specs?: readonly unknown[] } {
  if (specs === null) return {};
  return {
    specs: specs.rows.map(({ look: { folder, isCurrent, isApproved, tasks, gear }, run }) => {
      const { resolved, shift, author, driver, path, notes } = gear;
      return {
        folder,
        isCurrent,
        isApproved,
        tasks,
        gear: { ...resolved, shift, author, driver, file: path, notes },
        run,
      };
    }),
  };
}

/** One spec that no run ever worked on. */
export function showSpec(io: Io, { look }: SpecHere, json: boolean): void {
  if (json) return io.json({ run: null, ...specsJson({ rows: [{ look, run: null }], notes: [] }) });
  io.data(specGearText(look, Date.now()).join('\n'));
}
