import { jsonLines, numberOf, textOf, type Fields } from '../fields.js';

/** One test, as the lines of `go test -json` tell it. */
export interface GoTestSeen {
  readonly name: string;
  /** Null: it began and was never heard of again. */
  state: 'passed' | 'failed' | 'skipped' | null;
  begins: number;
  ends: number;
  seconds: number;
  output: string;
}

export interface GoPackage {
  readonly path: string;
  readonly tests: Map<string, GoTestSeen>;
  /** The package's own end; null when only a test of it ended. */
  end: 'pass' | 'fail' | 'skip' | null;
  /** What it printed outside of its tests. */
  output: string;
  /** The test process said its own last word, which nobody says who was ended early. */
  saidPass: boolean;
  /** What failed to build, by its import path as the build names it. */
  failedBuild: string | null;
}

export interface GoRun {
  readonly packages: ReadonlyMap<string, GoPackage>;
  /** Lines of builds, by import path. */
  readonly builds: ReadonlyMap<string, readonly string[]>;
}

/** All lines are the go command's own: what tests print stands in them as `Output`. */
export function readGoEvents(lines: readonly string[]): GoRun {
  const packages = new Map<string, GoPackage>();
  const builds = new Map<string, string[]>();
  for (const line of lines) {
    // Go before 1.24 says it without JSON.
    const plain = /^FAIL\t(\S+) \[(?:build|setup) failed\]$/.exec(line)?.[1];
    if (plain !== undefined) Object.assign(packageOf(packages, plain), { failedBuild: plain, end: 'fail' });
  }
  for (const event of jsonLines(lines.join('\n'))) {
    const path = textOf(event['ImportPath']);
    if (path !== null) {
      const told = builds.get(path) ?? [];
      builds.set(path, told);
      told.push(...(textOf(event['Output']) ?? '').split('\n').filter((line) => line !== ''));
      continue;
    }
    const name = textOf(event['Package']);
    if (name !== null) addTo(packageOf(packages, name), event);
  }
  return { packages, builds };
}

function packageOf(packages: Map<string, GoPackage>, path: string): GoPackage {
  const found = packages.get(path);
  if (found !== undefined) return found;
  const made: GoPackage = {
    ...{ path, tests: new Map(), end: null, output: '', saidPass: false, failedBuild: null },
  };
  packages.set(path, made);
  return made;
}

function addTo(all: GoPackage, event: Fields): void {
  const name = textOf(event['Test']);
  const action = textOf(event['Action']);
  const output = textOf(event['Output']) ?? '';
  if (name !== null) {
    addToTest(all, name, event);
  } else if (action === 'output') {
    all.saidPass ||= output === 'PASS\n';
    // Go before 1.24 tells of a failed build by these words alone.
    if (/^FAIL\t\S+ \[(?:build|setup) failed\]/.test(output)) all.failedBuild ??= all.path;
    all.output += output;
  } else if (action === 'pass' || action === 'fail' || action === 'skip') {
    all.end = action;
    all.failedBuild = textOf(event['FailedBuild']) ?? all.failedBuild;
  }
}

const states = { pass: 'passed', fail: 'failed', skip: 'skipped' } as const;

function addToTest(all: GoPackage, name: string, event: Fields): void {
  const action = textOf(event['Action']);
  const known = all.tests.get(name);
  const test: GoTestSeen = known ?? { name, state: null, begins: 0, ends: 0, seconds: 0, output: '' };
  all.tests.set(name, test);
  if (action === 'run') test.begins += 1;
  if (action === 'output') test.output += textOf(event['Output']) ?? '';
  if (action !== 'pass' && action !== 'fail' && action !== 'skip') return;
  test.state = states[action];
  test.ends += 1;
  test.seconds = numberOf(event['Elapsed']) ?? 0;
}
