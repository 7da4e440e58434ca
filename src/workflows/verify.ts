import type { ArtifactRef } from '../domain/run/references.js';
import type { EditPhase } from '../domain/leaf/roles.js';
import type { Verdict } from '../domain/review/verdict.js';
import { record, type Desk } from './desk.js';
import { askReviewer, reasonsText } from './reviewers.js';
import { placesOf } from './step-start.js';

export interface VerdictJob {
  readonly phase: EditPhase;
  readonly tree: string;
  readonly base: string;
  readonly testFiles: readonly string[];
  readonly evidence: ArtifactRef;
}

/** A verdict on exactly this tree from a leaf that never saw the developer's words (R-002-04, R-002-08). */
export async function verify(desk: Desk, job: VerdictJob): Promise<Verdict> {
  const { step } = desk.state;
  if (step === null) throw new Error('a verdict needs a step');
  const report = await askReviewer(desk, {
    call: { phase: job.phase, role: 'verifier', name: `verify-${job.phase}` },
    tree: job.tree,
    title: `verdict-${job.phase}`,
    start: (leaves, label) => leaves.verify({ ...placesOf(desk), label, criterionNumber: step.criterion, ...job }),
  });
  const blindness = report.testAccess === 'shell' ? 'structural (own export, own shell)' : 'handed-over only';
  desk.state = { ...desk.state, blindness };
  const { verdict } = report;
  const on = ` on tree ${job.tree.slice(0, 10)}`;
  record(desk, { kind: 'verdict', line: `verdict-${job.phase}: ${verdict.word}${on}${reasonsText(verdict.reasons)}` });
  return verdict;
}
