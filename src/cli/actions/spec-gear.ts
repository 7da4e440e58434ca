import type { Config } from '../../config.js';
import { parseDuration } from '../../domain/steering/duration.js';
import { shownOf } from '../../domain/steering/gear-file.js';
import { resolveGear, type Gear, type GearShift } from '../../domain/steering/gear.js';
import { CliError, type Io } from '../io.js';
import { plainLine } from '../render/plain.js';
import { shellWord, specGearText } from '../render/spec.js';
import { untilWhen } from '../render/when.js';
import type { SpecHere } from '../runs/spec.js';

/** A shift as it was typed, checked already. */
export interface GearWish {
  readonly gear: Gear;
  readonly because: string;
  readonly scope?: string;
  readonly for?: string;
  readonly json?: boolean;
}

/** The gear of a spec that no run works on; makes no file (R-000-29, R-000-30). */
export function showSpecGear(io: Io, { look }: SpecHere, json: boolean): void {
  const { folder, gear } = look;
  const { resolved, shift, author, driver, path, notes } = gear;
  if (json) return io.json({ spec: folder, ...resolved, shift, author, driver, file: path, notes });
  io.data(specGearText(look, Date.now()).join('\n'));
}

/**
 * Shifts the gear of a spec that no run works on, by its gear file: the next run begins with it (R-000-64).
 * @throws {CliError} 2 when the scope fits no task or several places, or the file can't be written; then nothing changed
 */
export async function shiftSpecGear(io: Io, config: Config, spec: SpecHere, wish: GearWish): Promise<void> {
  const { look, origin } = spec;
  const { folder, gear } = look;
  if (gear.isTracked) {
    const mend = `git -C ${shellWord(origin)} rm --cached ${shellWord(gear.path)}`;
    throw new CliError(
      2,
      `${plainLine(gear.path)} is tracked by git, so it does not count: a branch may not choose a gear. First: ${mend}`,
    );
  }
  const shift = shiftOf(wish, config.identity);
  await mustFit(look.seen, shift, folder);
  const { writeSpecGear } = await import('../../local/spec-gear.js');
  const why = await writeSpecGear(config, { origin, folder }, shift, gear);
  if (why !== null) throw new CliError(2, `${plainLine(gear.path)} could not be written: ${plainLine(why)}`);
  if (wish.json === true) return io.json({ spec: folder, taken: true, shift, file: gear.path });
  const until = shift.untilMs === null ? '' : `, ${untilWhen(shift.untilMs, Date.now())}`;
  const where = shift.scope === null ? '' : ` for ${plainLine(shift.scope)}`;
  io.data(
    `${shift.gear}${where}${until}: written to ${plainLine(gear.path)}, for the next run of ${plainLine(folder)}`,
  );
}

function shiftOf(
  { gear, because, scope = null, for: time }: Omit<GearWish, 'scope'> & { readonly scope?: string | null },
  by: string,
): GearShift {
  const atMs = Date.now();
  const forMs = time === undefined ? null : parseDuration(time);
  // Whole seconds of a day read better in a file that people open.
  const untilMs = forMs === null ? null : Math.ceil((atMs + forMs) / 1_000) * 1_000;
  const asked: GearShift = { gear, because, by, atMs, scope, untilMs, from: 'file', fault: null };
  return { ...asked, ...shownOf(asked) };
}

/** With the list at hand, a scope that would never hold is no shift (R-000-13, C-22). */
async function mustFit(seen: SpecHere['look']['seen'], shift: GearShift, folder: string): Promise<void> {
  if (shift.scope === null) return;
  const { sightOf } = await import('../../domain/steering/scope-sight.js');
  const sight = sightOf(shift, seen);
  const hold = sight?.hold;
  if (hold !== 'scope-no-match' && hold !== 'scope-ambiguous') return;
  const { why } = resolveGear(shift, {
    nowMs: shift.atMs,
    step: sight?.step ?? '-',
    steps: 0,
    isSpec: true,
    sight: sight ?? null,
  });
  const example = 'expected --scope "tasks 3-5", or the text of one heading, with its number where two are alike';
  throw new CliError(2, `${plainLine(folder)}/tasks.md: ${plainLine(why)}; ${example}. Nothing was changed.`);
}
