import { z } from 'zod';
import { scopeHolds } from './gear-scope.js';

/** Who reviews a test, and when. Exactly two gears exist (R-000-01, R-000-05). */
export const Gear = z.enum(['review-before', 'review-after']);
export type Gear = z.infer<typeof Gear>;

/** Why the gear of a step is what it is; every resolution carries one (R-000-10…14). */
export const GearReason = z.enum([
  'no-file',
  'unparseable',
  'unknown-gear',
  'outside-scope',
  'scope-no-match',
  'scope-ambiguous',
  'driver',
  'expired',
  'exit-only',
  'named',
]);
export type GearReason = z.infer<typeof GearReason>;

/** A shift as a person asked for it. `because` may be absent for review-before only (R-000-32, R-000-33). */
export interface GearShift {
  readonly gear: Gear;
  readonly because: string;
  /** As claimed in the payload: the workflow cannot see who sent a signal. */
  readonly by: string | null;
  /** Workflow time of the shift, milliseconds since the epoch. */
  readonly atMs: number;
  /** Steps it holds for, as written (R-000-17, R-000-18); null for all. */
  readonly scope: string | null;
  /** Until when it holds; null until the next shift. */
  readonly untilMs: number | null;
  /** `file` when a gear file said so. */
  readonly from: 'message' | 'start' | 'file';
  /** Why a file that could not be understood counts as review-before (R-000-11); null for a shift as asked. */
  readonly fault: 'no-file' | 'unparseable' | 'unknown-gear' | null;
}

export interface ResolvedGear {
  readonly gear: Gear;
  readonly reason: GearReason;
  /** Said aloud in status and history, in one line. */
  readonly why: string;
}

/** What a shift is held against. */
export interface GearPlace {
  readonly nowMs: number;
  /** Id of the step whose gear is asked for, and the highest number among the steps. */
  readonly step: string;
  readonly steps: number;
  /** The tests tell nothing but an exit code: each test needs a person's look before its code (design 4). */
  readonly exitOnly?: boolean;
}

/**
 * The gear of a step, by the four rules in their order, fail safe (R-000-04, R-000-10…15): no shift, or one that can't
 * be understood, has ended, or does not hold for this step, means review-before.
 */
export function resolveGear(shift: GearShift | null, place: GearPlace): ResolvedGear {
  if (shift === null) return before('no-file', 'nobody shifted: each test is reviewed before its code');
  if (shift.fault !== null) return before(shift.fault, shift.because);
  if (shift.untilMs !== null && shift.untilMs <= place.nowMs) {
    return before(
      'expired',
      `the shift to ${shift.gear}${whoOf(shift)} was for a time that is over${becauseOf(shift)}`,
    );
  }
  if (shift.scope !== null) {
    const held = scopeHolds(shift.scope, place);
    if (held !== 'inside') return before(held, `${scopeWords[held]} "${shift.scope}" of the shift${whoOf(shift)}`);
  }
  if (place.exitOnly === true && shift.gear === 'review-after') {
    const why = 'the test command tells nothing but an exit code, so a person has to see each test';
    return before('exit-only', `${why}; the shift to review-after${whoOf(shift)} does not hold`);
  }
  return { gear: shift.gear, reason: 'named', why: `shifted to ${shift.gear}${whoOf(shift)}${becauseOf(shift)}` };
}

const scopeWords = {
  'outside-scope': 'this step is outside the scope',
  'scope-no-match': 'no step matches the scope',
} as const;

function before(reason: GearReason, why: string): ResolvedGear {
  return { gear: 'review-before', reason, why };
}

function whoOf({ by, from }: GearShift): string {
  if (from === 'file') return ' by the gear file';
  return by === null ? '' : ` by ${by} (as claimed)`;
}

function becauseOf({ because }: GearShift): string {
  return because === '' ? '' : `: ${because}`;
}
