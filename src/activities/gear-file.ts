import type { GearFileInput, GearFileReport } from '../contract/activities.js';
import { mergeGear, type FoundGear, type GearMirror } from '../domain/steering/gear-file.js';
import { gearFilePath } from '../domain/steering/gear-place.js';
import { parseSeen, renderSeen } from '../domain/steering/gear-seen.js';
import type { HandFile, HandPlace, HandWrite } from '../ports/hand-files.js';
import { parseGearFile, renderGearFile } from '../texts/gear-file.js';
import type { Run } from './run-facts.js';
import type { Tools } from './tools.js';

const tries = 3;

/**
 * Holds the gear file against the shift that stands, and shows that shift there (C-15). Safe to repeat: what a try that
 * was lost had written is no change to the next one.
 */
export async function syncGearFile(tools: Tools, run: Run, known: GearFileInput): Promise<GearFileReport> {
  const { origin, ledgerPath } = run.facts;
  // A bare repository has no checkout, so there is nothing to edit.
  if (origin.path === origin.gitDir) return { seen: known.seen, shift: null, notes: [] };
  const place = { origin: origin.path, file: gearFilePath(ledgerPath) };
  for (let left = tries; ; left -= 1) {
    const found = await findGear(tools, run, place);
    const { shift, write, notes } = mergeGear(known, found);
    const digest = found.kind === 'present' ? found.digest : null;
    if (write === null) return { seen: digest, shift, notes };
    const result = await tools.handFiles.write(place, renderGearFile(write), digest);
    // A person saved another version in between: that one is looked at.
    if (result.kind === 'changed' && left > 1) continue;
    return { shift, ...shownReport(known, { place, write, digest, result, notes }) };
  }
}

interface Shown {
  readonly place: HandPlace;
  readonly write: GearMirror;
  readonly digest: string | null;
  readonly result: HandWrite;
  readonly notes: readonly string[];
}

/** A file that can't be written is said once for each shift: the run does not need it (C-15). */
function shownReport(known: GearFileInput, shown: Shown): Pick<GearFileReport, 'seen' | 'notes'> {
  const { place, write, digest, result, notes } = shown;
  if (result.kind === 'written') return { seen: result.digest, notes };
  if (result.kind === 'changed') return { seen: digest, notes };
  const { atMs } = write.shift;
  const seen = renderSeen({ digest, unshownAtMs: atMs });
  if (parseSeen(known.seen).unshownAtMs === atMs) return { seen, notes };
  const note = `${place.file} does not show the shift to ${write.shift.gear}: ${result.why}; the shift counts all the same`;
  return { seen, notes: [...notes, note] };
}

async function findGear(tools: Tools, run: Run, place: HandPlace): Promise<FoundGear> {
  const read = await tools.handFiles.read(place);
  if (read.kind === 'absent') return foundAs(read, place.file, false);
  return foundAs(read, place.file, await isTracked(run, place.file));
}

async function isTracked({ repository, facts }: Run, path: string): Promise<boolean> {
  return (await repository.readFile(facts.base.sha, path)) !== null;
}

/** What lies there, as a gear file. */
export function foundAs(read: HandFile, path: string, tracked: boolean): FoundGear {
  if (read.kind === 'absent') return { kind: 'absent', path, goneAtMs: read.goneAtMs };
  const { digest, changedAtMs } = read;
  return { kind: 'present', path, digest, changedAtMs, says: saysOf(read, path), tracked };
}

function saysOf(read: Exclude<HandFile, { kind: 'absent' }>, path: string): ReturnType<typeof parseGearFile> {
  if (read.kind === 'text') return parseGearFile(read.text, path);
  const mend = 'expected a small text file, for example: gear: review-before';
  const why = `${path} ${read.why}; ${mend}; until it is mended: review-before`;
  return { kind: 'fault', fault: 'unparseable', why };
}
