import { join } from 'node:path';
import type { TestReport } from '../../../domain/evidence/evidence.js';
import { plainWord, withWords, type CommandParts, type CommandWord } from '../../../domain/evidence/test-command.js';
import type { ProgramResult } from '../../../ports/program.js';
import type { TestRunPlan } from '../../../ports/test-runner.js';
import { fieldsOf, textOf } from '../fields.js';
import { absentProgram, endOf, nothingSeen, reportOf, type Problem } from '../report.js';
import { createSeals } from '../sealed-file.js';
import { streamFile, streamSource } from './stream-source.js';

/** What a tool printed, line by line, as the sealed result holds it. */
export interface ToolStream {
  /** The folder it was started in, as it saw it. */
  readonly cwd: string | null;
  readonly out: readonly string[];
  readonly err: readonly string[];
  /** The tool ended by itself, and all it said is here. */
  readonly isComplete: boolean;
}

export type StreamReading =
  | { readonly kind: 'stream'; readonly stream: ToolStream }
  /** Nothing that could be read: the report says why. */
  | { readonly kind: 'report'; readonly report: TestReport };

/** Starts the tool of a command behind Pawl's own reader of lines, and reads what that wrote. */
export interface Streams {
  /** @param words the tool and its arguments, the adapter's own among them */
  plan(
    parts: CommandParts,
    words: readonly CommandWord[],
    folder: string,
    env: Readonly<Record<string, string>>,
  ): TestRunPlan;
  /** Once a run. */
  read(runner: string, program: string, folder: string, result: ProgramResult): Promise<StreamReading>;
}

export function createStreams(): Streams {
  const seals = createSeals();
  return {
    plan(parts, words, folder, env) {
      seals.prepare(folder, { [streamFile]: streamSource });
      const script = join(folder, streamFile);
      // By the path of this worker's own node: a repository of another language need not have one on its PATH.
      const own = [process.execPath, script].map(plainWord);
      return {
        argv: withWords(parts, [...own, ...words]),
        env: { CI: 'true', NO_COLOR: '1', ...env },
        readable: [script, process.execPath],
      };
    },
    async read(runner, program, folder, result) {
      const events = await seals.read(folder);
      const untold = (problem: Problem | null): StreamReading => ({
        kind: 'report',
        report: reportOf(runner, result, nothingSeen, problem),
      });
      if (events.kind === 'spoilt') {
        return untold({ kind: 'cannot-tell', text: `the result of ${runner} can't be trusted: ${events.why}` });
      }
      if (events.kind === 'absent') return untold(problemWithout(program, result));
      return { kind: 'stream', stream: streamOf(events.records, events.complete) };
    },
  };
}

function streamOf(records: readonly unknown[], isComplete: boolean): ToolStream {
  const all = records.map((record) => fieldsOf(record) ?? {});
  const lines = (type: string): readonly string[] =>
    all.flatMap((record) => (record['type'] === type ? (textOf(record['line']) ?? []) : []));
  return { cwd: textOf(all[0]?.['cwd']), out: lines('out'), err: lines('err'), isComplete };
}

/** The command ended before its last program, the tool, was started. */
function problemWithout(program: string, result: ProgramResult): Problem | null {
  if (result.end !== 'exited' && result.end !== 'failed-to-start') return null;
  const absent = absentProgram(result, program);
  if (absent !== null) return absent;
  if (result.exitCode === 0) {
    return { kind: 'cannot-tell', text: 'the test command ended with exit code 0 without a result' };
  }
  return { kind: 'framework', text: `the test command ended before any test began (${endOf(result)})` };
}

/** A result that ends early, or null. */
export function earlyEnd(runner: string, stream: ToolStream, result: ProgramResult): Problem | null {
  if (stream.isComplete) return null;
  return { kind: 'cannot-tell', text: `the result of ${runner} ends early (${endOf(result)}); the runner was ended` };
}
