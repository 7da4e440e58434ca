import type { LedgerStep } from '../plan/plan.js';
import { scopeOf, type ScopedList, type ScopeReading } from '../plan/task-scope.js';
import { cutChars, displayLine } from '../sanitise.js';
import type { GearShift } from './gear.js';
import { sightLimits, type ScopeHold, type ScopeSight } from './gear-scope.js';

/** A spec's list as it stands at the branch's tip, and the step that is next in it. */
export interface SeenList {
  readonly list: ScopedList;
  /** With the marks that the commits stand for, in file order. */
  readonly steps: readonly Pick<LedgerStep, 'id' | 'done'>[];
  /** Id of the step that is next; null when none is. */
  readonly step: string | null;
}

/** What a shift's scope means here (R-000-12, R-000-13, R-000-17…23, C-22); null for a shift without one. */
export function sightOf(shift: GearShift | null, seen: SeenList): ScopeSight | null {
  if (shift === null || shift.scope === null) return null;
  const { scope } = shift;
  const { step, steps } = seen;
  const reading = scopeOf(scope, seen.list);
  const ids = new Set(reading.kind === 'match' ? reading.ids : []);
  const firstOpen = steps.find(({ id, done }) => !done && ids.has(id))?.id ?? null;
  const hold = holdOf(reading, step !== null && ids.has(step));
  return { scope, step: step ?? '-', hold, fits: fitsOf(reading), firstOpen };
}

function holdOf(reading: ScopeReading, isInside: boolean): ScopeHold {
  if (reading.kind === 'ambiguous') return 'scope-ambiguous';
  // A heading above no task fits none either.
  if (reading.kind === 'no-match' || reading.ids.length === 0) return 'scope-no-match';
  return isInside ? 'inside' : 'outside-scope';
}

/** Where it fits, for a person who has to choose: few, short, each with its line. */
function fitsOf(reading: ScopeReading): readonly string[] {
  if (reading.kind !== 'ambiguous') return [];
  const shown = reading.matches
    .slice(0, sightLimits.fits)
    .map(({ line, text }) => cutChars(`line ${line}, "${displayLine(text, sightLimits.fitChars)}"`, 200));
  const more = reading.matches.length - shown.length;
  return more > 0 ? [...shown, `and ${more} more`] : shown;
}
