import type { TestReport } from '../../../domain/evidence/evidence.js';
import { displayLine } from '../../../domain/sanitise.js';
import type { ProgramResult } from '../../../ports/program.js';
import type { TestCommand, TestRunner } from '../../../ports/test-runner.js';
import type { ReadFile } from '../package-script.js';
import { createPlace, withShortPaths } from '../places.js';
import { absentProgram, conflict, reportOf, type Problem } from '../report.js';
import { hasFailure } from '../seen-run.js';
import { createStreams, earlyEnd, type ToolStream } from '../stream/stream.js';
import { goTest, narrowedGo, startedGo } from './go-command.js';
import { readGoEvents } from './go-events.js';
import { readGoRun, type GoSeen } from './go-read.js';
import { readGoTree } from './go-tree.js';

const runner = 'go test';

/** `go test` of Go 1.18 and later, by its own JSON (`-json`). */
export function createGo(): TestRunner {
  const streams = createStreams();
  return {
    name: runner,
    accepts: (argv) => goTest(argv) !== null,
    detect: detectGo,
    isTestFile: isGoTestFile,
    narrow(command, files) {
      const test = goTest(command.argv);
      const argv = test === null ? null : narrowedGo(test, files);
      return argv === null ? null : { ...command, argv };
    },
    plan(command, resultFolder) {
      const test = goTest(command.argv);
      if (test === null) throw new Error(`"${command.argv.join(' ')}" is no command of ${runner}; expected go test …`);
      // The build cache stays where HOME says: a setup has filled it, and it is this run's own.
      return streams.plan(test.parts, startedGo(test), resultFolder, {});
    },
    async read(_command, resultFolder, root, result) {
      const read = await streams.read(runner, 'go', resultFolder, result);
      return read.kind === 'report' ? read.report : judgeable(read.stream, root, result);
    },
  };
}

async function judgeable(stream: ToolStream, root: string, result: ProgramResult): Promise<TestReport> {
  const place = createPlace(root, stream.cwd);
  const run = readGoEvents(stream.out);
  const seen = await readGoRun(run, stream.err, place, await readGoTree(root));
  const report = reportOf(runner, result, withShortPaths(seen, root, stream.cwd), problemWith(stream, seen, result));
  return seen.unbuilt.length === 0 ? report : { ...report, unbuilt: seen.unbuilt };
}

function problemWith(stream: ToolStream, seen: GoSeen, result: ProgramResult): Problem | null {
  if (result.end !== 'exited') return absentProgram(result, 'go');
  const absent = absentProgram(result, 'go') ?? earlyEnd(runner, stream, result);
  if (absent !== null) return absent;
  const version = stream.err.find((line) =>
    /^go: .*(?:requires go >= |toolchain not available|download go1)/.test(line),
  );
  if (version !== undefined) {
    return { kind: 'runner-missing', text: `this Go is too old for the repository: ${displayLine(version, 300)}` };
  }
  if (seen.contradiction !== null) {
    return { kind: 'cannot-tell', text: `the result of ${runner} can't be trusted: ${seen.contradiction}` };
  }
  // A repository without packages, or without the folder that the command names, has no tests yet.
  const said = [...seen.faults, ...stream.err].join('\n');
  if (
    seen.tests.length === 0 &&
    !hasFailure(seen) &&
    /no packages to test|(?:directory not found|no such file or directory)$/m.test(said)
  )
    return null;
  const isBroken = result.exitCode !== 0 && !hasFailure(seen) && (seen.faults.length > 0 || stream.out.length === 0);
  if (isBroken) {
    const words = displayLine([...seen.faults, ...stream.err].join(' ') || 'no reason given', 400);
    return { kind: 'framework', text: `go test could not begin: ${words}` };
  }
  return conflict(result, hasFailure(seen));
}

/** Test files, and what is theirs: no package is ever built from `testdata`. */
function isGoTestFile(path: string): boolean {
  if (/(?:^|\/)vendor\//.test(path)) return false;
  return path.endsWith('_test.go') || /(?:^|\/)testdata\//.test(path);
}

/** Manifests of other languages: a go.mod without a test beside them is a tool's or a client's. */
const others = /^(?:package\.json|pyproject\.toml|setup\.py|setup\.cfg|Cargo\.toml|pom\.xml|build\.gradle(?:\.kts)?)$/;

/** Where go.mod or go.work lies at the top, and there are Go tests, or no other language to take them from. */
function detectGo(files: readonly string[], _read: ReadFile): Promise<readonly TestCommand[]> {
  const isThere = files.some((path) => path === 'go.mod' || path === 'go.work');
  const hasTests = files.some((path) => path.endsWith('_test.go') && isGoTestFile(path) && !path.includes('testdata/'));
  const isFor = isThere && (hasTests || !files.some((path) => others.test(path)));
  return Promise.resolve(isFor ? [{ runner, argv: ['go', 'test', './...'], source: 'detected' }] : []);
}
