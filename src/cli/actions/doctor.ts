import { configOrProblem } from '../../config.js';
import { examine } from '../doctor/examine.js';
import type { Io } from '../io.js';
import { paint } from '../render/colour.js';
import { doctorText } from '../render/doctor.js';

// What a late check still holds open (a program that hangs, a name that no server resolves) would keep us alive.
const leaveAfterMs = 200;

export async function seeDoctor(io: Io, json: boolean): Promise<void> {
  const settings = configOrProblem();
  const { checks, late } = await examine(settings, process.cwd());
  const failed = checks.some((check) => check.level === 'fail');
  if (json) io.json({ ok: !failed, checks });
  else io.data(doctorText(checks, paint(io.colour)));
  if (failed) io.exitWith(1);
  if (!late) return;
  const { endOwnChildren } = await import('../../local/machine-probes.js');
  endOwnChildren();
  setTimeout(() => process.exit(), leaveAfterMs).unref();
}
