import type { LedgerStep } from '../domain/plan/plan.js';
import type { GearShift } from '../domain/steering/gear.js';
import type { ScopeSight } from '../domain/steering/gear-scope.js';
import { sightOf } from '../domain/steering/scope-sight.js';
import { readTasks } from '../texts/tasks/read-tasks.js';
import type { Run } from './run-facts.js';

export interface ScopeLook {
  /** The shift that stands once the gear file was read. */
  readonly shift: GearShift | null;
  readonly tip: string;
  readonly steps: readonly LedgerStep[];
  /** Id of the step that is next; null when none is. */
  readonly step: string | null;
}

/** What the scope of a shift means in a spec's list at the tip; null without a scope, and for an issue, which has no headings. */
export async function lookAtScope(run: Run, { shift, tip, steps, step }: ScopeLook): Promise<ScopeSight | null> {
  const { spec, ledgerPath } = run.facts;
  if (spec === undefined || shift === null || shift.scope === null) return null;
  const read = readTasks((await run.repository.readFile(tip, ledgerPath)) ?? '', { labels: spec.labels });
  // A list that can't be read has ended the step before this; without one no scope matches.
  const list = read.kind === 'list' ? read.list : { tasks: [], headings: [] };
  return sightOf(shift, { list, steps, step });
}
