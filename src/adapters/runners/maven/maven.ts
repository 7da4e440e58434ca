import { mkdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestReport } from '../../../domain/evidence/evidence.js';
import { displayLine } from '../../../domain/sanitise.js';
import type { ProgramResult } from '../../../ports/program.js';
import type { TestCommand, TestRunner } from '../../../ports/test-runner.js';
import { createPlace, withShortPaths } from '../places.js';
import { absentProgram, conflict, endOf, reportOf, type Problem } from '../report.js';
import { hasFailure, type SeenRun } from '../seen-run.js';
import { createStreams, earlyEnd, type ToolStream } from '../stream/stream.js';
import { failuresOfJava, javaErrors } from './java-build.js';
import { readJavaTree } from './java-tree.js';
import { readJvmResults, sameCounts, type Counts, type JvmResults } from './junit-results.js';
import { mavenTest, narrowedMaven, startedMaven } from './maven-command.js';

const runner = 'maven';
const globs = ['**/target/surefire-reports/TEST-*.xml', '**/target/failsafe-reports/TEST-*.xml'];

/**
 * Maven 3.6 and later with Surefire 2.19 and later: what Maven says for the build, Surefire's JUnit XML for the tests.
 * The XML lies in the tree, where a test could write it: its counts must be those that Maven itself told.
 */
export function createMaven(): TestRunner {
  const streams = createStreams();
  const started = new Map<string, bigint>();
  return {
    name: runner,
    accepts: (argv) => mavenTest(argv) !== null,
    detect: detectMaven,
    isTestFile: (path) => /(?:^|\/)src\/(?:test|it|[a-zA-Z]+-?[tT]est)\//.test(path),
    narrow(command, files) {
      const test = mavenTest(command.argv);
      const argv = test === null ? null : narrowedMaven(test, files);
      return argv === null ? null : { ...command, argv };
    },
    plan(command, resultFolder) {
      const test = mavenTest(command.argv);
      if (test === null) throw new Error(`"${command.argv.join(' ')}" is no command of ${runner}; expected mvn test …`);
      // javac speaks the language of the machine.
      const plan = streams.plan(test.parts, startedMaven(test), resultFolder, { LC_ALL: 'C.UTF-8' });
      started.set(resultFolder, markTime(resultFolder));
      return plan;
    },
    async read(_command, resultFolder, root, result) {
      const startedNs = started.get(resultFolder) ?? 0n;
      started.delete(resultFolder);
      const read = await streams.read(runner, 'mvn', resultFolder, result);
      return read.kind === 'report' ? read.report : judgeable(read.stream, { root, startedNs, result });
    },
  };
}

/** The file system's own time before the run: what is older is no result of it. */
export function markTime(resultFolder: string): bigint {
  mkdirSync(resultFolder, { recursive: true });
  const mark = join(resultFolder, 'pawl-started');
  writeFileSync(mark, '');
  return statSync(mark, { bigint: true }).ctimeNs;
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
  const report = reportOf(
    runner,
    result,
    withShortPaths(seen, root, stream.cwd),
    problemWith(stream, results, seen, result),
  );
  // Modules that need one that does not build are left out with it.
  const ran = results.paths.map((path) => path.replace(/target\/(?:surefire|failsafe)-reports\/[^/]*$/, 'src/'));
  const unbuilt =
    broken.length === 0 ? [] : tree.testFolders.filter((folder) => !ran.some((one) => folder.startsWith(one)));
  return unbuilt.length === 0 ? report : { ...report, unbuilt };
}

function problemWith(stream: ToolStream, results: JvmResults, seen: SeenRun, result: ProgramResult): Problem | null {
  if (result.end !== 'exited') return absentProgram(result, 'mvn');
  const absent = absentProgram(result, 'mvn') ?? earlyEnd(runner, stream, result) ?? absentJava(stream);
  if (absent !== null) return absent;
  const told = toldCounts(stream.out);
  const doubt = results.refused ?? endedEarly(stream) ?? mismatch(told, results.counts);
  if (doubt !== null) return { kind: 'cannot-tell', text: doubt };
  if (result.exitCode !== 0 && !hasFailure(seen) && results.paths.length === 0) {
    return { kind: 'framework', text: `Maven could not run the tests: ${words(stream, result)}` };
  }
  return conflict(result, hasFailure(seen));
}

/** The sums that Surefire and Failsafe say, one for each module and plugin; null where they say none. */
function toldCounts(lines: readonly string[]): Counts | null {
  const found = lines.flatMap((line) => {
    const sum =
      /^(?:\[\w+\] )?Tests run: (\d+), Failures: (\d+), Errors: (\d+), Skipped: (\d+)(?:, Flakes: \d+)?$/.exec(line);
    return sum === null ? [] : [sum.slice(1).map(Number)];
  });
  if (found.length === 0) return null;
  const sum = (at: number): number => found.reduce((all, one) => all + (one[at] ?? 0), 0);
  return { run: sum(0), failed: sum(1) + sum(2), skipped: sum(3) };
}

function mismatch(told: Counts | null, found: Counts): string | null {
  if (told === null) return found.run === 0 ? null : 'Maven told of no tests, but there are result files of some';
  if (sameCounts(told, found)) return null;
  const show = ({ run, failed, skipped }: Counts): string => `${run} run, ${failed} failed, ${skipped} skipped`;
  return `Maven told of ${show(told)}, its result files of ${show(found)}`;
}

/** A test that ends the virtual machine takes the others with it. */
function endedEarly({ out }: ToolStream): string | null {
  const line = out.find((one) =>
    /The forked VM terminated without (?:properly )?saying (?:properly )?goodbye|There was an error in the forked process|There was a timeout/.test(
      one,
    ),
  );
  return line === undefined ? null : `Surefire ended before all tests ran: ${displayLine(line, 300)}`;
}

/** No Java, or one that is older than the repository asks for (R10b). */
function absentJava({ out, err }: ToolStream): Problem | null {
  const line = [...out, ...err].find((one) =>
    /JAVA_HOME (?:environment variable )?is not (?:set|defined)|java: (?:command )?not found|No compiler is provided in this environment|(?:release version|invalid (?:target|source) release:?) \S+(?: not supported)?$/.test(
      one,
    ),
  );
  return line === undefined
    ? null
    : { kind: 'runner-missing', text: `Java is missing or too old: ${displayLine(line, 300)}` };
}

function words({ out }: ToolStream, result: ProgramResult): string {
  const lines = out.filter((line) => line.startsWith('[ERROR] ') && !/-> \[Help|^\[ERROR\] *$/.test(line));
  return lines.length === 0 ? endOf(result) : displayLine(lines.slice(0, 4).join(' ').replaceAll('[ERROR] ', ''), 500);
}

/** Manifests of other languages: a pom.xml without a test beside them is a plugin's or a library's. */
const others = /^(?:package\.json|pyproject\.toml|setup\.py|setup\.cfg|Cargo\.toml|go\.mod)$/;

/** By the wrapper when there is one: `sh`, since it is often committed without the right to be executed. */
function detectMaven(files: readonly string[]): Promise<readonly TestCommand[]> {
  const hasTests = files.some((path) => /(?:^|\/)src\/test\/.*\.(?:java|kt|groovy|scala)$/.test(path));
  const isFor = files.includes('pom.xml') && (hasTests || !files.some((path) => others.test(path)));
  const program = files.includes('mvnw') ? ['sh', './mvnw'] : ['mvn'];
  return Promise.resolve(isFor ? [{ runner, argv: [...program, 'test'], source: 'detected' }] : []);
}
