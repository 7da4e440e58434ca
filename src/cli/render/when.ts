import { showDuration } from '../../domain/steering/duration.js';
import { clock } from './plain.js';

/** Local wall clock, with the day when it is not today's: `14:05:12`, `Dec 3 14:05:12`. */
export function moment(atMs: number, nowMs: number): string {
  const at = new Date(atMs);
  if (at.toDateString() === new Date(nowMs).toDateString()) return clock(atMs);
  const [, month = '', day = '', year = ''] = at.toDateString().split(' ');
  const isThisYear = at.getFullYear() === new Date(nowMs).getFullYear();
  return `${month} ${Number(day)}${isThisYear ? '' : ` ${year}`} ${clock(atMs)}`;
}

/** `until 16:05:12, in 1h58m`; what is over says so. */
export function untilWhen(untilMs: number, nowMs: number): string {
  const left = untilMs - nowMs;
  return `until ${moment(untilMs, nowMs)}, ${left > 0 ? `in ${showDuration(left)}` : 'which is over'}`;
}
