import type { BaselineInput, BaselineReport, GreenInput, GreenReport } from '../contract/activities.js';
import type { GreenFinding, TestReport } from '../domain/evidence/evidence.js';
import { judgeBaseline } from '../domain/evidence/judge-baseline.js';
import {
  failuresElsewhere,
  judgeGreen,
  notFailing,
  stillRedAlone,
  type GreenFacts,
} from '../domain/evidence/judge-green.js';
import { redTestIds } from '../domain/evidence/judge-red.js';
import { flakyIn, greenAfterRepeats, settle, settleBothWays, withFlaky } from '../domain/evidence/judge-repeat.js';
import { flakyWords } from '../domain/evidence/report-facts.js';
import { declaredTests } from './declared-tests.js';
import { loadReport, storeReport, type Seen } from './observe.js';
import { filesWithTests, startRuns, timeOf, upToThree, type TreeRuns } from './observe-often.js';
import { openRun } from './run-facts.js';
import { testSources } from './test-sources.js';
import type { Tools } from './tools.js';

export { observeRed } from './observe-red.js';

/**
 * The suite before the first leaf, or before a run goes on (R13, F55). When it fails, a second run tells real failures
 * from tests that give both answers (F56).
 */
export async function baseline(tools: Tools, input: BaselineInput): Promise<BaselineReport> {
  const run = await openRun(tools, input.scope);
  const tree = await run.repository.treeOf(input.tip ?? run.facts.base.sha);
  const runs = (await startRuns(tools, run, { ...input, tree, name: 'baseline' }))([]);
  const first = await runs.whole();
  let { report } = first;
  if (judgeBaseline(report).kind === 'failing') {
    const second = await runs.wholeAgain(first);
    if (second !== null) report = settleBothWays(report, second.report);
  }
  const finding = judgeBaseline(report);
  const declared = finding.kind === 'failing' ? await declaredTests(run, input.tip, report) : [];
  return { finding, report: await storeReport(tools, run, report), declared };
}

/**
 * Is this tree green: red tests pass, nothing else broke, none vanished (R-004-29, R11, R12)? The red test's files run
 * first, so that a failure is known before the whole suite has run, and once more after it (F56).
 */
export async function observeGreen(tools: Tools, input: GreenInput): Promise<GreenReport> {
  const run = await openRun(tools, input.scope);
  const name = `observe-${input.label.phase}`;
  const [open, before, known] = await Promise.all([
    startRuns(tools, run, { ...input, name }),
    loadReport(tools, run, input.before),
    loadReport(tools, run, input.baseline),
  ]);
  const job: GreenJob = {
    runs: open(filesWithTests(input.testFiles, before)),
    facts: {
      mustPass: allRedTests(input.mustPass, before, known),
      before,
      baseline: known,
      sameTests: input.sameTests,
      testFiles: input.testFiles,
      newTests: input.newTests,
      sources: await testSources(run, { before: null, after: input.tree }, input.testFiles),
    },
  };
  const { finding, report, seen } = await greenIn(job);
  const ref = await storeReport(tools, run, withFlaky(report, [...flakyIn(known, before)]));
  return { finding, report: ref, output: seen.at(-1)?.output ?? '', durationMs: timeOf(seen) };
}

interface GreenJob {
  readonly runs: TreeRuns;
  readonly facts: Omit<GreenFacts, 'report'>;
}

interface Judged {
  readonly finding: GreenFinding;
  readonly report: TestReport;
  /** The last one's output goes with the finding. */
  readonly seen: readonly Seen[];
}

async function greenIn(job: GreenJob): Promise<Judged> {
  const { runs, facts } = job;
  const isRed = facts.mustPass.length > 0;
  const early = isRed ? await runs.alone() : null;
  const known = early === null ? null : stillRedAlone({ ...facts, report: early.report });
  if (early !== null && known !== null) return { finding: known, report: early.report, seen: [early] };
  const whole = await runs.whole();
  const judged = await lookAgain(job, whole, early === null ? [] : [early]);
  const { finding } = judged;
  const isMixed = early !== null && finding.kind === 'not-green' && finding.class === 'still-red';
  if (!isRed || (finding.kind === 'not-green' && !isMixed)) return judged;
  const begun = early === null ? [whole] : [early, whole];
  const { seen, skipped } = await upToThree(runs, begun, whole);
  const passing = seen.map(({ report }) => notFailing({ ...facts, report }));
  const settled = greenAfterRepeats(finding, { reports: seen.map(({ report }) => report), runs: passing, skipped });
  // The output of the run in which it failed says why.
  const failed = seen.filter((_, at) => facts.mustPass.some((id) => passing[at]?.has(id) === false));
  return { ...judged, finding: settled, seen: settled.kind === 'green' ? seen : [...seen, ...failed.slice(0, 1)] };
}

/** What fails without anybody having expected it is looked at once more: what passes then is flaky (F56). */
async function lookAgain({ runs, facts }: GreenJob, whole: Seen, before: readonly Seen[]): Promise<Judged> {
  const finding = judgeGreen({ ...facts, report: whole.report });
  const asSeen = { finding, report: whole.report, seen: [...before, whole] };
  if (finding.kind === 'green' || finding.class !== 'regression') return asSeen;
  const suspects = failuresElsewhere({ ...facts, report: whole.report });
  const again = suspects.length === 0 ? null : await runs.wholeAgain(whole);
  if (again === null) return asSeen;
  const { report, flaky } = settle(whole.report, again.report, suspects);
  if (flaky.length === 0) return asSeen;
  const second = judgeGreen({ ...facts, report });
  const seen = [...before, again, whole];
  if (second.kind === 'not-green') return { finding: second, report, seen };
  return { finding: { ...second, summary: `${second.summary}; ${flakyWords(flaky)}` }, report, seen };
}

/** What comes by way of history is the beginning of a list that RED's report holds whole. */
function allRedTests(sent: readonly string[], before: TestReport, known: TestReport): readonly string[] {
  if (sent.length === 0) return [];
  return [...new Set([...sent, ...redTestIds({ report: before, baseline: known })])];
}
