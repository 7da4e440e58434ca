import { Context } from '@temporalio/activity';
import type { LeafLabel } from '../contract/activities.js';
import type { TestReport } from '../domain/evidence/evidence.js';
import { troubleOf } from '../domain/evidence/evidence-faults.js';
import { runsOfNewTest } from '../domain/evidence/judge-repeat.js';
import { pathIn } from '../domain/evidence/projects.js';
import type { TestCommand } from '../ports/test-runner.js';
import { look, type Seen } from './observe.js';
import type { Run } from './run-facts.js';
import { heedStopFiles } from './stop-files.js';
import type { Tools } from './tools.js';

/** Several runs of the tests on one tree, each in an export of its own: what one run writes no other run sees. */
export interface TreeRuns {
  /** The whole suite. */
  whole(): Promise<Seen>;
  /** The whole suite once more; null when the activity's time does not hold another run as long as that one. */
  wholeAgain(first: Seen): Promise<Seen | null>;
  /** The step's test files alone; null when the command can't be narrowed to them, or tells nothing then. */
  alone(): Promise<Seen | null>;
}

export interface RunsJob {
  readonly tree: string;
  readonly store: string | null;
  readonly label: LeafLabel;
  readonly name: string;
}

/** Below the workflow's own limit of the activity, which is the leaf's limit and ten minutes. */
const beyondLeafMs = 420_000;
const shortestMs = 20_000;

/** @throws stop-file when a stop is asked for in the origin: nothing has run */
export async function startRuns(tools: Tools, run: Run, job: RunsJob): Promise<(files: readonly string[]) => TreeRuns> {
  await heedStopFiles(tools, run, job.label);
  // A clock that nobody sets: a jump of the machine’s own ends no run early, and gives none more time (F20).
  const endsAtMs = performance.now() + run.facts.leafTimeoutMs + beyondLeafMs;
  let count = 0;
  const start = (command: TestCommand): Promise<Seen> => {
    count += 1;
    const name = count === 1 ? job.name : `${job.name}-${count}`;
    const wallMs = Math.min(run.facts.leafTimeoutMs, Math.max(shortestMs, Math.floor(endsAtMs - performance.now())));
    Context.current().heartbeat();
    return look(tools, run, { ...job, name, command, wallMs });
  };
  const fits = (ms: number): boolean => performance.now() + ms + shortestMs < endsAtMs;
  const whole = (): Promise<Seen> => start(run.facts.testCommand);

  return (files) => {
    let narrowed = narrowedTo(run, files);
    return {
      whole,
      wholeAgain: async (first) => (fits(first.durationMs) ? whole() : null),
      alone: async () => {
        if (narrowed === null || !fits(0)) return null;
        const seen = await start(narrowed);
        if (tells(seen.report, files)) return seen;
        // What the files do alone can't be told by this runner: the whole suite has to.
        narrowed = null;
        return null;
      },
    };
  };
}

function narrowedTo(run: Run, files: readonly string[]): TestCommand | null {
  const { testCommand } = run.facts;
  const own = files.flatMap((file) => pathIn(testCommand.folder ?? '', file) ?? []);
  return own.length === 0 ? null : (run.runner.narrow?.(testCommand, own) ?? null);
}

/** A narrowed run counts when it ran tests of the files, or did not end: then they keep it from ending. */
function tells(report: TestReport, files: readonly string[]): boolean {
  const trouble = troubleOf(report);
  if (trouble !== null) return trouble.class === 'did-not-end';
  return [...report.tests, ...report.fileFailures].some(({ file }) => files.includes(file));
}

/** Those of the files in which this report knows tests: helpers and fixtures can't be run. */
export function filesWithTests(files: readonly string[], report: TestReport): readonly string[] {
  const known = new Set([...report.tests, ...report.fileFailures].map(({ file }) => file));
  const own = files.filter((file) => known.has(file));
  return own.length === 0 ? files : own;
}

export interface ThreeRuns {
  readonly seen: readonly Seen[];
  /** Why there were fewer than three; null when there were not. */
  readonly skipped: string | null;
}

const quickSuiteMs = 60_000;

/**
 * A new test runs three times before a verdict (F56): its files alone, else the whole suite while that takes less than
 * a minute.
 * @param whole a run of the whole suite, for its time
 */
export async function upToThree(runs: TreeRuns, begun: readonly Seen[], whole: Seen): Promise<ThreeRuns> {
  const seen = [...begun];
  while (seen.length < runsOfNewTest) {
    const alone = await runs.alone();
    if (alone === null && whole.durationMs >= quickSuiteMs) {
      const seconds = Math.round(whole.durationMs / 1_000);
      return { seen, skipped: `the suite takes ${seconds} s and the test files can't be run alone` };
    }
    const next = alone ?? (await runs.wholeAgain(whole));
    if (next === null) return { seen, skipped: 'there was no time for more' };
    seen.push(next);
  }
  return { seen, skipped: null };
}

export function timeOf(seen: readonly Seen[]): number {
  return seen.reduce((sum, one) => sum + one.durationMs, 0);
}
