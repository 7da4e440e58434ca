import type { CheckReport } from '../contract/activities.js';
import { causeOfNotGreen } from '../domain/evidence/evidence-causes.js';
import type { ArtifactRef } from '../domain/run/references.js';
import { readyToCommit, type Ready } from './commit-ready.js';
import { record, type Desk } from './desk.js';
import type { SentBackTrial } from './revise-loop.js';
import type { StepStart } from './step-start.js';
import { suiteOn } from './suite-on.js';
import { verify } from './verify.js';

/** A verified tree whose suite is what it was before, for a `refactor:` or `test:` commit. */
export interface Reworked {
  readonly tree: string;
  readonly report: ArtifactRef;
  /** One line of its suite, for the commit gate. */
  readonly suite: string;
  readonly checks: CheckReport['ran'];
  readonly message: string | null;
}

interface ReworkJob {
  readonly start: StepStart;
  readonly tree: string;
  readonly testFiles: readonly string[];
  /** False for a critic's mend, which may add tests. */
  readonly sameTests: boolean;
  readonly word: 'REFACTOR' | 'CRITIC' | 'TIDY' | 'DOCUMENT' | 'SETUP';
  readonly message: string;
}

type Tried = { readonly kind: 'accepted'; readonly value: Reworked } | SentBackTrial;

/**
 * Suite -> blind verifier with the base tree -> lint, type-check and hooks, on a tree that is to behave as the one
 * before (R-001-44, R-002-11, R-004-37). What a hook reformatted is judged anew.
 */
export async function reworked(desk: Desk, job: ReworkJob): Promise<Tried> {
  const judged = await judge(desk, job, job.tree);
  if (judged.kind === 'sent-back') return judged;
  const ready = await readyToCommit(desk, { tree: job.tree, base: job.start.tree, message: job.message });
  if (ready.kind === 'sent-back') return ready;
  if (ready.reformatted.length === 0) return accepted(judged, ready);
  const again = await judge(desk, job, ready.tree);
  return again.kind === 'sent-back' ? again : accepted(again, ready);
}

interface Judged {
  readonly kind: 'judged';
  readonly tree: string;
  readonly report: ArtifactRef;
  readonly suite: string;
}

function accepted({ tree, report, suite }: Judged, { checks, message }: Ready): Tried {
  return { kind: 'accepted', value: { tree, report, suite, checks, message } };
}

async function judge(desk: Desk, job: ReworkJob, tree: string): Promise<Judged | SentBackTrial> {
  const { start, testFiles, sameTests, word } = job;
  const name = word === 'CRITIC' ? 'observe-critic' : 'observe-refactor';
  const phase = word === 'CRITIC' ? 'critic' : 'refactor';
  const { finding, report, output } = await suiteOn(desk, start, { phase, name, tree, sameTests });
  if (finding.kind === 'not-green') {
    record(desk, { kind: 'evidence', line: `${word}: FAIL (${finding.class}) ${finding.reason}` });
    const reasons = [`${finding.reason}\n${output}`];
    const cause = causeOfNotGreen(finding.class);
    return { kind: 'sent-back', reasons, cause, from: start.tree, spends: 'evidence' };
  }
  record(desk, { kind: 'evidence', line: `${word}: PASS ${finding.summary}` });
  const verdict = await verify(desk, { phase: 'refactor', tree, base: start.tree, testFiles, evidence: report });
  if (verdict.word === 'PASS') return { kind: 'judged', tree, report, suite: finding.summary };
  return { kind: 'sent-back', reasons: verdict.reasons, cause: 'rejected', from: tree, spends: 'revise' };
}
