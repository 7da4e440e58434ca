import type { StatusView } from '../../contract/views.js';
import type { GearReason, GearShift } from '../../domain/steering/gear.js';
import type { MessageEntry } from '../../domain/steering/messages.js';
import { plainLine } from './plain.js';
import { moment, untilWhen } from './when.js';

/** Which of the rules decided the gear, in words (R-000-38). */
export const ruleWords: Readonly<Record<GearReason, string>> = {
  'no-file': 'the default, since nothing says otherwise',
  unparseable: 'a gear file that can not be read counts as review-before',
  'unknown-gear': 'a gear file that names no gear counts as review-before',
  'outside-scope': 'the shift is for other steps, so the default holds',
  'scope-no-match': 'the scope of the shift fits no step, so the default holds',
  'scope-ambiguous': 'the scope of the shift fits more than one place, so the default holds',
  driver: 'the driver of the run names it',
  expired: 'the time of the shift is over, so the default holds',
  'exit-only': 'the tests tell nothing but an exit code',
  'always-gated': 'a run of this kind is always gated',
  named: 'the last shift names it',
};

/** The gear, the rule, and the shift that stands: who, when, why, for what, until when. */
export function gearText(
  view: Pick<StatusView, 'gear' | 'shift'>,
  sender: string | null,
  nowMs: number,
): readonly string[] {
  const { gear, shift } = view;
  const lines = [`${gear.gear}: ${ruleWords[gear.reason]} (${gear.reason})`];
  if (shift === null) return lines;
  return [...lines, ...shiftLines(shift, sender, nowMs)];
}

function shiftLines(shift: GearShift, sender: string | null, nowMs: number): readonly string[] {
  const { gear, because, by, atMs, scope, untilMs, from } = shift;
  const why = because === '' ? 'no reason given' : plainLine(because);
  const limits = [
    ...(scope === null ? [] : [`for ${plainLine(scope)}`]),
    ...(untilMs === null ? [] : [untilWhen(untilMs, nowMs)]),
  ];
  return [
    `${howText(from, gear)} ${whoText(by, sender)}, ${moment(atMs, nowMs)}: ${why}`,
    ...(limits.length === 0 ? [] : [limits.join(', ')]),
  ];
}

function howText(from: GearShift['from'], gear: string): string {
  switch (from) {
    case 'message':
      return `shift to ${gear}`;
    case 'start':
      return `${gear} at the start`;
    case 'file':
      return `gear file: ${gear}`;
    case 'driver':
      return `driver: ${gear}`;
    case 'automatic':
      return `automatic shift to ${gear}`;
  }
}

/** What was claimed in the message, and what the server noted of its sender: one can't be forged by a payload. */
export function whoText(by: string | null, sender: string | null): string {
  if (by !== null && by === sender) return `by ${plainLine(by)}`;
  const claimed = by === null ? [] : [`by ${plainLine(by)} (as claimed)`];
  const noted = sender === null ? [] : [`sent by ${plainLine(sender)}`];
  return claimed.length + noted.length === 0 ? 'by nobody named' : [...claimed, ...noted].join(', ');
}

/** `at-leaf, by ann (as claimed), sent by ann@host, 14:05:12`. */
export function stopText(stop: NonNullable<StatusView['stop']>, sender: string | null, nowMs: number): string {
  return `${stop.mode}, ${whoText(stop.by, sender)}, ${moment(stop.atMs, nowMs)}`;
}

/** Why it waits, until when, and what ends it now; a question in full, with the answers it takes. */
export function waitLines(view: Pick<StatusView, 'wait'>, nowMs: number): readonly string[] {
  const { wait } = view;
  if (wait === null) return [];
  const why = wait.kind === 'answer' ? 'for an answer' : plainLine(wait.why);
  return [
    `waits since ${moment(wait.sinceMs, nowMs)} ${why}; ${untilWhen(wait.untilMs, nowMs)}`,
    ...wait.candidates.map((text, index) => `  ${index + 1}) ${plainLine(text)}`),
    `to end it now: ${plainLine(wait.endWith)}`,
  ];
}

const ways: Readonly<Record<MessageEntry['way'], string>> = {
  signal: '',
  update: '',
  file: 'by a file, ',
  cancel: 'by a cancel, ',
};

/** One message: when, which, from whom, what became of it. */
export function messageLine(entry: MessageEntry, sender: string | null, nowMs: number): string {
  const { name, way, by, taken, answer, atMs } = entry;
  const who = way === 'file' || way === 'cancel' ? '' : `${whoText(by, sender)}, `;
  return `${moment(atMs, nowMs)} ${plainLine(name)} ${ways[way]}${who}${taken ? 'taken' : 'ignored'}: ${plainLine(answer)}`;
}
