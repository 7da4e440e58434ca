import { afterVerdict, type Judged } from '../domain/steering/auto-downshift.js';
import { note, nowMs, type Desk } from './desk.js';

/** Too many REJECTs without an accepted phase between shift down by themselves, when the run was told so; said aloud. */
export function countVerdict(desk: Desk, judged: Judged): void {
  const after = afterVerdict(desk.state, judged, desk.input.options.downshiftAfterRejects, nowMs());
  desk.state = after.state;
  if (after.note !== null) note(desk, after.note);
}
