import type { Driver } from '../run/phase.js';
import type { Gear, GearShift } from './gear.js';
import { displayLine } from '../sanitise.js';
import { parseSeen } from './gear-seen.js';

/** What a gear file says, once it was understood (R-000-08, R-000-09). */
export interface GearFile {
  readonly gear: Gear;
  readonly scope: string | null;
  /** Which driver the file's writer expects; kept when the file is written back, and no shift by itself. */
  readonly driver: Driver | null;
  /** `2026-09-13`; null only where the shift needs no reason. */
  readonly date: string | null;
  readonly because: string;
  readonly untilMs: number | null;
}

export type GearFileSays =
  | { readonly kind: 'gear'; readonly file: GearFile }
  /** `why` is said aloud: the line, what was expected, an example (R-000-11). */
  | { readonly kind: 'fault'; readonly fault: 'unparseable' | 'unknown-gear'; readonly why: string };

/** The file as it lies in the origin now. */
export type FoundGear =
  /** `goneAtMs`: not gone later than this, milliseconds since the epoch; null when nobody can tell. */
  | { readonly kind: 'absent'; readonly path: string; readonly goneAtMs: number | null }
  | {
      readonly kind: 'present';
      readonly path: string;
      readonly digest: string;
      /** When this version came to lie there, milliseconds since the epoch. */
      readonly changedAtMs: number;
      readonly says: GearFileSays;
      /** Part of the base commit: what a branch brings along is nobody's choice at the keyboard (R-000-65). */
      readonly tracked: boolean;
    };

/** What the run knows: the file as it was last seen, and the shift that stands. */
export interface KnownGear {
  readonly seen: string | null;
  readonly shift: GearShift | null;
  readonly nowMs: number;
  /** Who drives the run; left out: `implement`. */
  readonly driver?: Driver;
}

/** The file as it is to be: shows who shifted, when, why and until when. */
export interface GearMirror {
  readonly shift: GearShift;
  readonly driver: GearFile['driver'];
}

export interface MergedGear {
  /** The shift that the file stands for; null when it changes nothing. */
  readonly shift: GearShift | null;
  /** Null when the file may stay as it is. */
  readonly write: GearMirror | null;
  readonly notes: readonly string[];
}

/**
 * Whichever is newer counts, a person's message or their change of the file, and it is said aloud which (C-15). A file
 * that was never there does nothing, and none is made without a shift (R-000-30); one that is deleted or can't be read
 * means review-before (R-000-11, R-000-15). What the run wrote itself is no change, however often it is asked.
 */
export function mergeGear(known: KnownGear, found: FoundGear): MergedGear {
  const last = parseSeen(known.seen).digest;
  if (found.kind === 'absent') return last === null ? mirrored(known, null, []) : mergeGone(known, found);
  if (found.tracked) return mergeTracked(found.path, found.digest !== last);
  const file = found.says.kind === 'gear' ? found.says.file : null;
  if (found.digest === last || shows(file, known.shift)) return mirrored(known, file, []);
  const { shift } = known;
  // A shift that the file itself stood for was read from an earlier version of it.
  if (shift === null || shift.from === 'file') return fileCounts(known, found.says, []);
  if (shift.from === 'driver' && last === null && narrowsDriver(found.says, known.nowMs)) {
    return fileCounts(known, found.says, [`${found.path} counts for driver ralph, too: it is not widened`]);
  }
  if (shift.atMs > found.changedAtMs) {
    const note = `${found.path} was changed before the shift to ${shift.gear}: the later one counts`;
    return mirrored(known, file, [note]);
  }
  return fileCounts(known, found.says, [`${found.path} was changed after the shift to ${shift.gear}: the file counts`]);
}

/**
 * A driver shifts for all steps. A file from before the start that shifts up for some, or that nobody understands, must not
 * be widened by that (R-000-13, R-000-15); one that says review-before gives way, since the start is the later word.
 */
function narrowsDriver(says: GearFileSays, nowMs: number): boolean {
  if (says.kind === 'fault') return true;
  const { gear, untilMs } = says.file;
  return gear === 'review-after' && (untilMs === null || untilMs > nowMs);
}

function mergeGone(known: KnownGear, { path, goneAtMs }: Extract<FoundGear, { kind: 'absent' }>): MergedGear {
  const { shift } = known;
  if (shift !== null && shift.from !== 'file' && goneAtMs !== null && shift.atMs > goneAtMs) {
    return mirrored(known, null, [`${path} was deleted before the shift to ${shift.gear}: the later one counts`]);
  }
  const why = `${path} was deleted while the run went on: each test is reviewed before its code`;
  return { shift: faulty(known, 'no-file', why), write: null, notes: [why] };
}

function mergeTracked(path: string, isNews: boolean): MergedGear {
  const why = `${path} is tracked by git: it does not count and is left as it is, since a branch may not choose a gear`;
  const mend = `expected an untracked file, for example after: git rm --cached ${path}`;
  return { shift: null, write: null, notes: isNews ? [`${why}; ${mend}`] : [] };
}

function fileCounts(known: KnownGear, says: GearFileSays, notes: readonly string[]): MergedGear {
  if (says.kind === 'fault') {
    return { shift: faulty(known, says.fault, says.why), write: null, notes: [...notes, says.why] };
  }
  return {
    shift: shiftOfFile(says.file, known.nowMs),
    write: null,
    notes: [...notes, ...otherDriver(known, says.file)],
  };
}

/** The shift that a file stands for, made when it was read. */
export function shiftOfFile({ gear, scope, because, untilMs }: GearFile, atMs: number): GearShift {
  return { gear, because, by: null, atMs, scope, untilMs, from: 'file', fault: null };
}

/** `driver:` says who is expected to drive; that somebody else does is worth a word (R-000-08). */
function otherDriver({ driver = 'implement' }: KnownGear, file: GearFile): readonly string[] {
  if (file.driver === null || file.driver === driver) return [];
  return [`the gear file expects driver ${file.driver}; this run is driven by ${driver}`];
}

function faulty({ nowMs }: KnownGear, fault: NonNullable<GearShift['fault']>, because: string): GearShift {
  const none = { by: null, scope: null, untilMs: null };
  return { gear: 'review-before', because, ...none, atMs: nowMs, from: 'file', fault };
}

/** The shift that stands is shown; what a person wrote themselves, or has to mend, is left to them. */
function mirrored({ shift }: KnownGear, file: GearFile | null, notes: readonly string[]): MergedGear {
  const isOurs = shift !== null && shift.from !== 'file' && !shows(file, shift);
  const driver = shift?.from === 'driver' ? 'ralph' : (file?.driver ?? null);
  return { shift: null, write: isOurs ? { shift, driver } : null, notes };
}

function shows(file: GearFile | null, shift: GearShift | null): boolean {
  if (file === null || shift === null || shift.fault !== null) return false;
  const told = shownOf(shift);
  return (
    file.gear === shift.gear &&
    file.scope === told.scope &&
    file.because === told.because &&
    file.untilMs === shift.untilMs
  );
}

/** A shift's words as they stand in a file: one line each, and what UTF-8 can carry. */
export function shownOf({ scope, because }: GearShift): { readonly scope: string | null; readonly because: string } {
  const where = scope === null ? '' : shownLine(scope, gearLimits.scopeChars);
  return { scope: where === '' ? null : where, because: shownLine(because, gearLimits.becauseChars) };
}

export function shownLine(text: string, chars: number): string {
  return displayLine(text.replace(/\p{Surrogate}/gu, '\ufffd'), chars);
}

/** The same as a message's payload may carry. */
export const gearLimits = { scopeChars: 200, becauseChars: 1_000 } as const;
