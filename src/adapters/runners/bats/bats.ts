import { mkdirSync } from 'node:fs';
import type { TestReport } from '../../../domain/evidence/evidence.js';
import { displayLine } from '../../../domain/sanitise.js';
import type { ProgramResult } from '../../../ports/program.js';
import type { TestRunner } from '../../../ports/test-runner.js';
import { isCommonTestFile } from '../command/common-test-files.js';
import { readResultFiles } from '../junit/result-files.js';
import { expandScript } from '../package-script.js';
import { createPlace, withShortPaths } from '../places.js';
import { absentProgram, conflict, endOf, nothingSeen, reportOf, type Problem } from '../report.js';
import { testSources } from '../script-sources.js';
import { hasFailure, type SeenRun } from '../seen-run.js';
import { failureOf } from '../test-list.js';
import { batsProgram, narrowedBats, startedBats } from './bats-command.js';
import { detectBats } from './bats-detect.js';
import { readBatsStream, type BatsRun } from './bats-events.js';

const runner = 'bats';
const reportFile = 'report.log';

/**
 * bats-core 1.7 and later. The result is written by bats itself, outside of the tree, and can't be sealed: a test may
 * write lines of results into bats's stream (fd 3), or another file in the place of the report. Both are seen as
 * long as what bats says of its own is there as well: a test with two results, a result without a beginning, the
 * number of tests, the output and the exit code must all agree. A test that ends bats and takes its place is beyond that.
 */
export function createBats(): TestRunner {
  const accepts = (argv: readonly string[]): boolean => batsProgram(argv) !== null;
  return {
    name: runner,
    accepts,
    detect: detectBats,
    expand: (argv, read) => expandScript(argv, read, accepts),
    isTestFile: isCommonTestFile,
    narrow(command, files) {
      const program = batsProgram(command.argv);
      const argv = program === null ? null : narrowedBats(program, files.filter(isBats));
      return argv === null ? null : { ...command, argv };
    },
    plan(command, resultFolder) {
      const program = batsProgram(command.argv);
      if (program === null) throw new Error(`"${command.argv.join(' ')}" is no command of bats; expected bats test/ …`);
      mkdirSync(resultFolder, { recursive: true });
      return { argv: startedBats(program, resultFolder), env: { CI: 'true', NO_COLOR: '1' }, readable: [] };
    },
    async read(_command, resultFolder, root, result) {
      const found = await readResultFiles(resultFolder, [reportFile], 0n);
      if (found.kind === 'refused') {
        return reportOf(runner, result, nothingSeen, cannotTell(`the result of bats can't be used: ${found.why}`));
      }
      const text = found.kind === 'files' ? (found.files[0]?.text ?? '') : '';
      return text === '' ? withoutResult(result, root) : judgeable(text, root, result);
    },
  };
}

/** Helpers can't be run. */
function isBats(path: string): boolean {
  return path.endsWith('.bats');
}

function cannotTell(text: string): Problem {
  return { kind: 'cannot-tell', text };
}

function judgeable(text: string, root: string, result: ProgramResult): TestReport {
  const place = createPlace(root, null);
  const around = { place, source: testSources(place, isCommonTestFile), cwd: root, isTestFile: isCommonTestFile };
  const run = readBatsStream(text, around);
  const seen = withShortPaths(run, root, null);
  return reportOf(runner, result, seen, problemWith(text, run, result));
}

function problemWith(text: string, run: BatsRun, result: ProgramResult): Problem | null {
  if (result.end !== 'exited') return absentProgram(result, runner);
  const wrong = text.includes('\0') ? 'it was overwritten' : (run.contradiction ?? otherOutput(run, result));
  if (wrong !== null) return cannotTell(`the result of bats can't be trusted: ${wrong} (${endOf(result)})`);
  return conflict(result, hasFailure(run));
}

/** The end of the output has the same results, as plain TAP. */
function otherOutput({ results }: BatsRun, { out }: ProgramResult): string | null {
  for (const [, not, number] of out.tail.matchAll(/^(not )?ok (\d{1,9}) /gm)) {
    const told = results.get(Number(number));
    if (told !== (not === undefined)) return `its output says something else of test ${number ?? ''}`;
  }
  return null;
}

/** bats ended before its first test. */
function withoutResult(result: ProgramResult, root: string): TestReport {
  const report = (seen: SeenRun, problem: Problem | null): TestReport => reportOf(runner, result, seen, problem);
  if (result.end !== 'exited' && result.end !== 'failed-to-start') return report(nothingSeen, null);
  const absent = absentProgram(result, runner);
  if (absent !== null) return report(nothingSeen, absent);
  const said = result.err.tail;
  // A folder or file of the command that is not there yet: a repository without tests.
  if (/^(?:Error|ERROR): Test file ".*" does not exist/m.test(said)) return report(nothingSeen, null);
  const twice = /^(?:Error|ERROR): Duplicate test name\(s\) in file "(.*)": .*$/m.exec(said);
  if (twice?.[1] !== undefined) {
    const failure = failureOf('error', displayLine(twice[0], 400));
    const seen = { tests: [], fileFailures: [{ file: createPlace(root, null)(twice[1]), failure }] };
    return { ...report(withShortPaths(seen, root, null), null), unbuilt: ['./'] };
  }
  if (result.exitCode === 0) return report(nothingSeen, cannotTell('bats ended with exit code 0 without a result'));
  return report(nothingSeen, { kind: 'framework', text: `bats ended before any test began (${endOf(result)})` });
}
