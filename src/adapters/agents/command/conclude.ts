import { displayLine } from '../../../domain/sanitise.js';
import type { LeafConclusion } from '../../../ports/agent.js';
import type { ProgramResult } from '../../../ports/program.js';
import { answered, ended, howItEnded, noRecord } from '../how-it-ended.js';
import { parseJsonObject } from '../json.js';

/** Where the answer was looked for, for people, and what stood there; null when there was nothing. */
export interface AnswerText {
  readonly place: string;
  readonly text: string | null;
}

/** The last line of standard output that is not blank. */
export function lastLine(output: string): string | null {
  const text = output.trimEnd();
  return text === '' ? null : text.slice(text.lastIndexOf('\n') + 1);
}

/**
 * How a leaf of any program ended: its answer is one JSON object, and counts whatever the exit code says (F32).
 * Without one, exit code 0 broke the agreement, and any other is a crash (R03).
 */
export function concludeCommand(result: ProgramResult, { place, text }: AnswerText): LeafConclusion {
  const answer = text === null ? null : parseJsonObject(text);
  if (answer !== null) return answered(result, { answer, usage: null, message: 'answered' });
  const found = text === null ? 'nothing' : displayLine(text, 200);
  const message = `${howItEnded(result)}, no answer; expected one JSON object as ${place}, found: ${found}`;
  return ended(result, noRecord, message);
}
