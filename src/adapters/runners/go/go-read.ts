import { displayLine } from '../../../domain/sanitise.js';
import { nameSome } from '../../../domain/evidence/report-facts.js';
import type { Place } from '../places.js';
import type { FileFailure, SeenRun } from '../seen-run.js';
import { failureOf, type SeenTest } from '../test-list.js';
import { buildErrors, failuresOf, missingPackage, packageAt } from './go-build.js';
import { deathIn, failureOfGo, failureOfPackage } from './go-error.js';
import type { GoPackage, GoRun, GoTestSeen } from './go-events.js';
import type { GoTree } from './go-tree.js';

export interface GoSeen extends SeenRun {
  readonly unbuilt: readonly string[];
  /** Why the records contradict each other, or null: a test wrote lines of the testing package itself. */
  readonly contradiction: string | null;
  /** Words of a build that failed for no file: the settings are at fault. */
  readonly faults: readonly string[];
}

/** @param err lines of Go's standard error, where builds before Go 1.24 speak */
export async function readGoRun(run: GoRun, err: readonly string[], place: Place, tree: GoTree): Promise<GoSeen> {
  const tests: SeenTest[] = [];
  const unbuilt = new Set<string>();
  const failures: FileFailure[] = await buildFailures(run, err, place, tree);
  for (const one of run.packages.values()) {
    const folder = tree.folderOf(one.path) ?? '';
    const own = await testsOf(one, folder, tree);
    tests.push(...own.tests);
    failures.push(...own.failures);
    if (one.failedBuild !== null || own.isCutShort) for (const file of tree.testFilesIn(folder)) unbuilt.add(file);
  }
  const keys = failures.map((failure) => JSON.stringify(failure));
  return {
    tests,
    fileFailures: failures.filter((_, at) => keys.indexOf(keys[at] ?? '') === at),
    unbuilt: [...unbuilt],
    contradiction: contradictionIn(run),
    faults: faultsOf(run, err),
  };
}

async function buildFailures(run: GoRun, err: readonly string[], place: Place, tree: GoTree): Promise<FileFailure[]> {
  const found: FileFailure[] = [];
  for (const lines of [...run.builds.values(), err]) found.push(...(await failuresOf(buildErrors(lines), place, tree)));
  // That a package has no files is said of the package alone: the tests that import it fail on it.
  for (const [build, lines] of run.builds) {
    for (const line of lines) {
      const path = buildErrors([line]).length > 0 ? null : missingPackage(line);
      if (path !== null) found.push(...(await importersOf({ run, build, path, line }, tree)));
    }
  }
  return found;
}

interface EmptyPackage {
  readonly run: GoRun;
  readonly build: string;
  /** Import path of the package without files. */
  readonly path: string;
  readonly line: string;
}

async function importersOf({ run, build, path, line }: EmptyPackage, tree: GoTree): Promise<readonly FileFailure[]> {
  const found: FileFailure[] = [];
  for (const one of run.packages.values()) {
    if (one.failedBuild !== build) continue;
    for (const file of tree.testFilesIn(tree.folderOf(one.path) ?? '')) {
      if (!(await tree.imports(file, path))) continue;
      const missing = packageAt(tree.folderOf(path)) ?? path;
      found.push({ file, failure: failureOf('missing-module', line, { missing, module: null }) });
    }
  }
  return found;
}

/** What is wrong with a pattern of the command or with go.mod stands in no file. */
function faultsOf(run: GoRun, err: readonly string[]): readonly string[] {
  const silent = [...run.builds].filter(([, lines]) => buildErrors(lines).length === 0 && !lines.some(missingPackage));
  const words = silent.flatMap(([, lines]) => lines.filter((line) => !line.startsWith('# ')));
  const flags = [...run.packages.values()].flatMap((one) => wrongFlag(one) ?? []);
  return [...words, ...flags, ...err.filter((line) => /^go: (?!downloading |finding |warning: )/.test(line))];
}

interface PackageSeen {
  readonly tests: readonly SeenTest[];
  readonly failures: readonly FileFailure[];
  /** The process died, and with it the tests that were still to come. */
  readonly isCutShort: boolean;
}

async function testsOf(one: GoPackage, folder: string, tree: GoTree): Promise<PackageSeen> {
  const all = [...one.tests.values()];
  const dead = all.find(({ output }) => deathIn(output) !== null) ?? null;
  const told = all.flatMap((test) => stateOf(test, all, dead) ?? []);
  const last = all.findLast(({ state }) => state === null);
  const fails = one.end === 'fail' && one.failedBuild === null && wrongFlag(one) === null;
  const isUntold = fails && !told.some(({ state }) => state === 'failed');
  if (isUntold && last !== undefined) {
    const failure = failureOf('error', `the test process ended in this test: ${one.output.trim()}`);
    told.push({ test: last, state: 'failed', failure });
  }
  const failures: FileFailure[] = [];
  if (isUntold && last === undefined) {
    failures.push({ file: await fileOf(one, 'TestMain', folder, tree), failure: failureOfPackage(one.output) });
  }
  const tests: SeenTest[] = [];
  for (const { test, state, failure } of told) {
    const file = await fileOf(one, test.name, folder, tree);
    tests.push({ file, names: [test.name], state, durationMs: test.seconds * 1_000, failure });
  }
  const isDead = dead !== null || last !== undefined || failures.length > 0;
  return { tests, failures, isCutShort: fails && isDead };
}

/** What stands before the first `/` of a name is a function; `-cpu` puts a number behind it. */
async function fileOf(one: GoPackage, name: string, folder: string, tree: GoTree): Promise<string> {
  const top = name.replace(/\/.*$/s, '').replace(/-\d+$/, '');
  return (await tree.fileOf(folder, top)) ?? tree.testFilesIn(folder)[0] ?? one.path;
}

/** A flag that Go doesn't know goes to the test program, which doesn't either. */
function wrongFlag({ tests, output }: GoPackage): string | null {
  return tests.size > 0 ? null : (/^flag provided but not defined: .*$/m.exec(output)?.[0] ?? null);
}

interface ToldTest {
  readonly test: GoTestSeen;
  readonly state: SeenTest['state'];
  readonly failure: SeenTest['failure'];
}

/** @param dead the test in which the process died: what the runtime says last stands with it */
function stateOf(test: GoTestSeen, all: readonly GoTestSeen[], dead: GoTestSeen | null): ToldTest | null {
  const { state, name, output } = test;
  if (state === null) return test === dead ? { test, state: 'failed', failure: failureOfGo(output) } : null;
  if (state !== 'failed') return { test, state, failure: null };
  if (all.some((other) => other.state === 'failed' && other.name.startsWith(`${name}/`))) {
    // Its sub-tests carry the failure: a new one in an old table must not look as if the old test broke. One that was
    // cut short did not pass either.
    return dead === null ? { test, state: 'passed', failure: null } : null;
  }
  // The runtime's last words go to the test around the one that died.
  const isWithin = dead !== null && name.startsWith(`${dead.name}/`);
  return { test, state: 'failed', failure: failureOfGo(isWithin ? `${output}${dead.output}` : output) };
}

/**
 * A test may print what the testing package prints, its mark included, and so tell of tests that never ran; or end the
 * process by a system call, which Go takes for a pass. Each test has one beginning and one end, and a test process
 * that passes has its own last word.
 */
function contradictionIn(run: GoRun): string | null {
  for (const one of run.packages.values()) {
    const odd = [...one.tests.values()].filter(({ begins, ends }) => begins !== 1 || ends > 1);
    if (odd.length > 0) return `tests began or ended more than once, or not at all: ${nameSome(odd.map(nameOf))}`;
    if (one.end === null) return `package ${displayLine(one.path, 160)} ended before its tests did`;
    const open = [...one.tests.values()].filter(({ state }) => state === null);
    if (one.end === 'pass' && open.length > 0) return `tests began and did not end: ${nameSome(open.map(nameOf))}`;
    if (one.end === 'pass' && one.tests.size > 0 && !one.saidPass) {
      return `package ${displayLine(one.path, 160)} passed without the last word of its tests`;
    }
  }
  return null;
}

function nameOf({ name }: GoTestSeen): string {
  return name;
}
