import { join } from 'node:path';
import type { TestReport } from '../../domain/evidence/evidence.js';
import type { ProgramResult } from '../../ports/program.js';
import type { TestCommand, TestRunner } from '../../ports/test-runner.js';
import { fieldsOf, textOf, type Fields } from './fields.js';
import type { Surroundings } from './node-test/node-facts.js';
import { detectProgram, type ProgramTraces } from './detect-program.js';
import { expandScript } from './package-script.js';
import { createPlace, withShortPaths } from './places.js';
import { nothingSeen, reportOf } from './report.js';
import { problemWith, problemWithout } from './script-problems.js';
import { isScript, isScriptTestFile } from './script-files.js';
import { testSources } from './script-sources.js';
import { createSeals, type SealedEvents } from './sealed-file.js';
import type { SeenRun } from './seen-run.js';

/** What jest and vitest differ in. */
export interface ScriptRunner {
  readonly traces: ProgramTraces;
  readonly reporter: { readonly file: string; readonly source: string };
  /** The adapter's own command, or null for a command of another runner. */
  readonly started: (argv: readonly string[], reporter: string, folder: string) => readonly string[] | null;
  /** The command for these scripts alone; null when it can't be narrowed. */
  readonly narrowed?: (argv: readonly string[], files: readonly string[]) => readonly string[] | null;
  readonly settingsTestFiles?: TestRunner['settingsTestFiles'];
  readonly read: (records: readonly Fields[], around: Surroundings) => SeenRun & { readonly emptyFiles: number };
}

/** A runner whose reporter, written into the result folder, seals what it saw. */
export function createScriptRunner(kind: ScriptRunner): TestRunner {
  const { traces, reporter } = kind;
  const seals = createSeals();
  const accepts = (argv: readonly string[]): boolean => traces.shown(argv) !== null;
  return {
    name: traces.runner,
    accepts,
    detect: (files, read) => detectProgram(traces, files, read),
    async expand(argv, read) {
      const found = await expandScript(argv, read, accepts);
      return found === null ? null : traces.shown(found);
    },
    isTestFile: isScriptTestFile,
    narrow(command, files) {
      const argv = kind.narrowed?.(command.argv, files.filter(isScript)) ?? null;
      return argv === null ? null : { ...command, argv };
    },
    ...(kind.settingsTestFiles === undefined ? {} : { settingsTestFiles: kind.settingsTestFiles }),
    plan(command, resultFolder) {
      const file = join(resultFolder, reporter.file);
      const argv = kind.started(command.argv, file, resultFolder);
      if (argv === null) {
        const expected = `expected ${traces.argv.join(' ')} …`;
        throw new Error(`"${command.argv.join(' ')}" is no command of ${traces.runner}; ${expected}`);
      }
      seals.prepare(resultFolder, { [reporter.file]: reporter.source });
      return { argv, env: { CI: 'true', NO_COLOR: '1' }, readable: [file] };
    },
    async read(_command: TestCommand, resultFolder, root, result) {
      return judgeable(kind, await seals.read(resultFolder), root, result);
    },
  };
}

function judgeable(kind: ScriptRunner, events: SealedEvents, root: string, result: ProgramResult): TestReport {
  const { runner } = kind.traces;
  if (events.kind === 'spoilt') {
    const text = `the result of ${runner} can't be trusted: ${events.why}`;
    return reportOf(runner, result, nothingSeen, { kind: 'cannot-tell', text });
  }
  if (events.kind === 'absent') return reportOf(runner, result, nothingSeen, problemWithout(runner, result));
  const records = events.records.map((record): Fields => fieldsOf(record) ?? {});
  const cwd = textOf(records[0]?.['cwd']);
  const place = createPlace(root, cwd);
  const read = kind.read(records, { place, source: testSources(place, isScriptTestFile) });
  const problem = problemWith(runner, result, read, events.complete);
  return reportOf(runner, result, withShortPaths(read, root, cwd), problem);
}
