import { join } from 'node:path';
import type { TestReport } from '../../../domain/evidence/evidence.js';
import { displayLine } from '../../../domain/sanitise.js';
import { commandParts, plainWord, type CommandParts, type CommandWord } from '../../../domain/evidence/test-command.js';
import type { ProgramResult } from '../../../ports/program.js';
import type { TestCommand, TestRunner } from '../../../ports/test-runner.js';
import { readResultFiles } from '../junit/result-files.js';
import { createPlace, withShortPaths } from '../places.js';
import { absentProgram, conflict, endOf, reportOf, type Problem } from '../report.js';
import { hasFailure, type SeenRun } from '../seen-run.js';
import { createStreams, earlyEnd, type ToolStream } from '../stream/stream.js';
import type { SeenTest } from '../test-list.js';
import { failuresOfCsharp, readCsharpTree, type CsharpTree } from './csharp-build.js';
import { readTrx, type TrxTest } from './trx.js';

const runner = 'dotnet test';
const results = 'pawl-trx';

/** `dotnet test` with the VSTest platform, by its own TRX logger, whose files lie outside the tree. */
export function createDotnet(): TestRunner {
  const streams = createStreams();
  return {
    name: runner,
    accepts: (argv) => dotnetTest(argv) !== null,
    detect: detectDotnet,
    isTestFile: isDotnetTestFile,
    plan(command, resultFolder) {
      const test = dotnetTest(command.argv);
      if (test === null) {
        throw new Error(`"${command.argv.join(' ')}" is no command of ${runner}; expected dotnet test …`);
      }
      return streams.plan(test.parts, startedDotnet(test, join(resultFolder, results)), resultFolder, {
        ...{ DOTNET_CLI_UI_LANGUAGE: 'en', DOTNET_CLI_TELEMETRY_OPTOUT: '1', DOTNET_NOLOGO: '1' },
        // Servers of the build would stay behind.
        ...{ MSBUILDDISABLENODEREUSE: '1', DOTNET_CLI_USE_MSBUILD_SERVER: '0', UseSharedCompilation: 'false' },
      });
    },
    async read(_command, resultFolder, root, result) {
      const read = await streams.read(runner, 'dotnet', resultFolder, result);
      return read.kind === 'report' ? read.report : judgeable(read.stream, resultFolder, root, result);
    },
  };
}

interface DotnetTest {
  readonly parts: CommandParts;
  readonly args: readonly CommandWord[];
  /** From `--` on: settings of the run. */
  readonly own: readonly CommandWord[];
}

function dotnetTest(argv: readonly string[]): DotnetTest | null {
  const parts = commandParts(argv);
  const [program, verb, ...rest] = parts?.words ?? [];
  if (parts === null || !/^(?:.*\/)?dotnet$/.test(program?.value ?? '') || verb?.value !== 'test') return null;
  if (rest.some(({ value }) => /^(?:--list-tests|-t|--help|-h|-\?)$/.test(value))) return null;
  const dashes = rest.findIndex(({ value }) => value === '--');
  const end = dashes === -1 ? rest.length : dashes;
  return { parts, args: rest.slice(0, end), own: rest.slice(end) };
}

function startedDotnet({ parts, args, own }: DotnetTest, folder: string): readonly CommandWord[] {
  const replaced = /^(?:-l|--logger|-r|--results-directory|-v|--verbosity)$/;
  const kept = args.filter(({ value }, at) => {
    const name = value.replace(/[:=].*$/s, '');
    return !replaced.test(name) && name !== '--nologo' && !replaced.test(args[at - 1]?.value ?? '');
  });
  const added = ['--logger', 'trx', '--results-directory', folder, '--verbosity', 'minimal'].map(plainWord);
  return [...parts.words.slice(0, 2), ...kept, ...added, ...own];
}

async function judgeable(
  stream: ToolStream,
  resultFolder: string,
  root: string,
  result: ProgramResult,
): Promise<TestReport> {
  const place = createPlace(root, stream.cwd);
  const tree = await readCsharpTree(root);
  const broken = await failuresOfCsharp([...stream.out, ...stream.err], place, tree);
  const found = await readTests(resultFolder);
  const tests: SeenTest[] = [];
  for (const one of found.tests) tests.push(await seenOf(one, tree, place));
  const seen: SeenRun = { tests, fileFailures: broken };
  const report = reportOf(
    runner,
    result,
    withShortPaths(seen, root, stream.cwd),
    problemWith(stream, found, seen, result),
  );
  return broken.length === 0 ? report : { ...report, unbuilt: ['./'] };
}

interface Found {
  readonly tests: readonly TrxTest[];
  readonly refused: string | null;
}

async function readTests(resultFolder: string): Promise<Found> {
  // The folder is of this run alone: nothing in it is older.
  const read = await readResultFiles(resultFolder, [`${results}/**/*.trx`], 0n);
  if (read.kind === 'refused') return { tests: [], refused: `the result files can't be used: ${read.why}` };
  if (read.kind === 'none') return { tests: [], refused: null };
  const tests: TrxTest[] = [];
  for (const { path, text } of read.files) {
    const one = readTrx(text);
    if (typeof one === 'string') return { tests: [], refused: `${path} can't be trusted: ${one}` };
    tests.push(...one);
  }
  return { tests, refused: null };
}

async function seenOf(test: TrxTest, tree: CsharpTree, place: (path: string) => string): Promise<SeenTest> {
  const traced = [...test.trace.matchAll(/ in ([^\n]+\.(?:cs|fs|vb)):line \d+/g)].at(-1)?.[1];
  const file = (await tree.fileOf(test.className)) ?? (traced === undefined ? test.className : place(traced));
  const { name, className, state, durationMs, failure } = test;
  return { file, names: [className, name], state, durationMs, failure };
}

function problemWith(stream: ToolStream, found: Found, seen: SeenRun, result: ProgramResult): Problem | null {
  if (result.end !== 'exited') return absentProgram(result, 'dotnet');
  const absent = absentProgram(result, 'dotnet') ?? earlyEnd(runner, stream, result) ?? absentSdk(stream);
  if (absent !== null) return absent;
  const doubt = found.refused ?? mismatch(stream.out, found.tests) ?? crash(stream);
  if (doubt !== null) return { kind: 'cannot-tell', text: doubt };
  if (result.exitCode !== 0 && !hasFailure(seen) && seen.tests.length === 0) {
    const line = [...stream.out, ...stream.err].find((one) => /\berror\b/.test(one));
    return { kind: 'framework', text: `dotnet test could not begin: ${displayLine(line ?? endOf(result), 400)}` };
  }
  return conflict(result, hasFailure(seen));
}

/** `Failed!  - Failed:     1, Passed:     2, Skipped:     0, Total:     3, …`, once a project. */
function mismatch(lines: readonly string[], tests: readonly TrxTest[]): string | null {
  const told = lines.flatMap((line) => {
    const sums =
      /^\s*(?:Passed|Failed|Skipped)!\s+- Failed:\s+(\d+), Passed:\s+(\d+), Skipped:\s+(\d+), Total:\s+(\d+)/.exec(
        line,
      );
    return sums === null ? [] : [{ failed: Number(sums[1]), total: Number(sums[4]) }];
  });
  if (told.length === 0) return null;
  const [failed, total] = [
    told.reduce((all, one) => all + one.failed, 0),
    told.reduce((all, one) => all + one.total, 0),
  ];
  const own = tests.filter(({ state }) => state === 'failed').length;
  if (failed === own && total === tests.length) return null;
  return `dotnet test told of ${total} tests, ${failed} failed; its result files of ${tests.length}, ${own} failed`;
}

function crash({ out, err }: ToolStream): string | null {
  const line = [...out, ...err].find((one) => /Test Run Aborted|The active test run was aborted/.test(one));
  return line === undefined ? null : `the test process ended before all tests ran: ${displayLine(line, 300)}`;
}

function absentSdk({ out, err }: ToolStream): Problem | null {
  const line = [...out, ...err].find((one) =>
    /No \.NET SDKs were found|A compatible \.NET SDK was not found|NETSDK1045|You must install (?:or update )?\.NET/.test(
      one,
    ),
  );
  return line === undefined
    ? null
    : { kind: 'runner-missing', text: `.NET is missing or too old: ${displayLine(line, 300)}` };
}

/** Projects and files of tests, by the names that .NET's templates give them. */
function isDotnetTestFile(path: string): boolean {
  if (/(?:^|\/)(?:bin|obj)\//.test(path)) return false;
  return /(?:^|\/)(?:tests?|[\w.-]*\.?(?:Unit|Integration)?Tests?)\//.test(path) || /Tests?\.(?:cs|fs|vb)$/.test(path);
}

const others =
  /^(?:package\.json|pyproject\.toml|setup\.py|setup\.cfg|Cargo\.toml|go\.mod|pom\.xml|build\.gradle(?:\.kts)?)$/;

/** Where a solution or a project lies at the top, and there are tests, or no other language to take them from. */
function detectDotnet(files: readonly string[]): Promise<readonly TestCommand[]> {
  const isThere = files.some((path) => /^[^/]+\.(?:slnx?|csproj|fsproj|vbproj)$/.test(path));
  const hasTests = files.some((path) => isDotnetTestFile(path) && /\.(?:cs|fs|vb)$/.test(path));
  const isFor = isThere && (hasTests || !files.some((path) => others.test(path)));
  return Promise.resolve(isFor ? [{ runner, argv: ['dotnet', 'test'], source: 'detected' }] : []);
}
