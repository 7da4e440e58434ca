import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { TestReport } from '../../../domain/evidence/evidence.js';
import type { ProgramResult } from '../../../ports/program.js';
import type { TestCommand, TestRunner } from '../../../ports/test-runner.js';
import { isCommonTestFile } from '../command/common-test-files.js';
import { foundBefore } from '../found-before.js';
import { readResultFiles } from '../junit/result-files.js';
import type { ReadFile } from '../package-script.js';
import { createPlace, withShortPaths } from '../places.js';
import { absentProgram, conflict, endOf, lastWords, nothingSeen, reportOf, type Problem } from '../report.js';
import { hasFailure } from '../seen-run.js';
import { narrowedPhpunit, phpunitCommand, startedPhpunit } from './phpunit-command.js';
import { failureOfPhp } from './phpunit-error.js';
import { phpPlaces, readPhpunit, type PhpunitRun } from './phpunit-report.js';

const runner = 'phpunit';
const resultFile = 'phpunit.xml';

/**
 * PHPUnit 9 and later, by its JUnit log, which PHPUnit writes itself at its end, outside of the tree. It can't be
 * sealed: tests run in PHPUnit's process, and one could put a log of its own in the place, or change what PHPUnit
 * counts. The numbers in the log, in the output and the exit code must agree; a forgery that keeps all of them is
 * beyond that.
 */
export function createPhpunit(): TestRunner {
  return {
    name: runner,
    accepts: (argv) => phpunitCommand(argv) !== null,
    detect: detectPhpunit,
    isTestFile: isCommonTestFile,
    narrow(command, files) {
      const parsed = phpunitCommand(command.argv);
      const argv = parsed === null ? null : narrowedPhpunit(parsed, files.filter(isTest));
      return argv === null ? null : { ...command, argv };
    },
    plan(command, resultFolder) {
      const parsed = phpunitCommand(command.argv);
      if (parsed === null) {
        throw new Error(`"${command.argv.join(' ')}" is no command of phpunit; expected vendor/bin/phpunit …`);
      }
      mkdirSync(resultFolder, { recursive: true });
      const argv = startedPhpunit(parsed, join(resultFolder, resultFile));
      return { argv, env: { CI: 'true', NO_COLOR: '1' }, readable: [] };
    },
    async read(command, resultFolder, root, result) {
      const found = await readResultFiles(resultFolder, [resultFile], 0n);
      if (found.kind === 'refused') {
        return reportOf(runner, result, nothingSeen, cannotTell(`the result of phpunit can't be used: ${found.why}`));
      }
      const text = found.kind === 'files' ? (found.files[0]?.text ?? '') : '';
      return text === '' ? withoutResult(root, command, result) : judgeable(text, root, result);
    },
  };
}

/** Helpers and data can't be run. */
function isTest(path: string): boolean {
  return path.endsWith('Test.php');
}

/** Its settings tell; by composer where the project asks for it. */
async function detectPhpunit(files: readonly string[], read: ReadFile): Promise<readonly TestCommand[]> {
  const isThere = files.some((path) => /^phpunit(?:\.dist)?\.xml$|^phpunit\.xml\.dist$/.test(path));
  if (!isThere || (await foundBefore(files, read))) return [];
  const isVendor = /"phpunit\/phpunit"/.test((await read('composer.json')) ?? '');
  return [{ runner, argv: [isVendor ? 'vendor/bin/phpunit' : 'phpunit'], source: 'detected' }];
}

function cannotTell(text: string): Problem {
  return { kind: 'cannot-tell', text };
}

async function judgeable(text: string, root: string, result: ProgramResult): Promise<TestReport> {
  const read = await readPhpunit(text, root, phpPlaces(root, createPlace(root, null), isCommonTestFile));
  if (read.kind === 'refused') {
    return reportOf(runner, result, nothingSeen, cannotTell(`the result of phpunit can't be trusted: ${read.why}`));
  }
  return reportOf(runner, result, withShortPaths(read.run, root, null), problemWith(read.run, result));
}

function problemWith(run: PhpunitRun, result: ProgramResult): Problem | null {
  if (result.end !== 'exited') return absentProgram(result, runner);
  const told = countIn(result);
  if (told !== run.cases) {
    return cannotTell(`the output of phpunit counts ${told ?? 'no'} tests, its result has ${run.cases}`);
  }
  // PHPUnit 9 fails for a class without a test, later ones for a run without any.
  const isEmpty = run.emptyClasses > 0 || run.cases === 0;
  if (result.exitCode === 1 && isEmpty && !hasFailure(run)) return null;
  return conflict(result, hasFailure(run));
}

/** The last count in the output is PHPUnit's own. */
function countIn({ out }: ProgramResult): number | null {
  if (/^No tests executed!$/m.test(out.tail)) return 0;
  const counts = [...out.tail.matchAll(/^(?:OK \((\d{1,9}) tests?,|Tests: (\d{1,9}),)/gm)];
  const [, passed, all] = counts.at(-1) ?? [];
  return passed === undefined && all === undefined ? null : Number(passed ?? all);
}

/** PHP gives up on all tests when a file of them can't be loaded. */
const fatal =
  /^(?:PHP )?(?:Fatal|Parse) error: {1,2}(?:Uncaught (?<type>[\w\\]{1,300}): )?(?<words>.{1,4000}?) in (?<path>\/.{1,1000}?\.php)(?: on line |:)(?<line>\d{1,9})/m;

function withoutResult(root: string, command: TestCommand, result: ProgramResult): TestReport {
  const problem = problemWithout(command, result);
  const found =
    problem?.kind === 'framework' ? fatal.exec(`${result.err.tail}\n${result.out.tail}`)?.groups : undefined;
  if (found === undefined) return reportOf(runner, result, nothingSeen, problem);
  const { type, words = '', path = '', line = '' } = found;
  const place = createPlace(root, null);
  const kind = type ?? (words.startsWith('syntax error') ? 'ParseError' : 'Error');
  const around = { ...phpPlaces(root, place, isCommonTestFile), test: place(path) };
  const failure = failureOfPhp({ type: kind, words, frames: [`${path}:${line}`] }, around);
  const seen = withShortPaths({ tests: [], fileFailures: [{ file: place(path), failure }] }, root, null);
  return { ...reportOf(runner, result, seen, null), unbuilt: ['./'] };
}

/** PHPUnit ended before it wrote anything. */
function problemWithout({ argv }: TestCommand, result: ProgramResult): Problem | null {
  if (result.end !== 'exited' && result.end !== 'failed-to-start') return null;
  const absent = absentProgram(result, runner);
  if (absent !== null) return absent;
  const said = `${result.err.tail}\n${result.out.tail}`;
  if (/Could not open input file: .*phpunit|vendor\/autoload\.php|composer install/.test(said)) {
    return { kind: 'runner-missing', text: `packages of the project are not installed: ${lastWords(result)}` };
  }
  // A folder or file of the command that is not there yet: a repository without tests.
  const absentFile = /^(?:Cannot open file|Test (?:file|directory)) "(.{1,1000}?)"(?:\.$| not found)/m.exec(said)?.[1];
  if (absentFile !== undefined && argv.join(' ').includes(absentFile)) return null;
  if (result.exitCode === 0) return cannotTell('phpunit ended with exit code 0 without a result');
  return { kind: 'framework', text: `phpunit ended before any test began (${endOf(result)})` };
}
