import { z } from 'zod';
import { displayLine } from '../sanitise.js';
import type { RunKind } from '../run/phase.js';
import { knownScope, type ScopeKnown, type ScopePlace } from './gear-scope.js';

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
  'always-gated',
  'named',
]);
export type GearReason = z.infer<typeof GearReason>;

/** Where a shift came from: a message, the start, a gear file, the driver `ralph`, or too many rejects in a row. */
export const ShiftFrom = z.enum(['message', 'start', 'file', 'driver', 'automatic']);
export type ShiftFrom = z.infer<typeof ShiftFrom>;

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
  readonly from: ShiftFrom;
  /** Why a file that could not be understood counts as review-before (R-000-11); null for a shift as asked. */
  readonly fault: 'no-file' | 'unparseable' | 'unknown-gear' | null;
}

export interface ResolvedGear {
  readonly gear: Gear;
  readonly reason: GearReason;
  /** Said aloud in status, history and briefs, in one line. */
  readonly why: string;
}

/** What a shift is held against. */
export interface GearPlace extends ScopePlace {
  readonly nowMs: number;
  /** The tests tell nothing but an exit code: each test needs a person's look before its code (design 4). */
  readonly exitOnly?: boolean;
  /** A bug fix and a test-first job are gated, whatever anybody shifted (R-000-26, R-000-27). Left out: `feature`. */
  readonly kind?: RunKind;
}

/**
 * The gear of a step, by the four rules in their order, fail safe (R-000-04, R-000-10…15): no shift, or one that can't
 * be understood, has ended, or does not hold for this step, means review-before.
 */
export function resolveGear(shift: GearShift | null, place: GearPlace): ResolvedGear {
  const { kind = 'feature' } = place;
  if (kind !== 'feature')
    return before('always-gated', `${kindWords[kind]} is reviewed test by test, whatever the gear`);
  if (shift === null) return before('no-file', 'nobody shifted: each test is reviewed before its code');
  if (shift.fault !== null) return before(shift.fault, shift.because);
  if (shift.untilMs !== null && shift.untilMs <= place.nowMs) {
    return before(
      'expired',
      `the shift to ${shift.gear}${whoOf(shift)} was for a time that is over${becauseOf(shift)}`,
    );
  }
  const missed = shift.scope === null ? null : missedScope(shift, shift.scope, knownScope(shift.scope, place));
  if (missed !== null) return missed;
  if (place.exitOnly === true && shift.gear === 'review-after') {
    const why = 'the test command tells nothing but an exit code, so a person has to see each test';
    return before('exit-only', `${why}; the shift to review-after${whoOf(shift)} does not hold`);
  }
  const reason = shift.from === 'driver' ? 'driver' : 'named';
  return { gear: shift.gear, reason, why: `shifted to ${shift.gear}${whoOf(shift)}${becauseOf(shift)}` };
}

const kindWords = { bugfix: 'a bug fix', 'test-first': 'a test-first job' } as const;

/** Rules 3 and 3b, each said aloud (R-000-12, R-000-13, C-1, C-22); null when the step is inside. */
function missedScope(shift: GearShift, scope: string, known: ScopeKnown): ResolvedGear | null {
  const named = `the scope "${displayLine(scope)}" of the shift${whoOf(shift)}`;
  // Not widened while it is not understood.
  if (known.kind === 'unread') return before('outside-scope', `${named} is read when the next step begins`);
  const { hold, fits, isDone } = known;
  switch (hold) {
    case 'inside':
      return null;
    case 'outside-scope':
      return before(hold, isDone ? `every task of ${named} is done` : `this step is outside ${named}`);
    case 'scope-no-match':
      return before(hold, `no step matches ${named}`);
    case 'scope-ambiguous':
      return before(hold, `${named} fits more than one place: ${fits.join('; ')}`);
  }
}

function before(reason: GearReason, why: string): ResolvedGear {
  return { gear: 'review-before', reason, why };
}

const whoWords = {
  file: ' by the gear file',
  driver: ' by the driver of the run',
  automatic: ' by Pawl itself',
} as const;

function whoOf({ by, from }: GearShift): string {
  if (from === 'file' || from === 'driver' || from === 'automatic') return whoWords[from];
  return by === null ? '' : ` by ${by} (as claimed)`;
}

/** On one line, whatever was sent. */
function becauseOf({ because }: GearShift): string {
  const line = displayLine(because, 1_000);
  return line === '' ? '' : `: ${line}`;
}
