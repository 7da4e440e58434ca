import type { GivenAnswer, ResumeCarry, RunOptionsWish } from '../../contract/run-input.js';
import { pickCandidate } from '../../domain/plan/candidates.js';
import { parseTestResults } from '../../domain/evidence/test-results.js';
import { CliError } from '../io.js';
import { indented, plainLine } from '../render/plain.js';
import type { RunFlags } from './flags.js';

/** Options that may differ from those of the run's start. */
export type NextChangeOptions = Partial<Pick<RunOptionsWish, 'testCommand' | 'testResults' | 'driver' | 'bounds'>>;

/** What `pawl resume` may change for the next execution. */
export interface NextWish {
  readonly answer?: string;
  readonly testCommand?: string;
  readonly results?: string;
}

/** Options that stand in for those of the run's start, and the lines that say so. */
export function nextOptions(wish: NextWish): {
  readonly options: NextChangeOptions;
  readonly said: readonly string[];
} {
  const { testCommand, results } = wish;
  if (testCommand?.trim() === '')
    throw new CliError(2, '--test-command got nothing; for example: --test-command "node --test"');
  const testResults = results === undefined ? undefined : checkedResults(results);
  return {
    options: {
      ...(testCommand === undefined ? {} : { testCommand }),
      ...(testResults === undefined ? {} : { testResults }),
    },
    said: [
      ...(testCommand === undefined
        ? []
        : [`tests are run by "${plainLine(testCommand)}" from now on, whatever was said at the start`]),
      ...(testResults === undefined ? [] : [`their results are read as "${plainLine(testResults)}" from now on`]),
    ],
  };
}

/** Where the loop was shifted down, or its scope is complete, the gated driver goes on (R-000-36). */
export function drivenAfter(outcome: string | null): Pick<NextChangeOptions, 'driver'> {
  return outcome === 'downshifted' || outcome === 'scope-complete' ? { driver: 'implement' } : {};
}

/** What `pawl run` on a spec changes for an execution that goes on: the driver and the bounds as they are typed now. */
export function nextDrive(
  typed: Pick<RunFlags, 'driver' | 'tasks' | 'turns'>,
  now: Pick<RunOptionsWish, 'driver' | 'bounds'>,
  outcome: string | null,
): Pick<NextChangeOptions, 'driver' | 'bounds'> {
  const bounded = typed.tasks !== undefined || typed.turns !== undefined;
  return {
    ...(typed.driver === undefined ? drivenAfter(outcome) : { driver: now.driver }),
    ...(bounded ? { bounds: now.bounds } : {}),
  };
}

/** @throws {CliError} 2 with what was expected and an example */
export function checkedResults(typed: string): string {
  const read = parseTestResults(typed);
  if (read.kind === 'refused') throw new CliError(2, `--results: ${read.reason}`);
  return typed.trim();
}

/**
 * The answer as the next execution gets it.
 * @throws {CliError} 2 when the run did not ask, or when its question takes only what it lists: before anything starts
 */
export function givenAnswer(workflowId: string, asked: ResumeCarry['asked'], text: string): GivenAnswer {
  if (asked === null) {
    throw new CliError(
      2,
      `${workflowId} ended without a question, so there is nothing to answer: pawl resume ${workflowId}`,
    );
  }
  const { step, phase, question, candidates } = asked;
  const typed = answerText(text);
  if (typed === '') throw new CliError(2, `--answer got nothing. ${questionText(asked)}`);
  const picked = candidates.length === 0 ? typed : pickCandidate(candidates, typed);
  if (picked === null) {
    const other =
      phase === 'preflight' ? `\nFor another test command: pawl resume ${workflowId} --test-command "…"` : '';
    throw new CliError(
      2,
      `"${plainLine(typed)}" is none of the answers it takes, by number or letter for letter.\n${questionText(asked)}${other}`,
    );
  }
  return { step, phase, question, text: picked };
}

const mostLetters = 4_000;

/** @throws {CliError} 2 when it is longer than an answer may be: half of an answer may say the opposite */
export function answerText(typed: string): string {
  const text = typed.trim();
  if (text.length <= mostLetters) return text;
  throw new CliError(
    2,
    `--answer has ${text.length} characters; expected at most ${mostLetters}. What is longer belongs into the source, for example: --answer "see the section Formats of the issue"`,
  );
}

/** The whole question with the list of its answers, unless its own words hold that list. */
export function questionText({ question, candidates }: NonNullable<ResumeCarry['asked']>): string {
  const isListed = candidates.every((text) => question.includes(text));
  const list = isListed ? '' : candidates.map((text, index) => `\n  ${index + 1}) ${plainLine(text)}`).join('');
  return `It asked: ${indented(question).trimStart()}${list}`;
}
