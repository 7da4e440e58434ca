import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { TestReport } from '../../../domain/evidence/evidence.js';
import type { ProgramResult } from '../../../ports/program.js';
import type { TestRunner } from '../../../ports/test-runner.js';
import { isCommonTestFile } from '../command/common-test-files.js';
import { readResultFiles } from '../junit/result-files.js';
import { createPlace, withShortPaths } from '../places.js';
import { absentProgram, conflict, endOf, lastWords, nothingSeen, reportOf, type Problem } from '../report.js';
import { hasFailure } from '../seen-run.js';
import { narrowedRspec, rspecCommand, startedRspec } from './rspec-command.js';
import { detectRspec } from './rspec-detect.js';
import { readRspec, type RspecRun } from './rspec-report.js';

const runner = 'rspec';
const resultFile = 'rspec.json';

/**
 * RSpec 3, by its JSON formatter, whose document RSpec writes itself at its end, outside of the tree. It can't be
 * sealed: examples run in RSpec's process, and one could put a document of its own in the place, or change what RSpec
 * counts. The summary, the output and the exit code must agree with it; a forgery that keeps all of them is beyond that.
 */
export function createRspec(): TestRunner {
  return {
    name: runner,
    accepts: (argv) => rspecCommand(argv) !== null,
    detect: detectRspec,
    isTestFile: isCommonTestFile,
    narrow(command, files) {
      const parsed = rspecCommand(command.argv);
      const argv = parsed === null ? null : narrowedRspec(parsed, files.filter(isSpec));
      return argv === null ? null : { ...command, argv };
    },
    plan(command, resultFolder) {
      const parsed = rspecCommand(command.argv);
      if (parsed === null) throw new Error(`"${command.argv.join(' ')}" is no command of rspec; expected rspec …`);
      mkdirSync(resultFolder, { recursive: true });
      const argv = startedRspec(parsed, join(resultFolder, resultFile));
      return { argv, env: { CI: 'true', NO_COLOR: '1' }, readable: [] };
    },
    async read(_command, resultFolder, root, result) {
      const found = await readResultFiles(resultFolder, [resultFile], 0n);
      if (found.kind === 'refused') {
        return reportOf(runner, result, nothingSeen, cannotTell(`the result of rspec can't be used: ${found.why}`));
      }
      const text = found.kind === 'files' ? (found.files[0]?.text ?? '') : '';
      return text === ''
        ? reportOf(runner, result, nothingSeen, problemWithout(result))
        : judgeable(text, root, result);
    },
  };
}

/** Helpers can't be run. */
function isSpec(path: string): boolean {
  return path.endsWith('_spec.rb');
}

function cannotTell(text: string): Problem {
  return { kind: 'cannot-tell', text };
}

function judgeable(text: string, root: string, result: ProgramResult): TestReport {
  const run = readRspec(text, { root, place: createPlace(root, null) });
  if (run === null) {
    return reportOf(
      runner,
      result,
      nothingSeen,
      cannotTell(`the result of rspec is no JSON of its own (${endOf(result)})`),
    );
  }
  const report = reportOf(runner, result, withShortPaths(run, root, null), problemWith(run, result));
  return run.unbuilt ? { ...report, unbuilt: ['./'] } : report;
}

function problemWith(run: RspecRun, result: ProgramResult): Problem | null {
  if (result.end !== 'exited') return absentProgram(result, runner);
  const wrong = run.contradiction ?? otherOutput(run, result);
  if (wrong !== null) return cannotTell(`the result of rspec can't be trusted: ${wrong}`);
  if (run.untold > 0) return notLoaded(result);
  // The only spec that the command names is not there yet.
  if (run.tests.length === 0 && !hasFailure(run) && /while loading .*[^]*cannot load such file/.test(result.out.tail)) {
    return null;
  }
  return conflict(result, hasFailure(run));
}

/** The last count in the output is RSpec's own. */
function otherOutput({ examples, failures }: RspecRun, { out }: ProgramResult): string | null {
  const [, told, failed] = [...out.tail.matchAll(/^(\d{1,9}) examples?, (\d{1,9}) failures?\b/gm)].at(-1) ?? [];
  if (told === undefined) return 'its output has no count of examples';
  if (Number(told) === examples && Number(failed) === failures) return null;
  return `its output counts ${told} examples and ${failed ?? ''} failures, the result ${examples} and ${failures}`;
}

/** An error before all files: what `.rspec` asks for. */
function notLoaded(result: ProgramResult): Problem {
  const what = /^An error occurred while loading ([\w/-]{1,200})\.\n[^]{0,4000}cannot load such file -- \1$/m.exec(
    `${result.out.tail}\n${result.err.tail}`,
  )?.[1];
  if (what !== undefined && !/(?:^|\/)(?:spec|rails)_helper$/.test(what)) {
    return { kind: 'runner-missing', text: `rspec lacks a package: ${what}` };
  }
  return { kind: 'framework', text: `rspec failed outside of its specs (${endOf(result)})` };
}

/** RSpec ended before it wrote anything. */
function problemWithout(result: ProgramResult): Problem | null {
  if (result.end !== 'exited' && result.end !== 'failed-to-start') return null;
  const absent = absentProgram(result, runner);
  if (absent !== null) return absent;
  const said = `${result.err.tail}\n${result.out.tail}`;
  if (/Bundler::GemNotFound|Could not find (?:gem )?.* in |Run `bundle install`|can't find gem/.test(said)) {
    return { kind: 'runner-missing', text: `a gem of the project is not installed: ${lastWords(result)}` };
  }
  if (result.exitCode === 0) return cannotTell('rspec ended with exit code 0 without a result');
  return { kind: 'framework', text: `rspec ended before any example began (${endOf(result)})` };
}
