import { interruptible } from '../interrupt.js';
import type { Io } from '../io.js';
import type { Paint } from '../render/colour.js';
import { stepDiff, stepHead, type ReviewSheet } from '../render/review.js';
import type { SendBackAnswer, SendBackWish } from './send-back.js';

export interface ReviewTalk {
  readonly io: Io;
  readonly paint: Paint;
  readonly sheets: readonly ReviewSheet[];
  sendBack(wish: SendBackWish): Promise<SendBackAnswer>;
  /** Called after every step that is settled, so that an end of the terminal loses none. */
  settled(reviewed: ReadonlySet<string>): Promise<void>;
}

export interface Talked {
  readonly reviewed: ReadonlySet<string>;
  readonly interrupted: boolean;
}

export type ReviewChoice = 'reviewed' | 'back' | 'next' | 'quit';

const words: readonly (readonly [ReviewChoice, readonly string[]])[] = [
  ['reviewed', ['r', 'reviewed', 'y', 'yes']],
  ['back', ['b', 'back']],
  ['next', ['n', 'next']],
  ['quit', ['q', 'quit']],
];

/** Null when the answer is none of them: it is asked again, nothing is guessed. */
export function readReviewChoice(answer: string): ReviewChoice | null {
  const typed = answer.trim().toLowerCase();
  return words.find(([, spellings]) => spellings.includes(typed))?.[0] ?? null;
}

/** Step by step: its tests, then its code, then what the person makes of it. */
export async function talkThrough(talk: ReviewTalk): Promise<Talked> {
  return interruptible('ends-process', async (signal) => {
    const reviewed = new Set<string>();
    for (const [at, sheet] of talk.sheets.entries()) {
      const settled = await oneStep(talk, sheet, `  (${at + 1} of ${talk.sheets.length})`, signal);
      if (settled === 'quit') return { reviewed, interrupted: signal.aborted };
      if (settled === 'undecided') continue;
      reviewed.add(sheet.step.id);
      await talk.settled(reviewed);
    }
    return { reviewed, interrupted: false };
  });
}

async function oneStep(
  talk: ReviewTalk,
  sheet: ReviewSheet,
  place: string,
  signal: AbortSignal,
): Promise<'settled' | 'undecided' | 'quit'> {
  const { io, paint } = talk;
  io.data(`\n${stepHead(sheet, place, paint)}\n\n${stepDiff(sheet, 'tests', paint)}\n`);
  const first = await io.ask('Enter shows the code, (q)uits ? ', signal);
  if (first === null || readReviewChoice(first) === 'quit') return 'quit';
  io.data(`\n${stepDiff(sheet, 'code', paint)}\n`);
  for (;;) {
    const typed = await io.ask('(r)eviewed  send (b)ack  (n)ext, undecided  (q)uit ? ', signal);
    if (typed === null) return 'quit';
    const choice = readReviewChoice(typed);
    if (choice === 'reviewed') return 'settled';
    if (choice === 'next') return 'undecided';
    if (choice === 'quit') return 'quit';
    if (choice === null) {
      if (typed.trim() !== '') io.say(`"${typed.trim()}" is none of these: r, b, n, q`);
    } else if (await isSentBack(talk, sheet.step.id, signal)) {
      return 'settled';
    }
  }
}

async function isSentBack({ io, sendBack }: ReviewTalk, step: string, signal: AbortSignal): Promise<boolean> {
  const because = (await io.ask('What is to be mended? Its developer reads this: ', signal))?.trim() ?? '';
  if (because === '' || because.length > 1_000) {
    io.say(
      because === '' ? 'Without a reason nothing is sent.' : 'A reason has at most 1000 characters; nothing is sent.',
    );
    return false;
  }
  const { taken, answer } = await sendBack({ step, because });
  io.say(taken ? `Step ${step}: ${answer}` : `It was not taken: ${answer}`);
  return taken;
}
