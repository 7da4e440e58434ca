import { expect } from '@jest/globals';
import { WorkflowFailedError } from '@temporalio/client';
import type { Cause } from '../../src/domain/run/causes.js';
import type { RunOutcome } from '../../src/domain/run/phase.js';
import { replays, tell, type Rig, type Story, type Told } from './rig.js';
import type { StoryLeaf } from './story.js';

/** A run in which a leaf breaks a rule, and what has to come of it. */
export interface Rule {
  /** Starts with the number of what it proves. */
  readonly name: string;
  readonly story: Story;
  readonly ends: RunOutcome | Cause;
  /** Each is the line of an event, or fits one, after the line of the one before it. */
  readonly says: readonly (string | RegExp)[];
  readonly holds?: (told: Told) => Promise<void>;
}

/** Plays the story of one step, looks at its end and its lines, and replays its history. */
export async function proves(rigged: Rig, { story, ends, says, holds }: Rule): Promise<Told> {
  const told = await tell(rigged, { steps: 1, ...story });
  const ending = await endingOf(told);
  const lines = await linesOf(told);
  expectLines(lines, says);
  expect({ ending, last: lines.at(-1) }).toMatchObject({ ending: ends });
  await holds?.(told);
  await replays(told);
  return told;
}

/** How a run ended: its outcome, or the cause it bailed with. */
export async function endingOf(told: Pick<Told, 'result'>): Promise<string> {
  try {
    return (await told.result()).outcome;
  } catch (error) {
    const failure = error instanceof WorkflowFailedError ? error.cause : undefined;
    if (failure !== undefined && 'type' in failure) return String(failure.type);
    throw error;
  }
}

export async function linesOf(told: Pick<Told, 'events'>): Promise<readonly string[]> {
  return (await told.events()).map((event) => event.line);
}

/** In this order, with others between them. A miss shows where it was looked for. */
export function expectLines(lines: readonly string[], wanted: readonly (string | RegExp)[]): void {
  let from = 0;
  for (const one of wanted) {
    const rest = lines.slice(from);
    const at = rest.findIndex((line) => (typeof one === 'string' ? line === one : one.test(line)));
    if (at === -1)
      throw new Error(`expected ${String(one)} after "${lines[from - 1] ?? ''}", among:\n${rest.join('\n')}`);
    from += at + 1;
  }
}

type Ops = NonNullable<StoryLeaf['do']>;

/** A leaf of the first step; what it answers is up to the scripted agent unless told. */
export function leafOf(
  role: StoryLeaf['role'],
  phase: StoryLeaf['phase'],
  attempt: StoryLeaf['attempt'],
  does: Ops,
  answer?: unknown,
): StoryLeaf {
  return { role, phase, step: '1', attempt, do: does, ...(answer === undefined ? {} : { answer }) };
}

export const redLeaf = (attempt: StoryLeaf['attempt'], ...does: Ops): StoryLeaf =>
  leafOf('developer', 'red', attempt, does);
export const greenLeaf = (attempt: StoryLeaf['attempt'], ...does: Ops): StoryLeaf =>
  leafOf('developer', 'green', attempt, does);
/** A reviewer that answers, and does nothing else. */
export const judge = (
  role: 'verifier' | 'domain-reviewer',
  phase: 'red' | 'green' | 'refactor',
  attempt: StoryLeaf['attempt'],
  answer: unknown,
): StoryLeaf => leafOf(role, phase, attempt, [], answer);
