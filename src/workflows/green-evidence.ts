import type { GreenReport } from '../contract/activities.js';
import { causeOfNotGreen } from '../domain/evidence/evidence-causes.js';
import { callLeaf } from './calls.js';
import { bailed, record, type Desk } from './desk.js';
import { domainReview } from './domain-review.js';
import type { Red } from './red-phase.js';
import type { SentBackTrial } from './revise-loop.js';
import { placesOf, type StepStart } from './step-start.js';
import { typecheck } from './typecheck.js';
import { verify } from './verify.js';

export interface GreenTree {
  readonly tree: string;
  readonly report: GreenReport['report'];
  /** One line of its suite, for the commit gate. */
  readonly suite: string;
}

interface Job {
  readonly start: StepStart;
  readonly red: Red;
}

type Judged = { readonly kind: 'accepted'; readonly value: GreenTree } | SentBackTrial;

/** Type-check -> suite -> blind verifier [-> domain reviewer] on one tree (R-001-13, 16, 17; R-004-29, R11, R12). */
export async function judgeGreenTree(desk: Desk, job: Job, tree: string): Promise<Judged> {
  const { red, start } = job;
  const untyped = await typecheck(desk, tree, start.tree);
  if (untyped !== null) return untyped;
  const observed = await observeGreen(desk, job, tree);
  const { finding, report, output } = observed;
  if (finding.kind === 'not-green') {
    record(desk, { kind: 'evidence', line: `GREEN: FAIL (${finding.class}) ${finding.reason}` });
    // The tests are frozen by now: only a new RED can take one out again.
    if (finding.class === 'several-tests') throw bailed(desk, 'wrong-red', finding.reason);
    const reasons = [`${finding.reason}\n${output}`];
    return { kind: 'sent-back', reasons, cause: causeOfNotGreen(finding.class), from: tree, spends: 'evidence' };
  }
  record(desk, { kind: 'evidence', line: `GREEN: PASS ${finding.summary}` });
  const { testFiles } = red;
  const verdict = await verify(desk, { phase: 'green', tree, base: red.tree, testFiles, evidence: report });
  if (verdict.word !== 'PASS') return rejected(tree, verdict.reasons);
  const domain = await domainReview(desk, { phase: 'green', tree, base: red.tree, testFiles });
  if (domain !== null && domain.word !== 'PASS') return rejected(tree, domain.reasons);
  return { kind: 'accepted', value: { tree, report, suite: finding.summary } };
}

function rejected(from: string, reasons: readonly string[]): SentBackTrial {
  return { kind: 'sent-back', reasons, cause: 'rejected', from, spends: 'revise' };
}

/**
 * A test that changed after RED has to fail again without the production change, or it proves nothing. Null when it
 * does.
 */
export async function observeTakenBack(desk: Desk, { start, red }: Job, tree: string): Promise<SentBackTrial | null> {
  const { testFiles, testIds: mustFail } = red;
  const call = { phase: 'green', role: null, name: 'observe-taken-back' } as const;
  const { finding, output } = await callLeaf(desk, call, (leaves, label) =>
    leaves.observeTakenBack({
      ...placesOf(desk),
      label,
      tree,
      base: start.tree,
      testFiles,
      mustFail,
      baseline: start.suite,
    }),
  );
  if (finding.kind === 'fails-again') {
    record(desk, { kind: 'evidence', line: `RED again, without the change: FAIL (expected) ${finding.summary}` });
    return null;
  }
  record(desk, { kind: 'evidence', line: `RED again, without the change: REFUSED ${finding.reason}` });
  return {
    kind: 'sent-back',
    reasons: [`${finding.reason}\n${output}`],
    cause: 'red-not-observed',
    from: red.tree,
    spends: 'revise',
  };
}

async function observeGreen(desk: Desk, { start, red }: Job, tree: string): Promise<GreenReport> {
  return callLeaf(desk, { phase: 'green', role: null, name: 'observe-green' }, (leaves, label) =>
    leaves.observeGreen({
      ...placesOf(desk),
      label,
      tree,
      mustPass: red.testIds,
      testFiles: red.testFiles,
      newTests: desk.state.step?.tests ?? 1,
      before: red.report,
      baseline: start.suite,
      sameTests: false,
    }),
  );
}
