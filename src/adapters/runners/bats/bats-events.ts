import type { FileFailure, SeenRun } from '../seen-run.js';
import { readTap, type TapPoint } from '../tap/tap.js';
import type { SeenTest } from '../test-list.js';
import { failureOfBats, type BatsPlace } from './bats-error.js';
import { withoutNames } from './bats-names.js';

export interface BatsRun extends SeenRun {
  /** Why the stream contradicts itself, or null. */
  readonly contradiction: string | null;
  /** Result of each test by its number, to hold against the output. */
  readonly results: ReadonlyMap<number, boolean>;
}

type Around = Omit<BatsPlace, 'file'>;

/** Reads bats's own stream: TAP with the name of each file and test on a line of its own. */
export function readBatsStream(text: string, around: Around): BatsRun {
  const { text: plain, durations } = withoutNames(text);
  const { events, planned, bailout } = readTap(plain);
  const reading = createReading(durations, around);
  for (const event of events) {
    if (event.kind === 'plain') reading.line(event.text);
    else reading.point(event);
  }
  const run = reading.end();
  const ended = bailout === null ? null : `it ends with "${bailout}"`;
  return { ...run, contradiction: ended ?? run.contradiction ?? otherCount(run, planned) };
}

/** A file that fails as a whole takes its tests with it; more than promised are never right. */
function otherCount({ results, fileFailures }: BatsRun, planned: number | null): string | null {
  const fits = fileFailures.length === 0 ? results.size === planned : planned !== null && results.size <= planned;
  return fits ? null : `it promises ${planned ?? 'no'} tests and has ${results.size}`;
}

function createReading(durations: ReadonlyMap<number, number>, around: Around) {
  const tests: SeenTest[] = [];
  const files = new Map<string, FileFailure>();
  const begun = new Map<number, { readonly file: string; readonly name: string }>();
  const results = new Map<number, boolean>();
  const wrong: string[] = [];
  let file = 'unknown file';
  return {
    line(text: string): void {
      file = /^suite (.*)$/.exec(text)?.[1] ?? file;
      const begin = /^begin (\d{1,9}) (.*)$/.exec(text);
      if (begin === null) return;
      const number = Number(begin[1]);
      if (begun.has(number)) wrong.push(`test ${number} began twice`);
      begun.set(number, { file, name: begin[2] ?? '' });
    },
    point(point: TapPoint): void {
      const number = point.number ?? 0;
      if (results.has(number)) wrong.push(`test ${number} has two results`);
      results.set(number, point.ok);
      const test = begun.get(number);
      const at = test?.file ?? file;
      const where = around.place(at);
      const failure = point.ok ? null : failureOfBats(point.comments, { ...around, file: at });
      if (test !== undefined) {
        const durationMs = durations.get(number) ?? 0;
        tests.push({ file: where, names: [test.name], state: stateOf(point), durationMs, failure });
      } else if (failure === null) wrong.push(`test ${number} ended and never began`);
      else if (!files.has(where)) files.set(where, { file: where, failure: notOwn(failure) });
    },
    end(): BatsRun {
      const open = [...begun.keys()].find((number) => !results.has(number));
      if (open !== undefined) wrong.push(`test ${open} began and did not end`);
      return { tests, fileFailures: [...files.values()], contradiction: wrong[0] ?? null, results };
    },
  };
}

function stateOf({ ok, skip, todo }: TapPoint): SeenTest['state'] {
  if (!ok) return 'failed';
  if (skip) return 'skipped';
  return todo ? 'todo' : 'passed';
}

/** An assertion of `setup_file` is none of the tests that it keeps from running. */
function notOwn(failure: FileFailure['failure']): FileFailure['failure'] {
  return failure.kind === 'assertion' ? { ...failure, kind: 'error' } : failure;
}
