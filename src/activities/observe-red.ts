import type { RedInput, RedReport } from '../contract/activities.js';
import type { RedFinding } from '../domain/evidence/evidence.js';
import { failuresElsewhere, judgeRed, rightlyRed, type RedFacts } from '../domain/evidence/judge-red.js';
import { flakyIn, redAfterRepeats, settle, withFlaky } from '../domain/evidence/judge-repeat.js';
import { flakyWords } from '../domain/evidence/report-facts.js';
import { loadLedger } from './ledger-at.js';
import { loadReport, storeReport, type Seen } from './observe.js';
import { filesWithTests, startRuns, timeOf, upToThree } from './observe-often.js';
import { mayCreate } from './planned-files.js';
import { openRun } from './run-facts.js';
import { testSources } from './test-sources.js';
import type { Tools } from './tools.js';

const gateTextBytes = 12_000;

/**
 * Is this tree red, for the right reason, on every run (R-001-02, R-001-05, R-004-27, R10, F56)? The whole suite once,
 * then the new test's files alone.
 */
export async function observeRed(tools: Tools, input: RedInput): Promise<RedReport> {
  const run = await openRun(tools, input.scope);
  const { tree, base, testFiles } = input;
  const open = await startRuns(tools, run, { ...input, name: 'observe-red' });
  // What can be known before is read while the tests run.
  const [first, ledger, baseline, sources, testHash, testText] = await Promise.all([
    open([]).whole(),
    loadLedger(run, base),
    loadReport(tools, run, input.baseline),
    testSources(run, { before: base, after: tree }, testFiles),
    run.repository.fingerprint(tree, testFiles),
    run.repository.diffText(base, tree, gateTextBytes),
  ]);
  const facts: Facts = {
    baseline,
    testFiles,
    mayCreate: mayCreate(run, ledger, input.label.step),
    gear: input.gear,
    newTests: input.newTests,
    sources,
  };
  const runs = open(filesWithTests(testFiles, first.report));
  const one = await elsewhere(facts, first, () => runs.wholeAgain(first));
  let { finding } = one;
  let { seen } = one;
  if (finding.kind === 'red' || finding.class === 'passes') {
    const three = await upToThree(runs, seen, first);
    ({ seen } = three);
    const reports = seen.map(({ report }) => report);
    const red = reports.map((report) => rightlyRed({ ...facts, report }));
    finding = redAfterRepeats(finding, { reports, runs: red, skipped: three.skipped });
  }
  const report = withFlaky(one.report, [...flakyIn(baseline)]);
  return {
    finding: one.flaky.length > 0 && finding.kind === 'red' ? named(finding, one.flaky) : finding,
    report: await storeReport(tools, run, report),
    testHash,
    testText,
    output: first.output,
    durationMs: timeOf(seen),
  };
}

type Facts = Omit<RedFacts, 'report'>;

interface Looked {
  readonly finding: RedFinding;
  readonly report: Seen['report'];
  readonly flaky: readonly string[];
  readonly seen: readonly Seen[];
}

/** Tests that fail outside of the step's files are looked at once more before the step is blamed for them (F56). */
async function elsewhere(facts: Facts, first: Seen, again: () => Promise<Seen | null>): Promise<Looked> {
  const { report } = first;
  const finding = judgeRed({ ...facts, report });
  const asSeen = { finding, report, flaky: [], seen: [first] };
  const suspects = finding.kind === 'refused' ? failuresElsewhere({ ...facts, report }) : [];
  const second = suspects.length === 0 ? null : await again();
  if (second === null) return asSeen;
  const settled = settle(report, second.report, suspects);
  if (settled.flaky.length === 0) return asSeen;
  return { ...settled, finding: judgeRed({ ...facts, report: settled.report }), seen: [first, second] };
}

function named<F extends { readonly summary: string }>(finding: F, flaky: readonly string[]): F {
  return { ...finding, summary: `${finding.summary}; ${flakyWords(flaky)}` };
}
