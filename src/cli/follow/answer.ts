/** What a person may answer at the gate. */
export type GateChoice = 'approve' | 'edit' | 'reject' | 'shift' | 'stop' | 'later';

const words: readonly (readonly [GateChoice, readonly string[]])[] = [
  ['approve', ['a', 'approve', 'y', 'yes']],
  ['edit', ['e', 'edit']],
  ['reject', ['r', 'reject', 'n', 'no']],
  ['shift', ['s', 'shift', 'u', 'upshift']],
  ['stop', ['t', 'stop']],
  ['later', ['l', 'later', 'd', 'detach']],
];

export const gateQuestion = '(a)pprove (e)dit (r)eject (s)hift to review-after s(t)op (l)ater ? ';
export const gateKeys = 'a, e, r, s, t, l';

/** Null when the answer is none of them: it is asked again, nothing is guessed. */
export function readChoice(answer: string): GateChoice | null {
  const typed = answer.trim().toLowerCase();
  return words.find(([, spellings]) => spellings.includes(typed))?.[0] ?? null;
}

/** What a person may do with an edited copy. */
export type EditChoice = 'send' | 'again' | 'back';

const editWords: readonly (readonly [EditChoice, readonly string[]])[] = [
  ['send', ['y', 'yes', 'send']],
  ['again', ['e', 'edit', 'again']],
  ['back', ['n', 'no', 'back']],
];

export const editQuestion = 'Approve it as edited? (y)es (e)dit again (n)o ? ';
export const editKeys = 'y, e, n';

export function readEditChoice(answer: string): EditChoice | null {
  const typed = answer.trim().toLowerCase();
  return editWords.find(([, spellings]) => spellings.includes(typed))?.[0] ?? null;
}
