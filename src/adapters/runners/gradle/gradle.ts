import type { TestReport } from '../../../domain/evidence/evidence.js';
import { displayLine } from '../../../domain/sanitise.js';
import type { ProgramResult } from '../../../ports/program.js';
import type { TestCommand, TestRunner } from '../../../ports/test-runner.js';
import { failuresOfJava, javaErrors } from '../maven/java-build.js';
import { readJavaTree } from '../maven/java-tree.js';
import { readJvmResults, type Counts, type JvmResults } from '../maven/junit-results.js';
import { markTime } from '../maven/maven.js';
import { createPlace, withShortPaths } from '../places.js';
import { absentProgram, conflict, endOf, reportOf, type Problem } from '../report.js';
import { hasFailure, type SeenRun } from '../seen-run.js';
import { createStreams, earlyEnd, type ToolStream } from '../stream/stream.js';
import { gradleTest, startedGradle } from './gradle-command.js';

const runner = 'gradle';
const globs = ['**/build/test-results/**/TEST-*.xml'];

/**
 * Gradle with tests for the JVM: its words for the build, its JUnit XML for the tests. Where Gradle tells how many
 * tests failed, the result files must say the same. It can't be narrowed: a filter by class fails in every project of a
 * build that has no such class.
 */
export function createGradle(): TestRunner {
  const streams = createStreams();
  const started = new Map<string, bigint>();
  return {
    name: runner,
    accepts: (argv) => gradleTest(argv) !== null,
    detect: detectGradle,
    isTestFile: (path) => /(?:^|\/)src\/(?:test|it|[a-zA-Z]+-?[tT]est|testFixtures)\//.test(path),
    plan(command, resultFolder) {
      const test = gradleTest(command.argv);
      if (test === null) {
        throw new Error(`"${command.argv.join(' ')}" is no command of ${runner}; expected gradle test …`);
      }
      const plan = streams.plan(test.parts, startedGradle(test), resultFolder, { LC_ALL: 'C.UTF-8' });
      started.set(resultFolder, markTime(resultFolder));
      return plan;
    },
    async read(_command, resultFolder, root, result) {
      const startedNs = started.get(resultFolder) ?? 0n;
      started.delete(resultFolder);
      const read = await streams.read(runner, 'gradle', resultFolder, result);
      return read.kind === 'report' ? read.report : judgeable(read.stream, { root, startedNs, result });
    },
  };
}

interface Around {
  readonly root: string;
  readonly startedNs: bigint;
  readonly result: ProgramResult;
}

async function judgeable(stream: ToolStream, { root, startedNs, result }: Around): Promise<TestReport> {
  const place = createPlace(root, stream.cwd);
  const tree = await readJavaTree(root);
  const results = await readJvmResults(root, globs, startedNs, place);
  const broken = await failuresOfJava(javaErrors([...stream.out, ...stream.err]), place, tree);
  const seen: SeenRun = { tests: results.tests, fileFailures: [...broken, ...results.fileFailures] };
  const problem = problemWith(stream, results, seen, result);
  const report = reportOf(runner, result, withShortPaths(seen, root, stream.cwd), problem);
  const ran = results.paths.map((path) => path.replace(/build\/test-results\/.*$/, 'src/'));
  const lost = tree.testFolders.filter((folder) => !ran.some((one) => folder.startsWith(one)));
  return broken.length === 0 || lost.length === 0 ? report : { ...report, unbuilt: lost };
}

function problemWith(stream: ToolStream, results: JvmResults, seen: SeenRun, result: ProgramResult): Problem | null {
  if (result.end !== 'exited') return absentProgram(result, 'gradle');
  const absent = absentProgram(result, 'gradle') ?? earlyEnd(runner, stream, result) ?? absentTool(stream);
  if (absent !== null) return absent;
  const doubt = results.refused ?? mismatch(stream, results.counts) ?? crash(stream);
  if (doubt !== null) return { kind: 'cannot-tell', text: doubt };
  if (result.exitCode !== 0 && !hasFailure(seen) && results.paths.length === 0) {
    return { kind: 'framework', text: `Gradle could not run the tests: ${words(stream, result)}` };
  }
  return conflict(result, hasFailure(seen));
}

/** Gradle counts only when something failed: `13 tests completed, 9 failed, 1 skipped`. */
function mismatch({ out, err }: ToolStream, found: Counts): string | null {
  const told = [...out, ...err].flatMap((line) => {
    const count = /^(\d+) tests? completed(?:, (\d+) failed)?(?:, (\d+) skipped)?$/.exec(line);
    return count === null ? [] : [Number(count[2] ?? 0)];
  });
  const failed = told.reduce((all, one) => all + one, 0);
  if (told.length === 0 || failed === found.failed) return null;
  return `Gradle told of ${failed} failed tests, its result files of ${found.failed}`;
}

function crash({ out, err }: ToolStream): string | null {
  const line = [...err, ...out].find((one) =>
    /Process 'Gradle Test Executor \d+' finished with non-zero exit value/.test(one),
  );
  return line === undefined ? null : `Gradle's test process ended before all tests ran: ${displayLine(line, 300)}`;
}

/** No Java, one that is too old, or a wrapper whose Gradle was never fetched (R10b). */
function absentTool({ out, err }: ToolStream): Problem | null {
  const line = [...err, ...out].find((one) =>
    /JAVA_HOME is (?:not set|set to an invalid)|invalid source release|release version \S+ not supported|^Exception in thread "main" java\.(?:net|io)\.|Cannot find a Java installation/.test(
      one,
    ),
  );
  return line === undefined
    ? null
    : { kind: 'runner-missing', text: `Java or Gradle is missing: ${displayLine(line, 300)}` };
}

function words({ err }: ToolStream, result: ProgramResult): string {
  const at = err.findIndex((line) => line.startsWith('* What went wrong:'));
  return at === -1 ? endOf(result) : displayLine(err.slice(at + 1, at + 5).join(' '), 500);
}

/** Manifests of other languages: a build file without a test beside them is a plug-in's or a library's. */
const others = /^(?:package\.json|pyproject\.toml|setup\.py|setup\.cfg|Cargo\.toml|go\.mod|pom\.xml)$/;

function detectGradle(files: readonly string[]): Promise<readonly TestCommand[]> {
  const isThere = files.some((path) => /^(?:build|settings)\.gradle(?:\.kts)?$/.test(path));
  const hasTests = files.some((path) => /(?:^|\/)src\/test\/.*\.(?:java|kt|groovy|scala)$/.test(path));
  // A repository that has both builds with Maven as far as its tests say.
  const isFor = isThere && (hasTests ? !files.includes('pom.xml') : !files.some((path) => others.test(path)));
  const program = files.includes('gradlew') ? ['sh', './gradlew'] : ['gradle'];
  return Promise.resolve(isFor ? [{ runner, argv: [...program, 'test'], source: 'detected' }] : []);
}
