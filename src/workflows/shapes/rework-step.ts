import { withRemembered } from '../../domain/run/run-state.js';
import type { CommitKind } from '../../domain/commit/commit-message.js';
import { messageFor } from '../commit.js';
import { develop, stuckBudget, type StuckBudget } from '../develop.js';
import type { Desk } from '../desk.js';
import { enter } from '../enter.js';
import { reworked, type Reworked } from '../rework.js';
import { reviseUntilAccepted, type Attempt, type Trial } from '../revise-loop.js';
import type { StepStart } from '../step-start.js';
import { land } from './land.js';

type ReworkShape = 'tidy' | 'document' | 'setup';

interface Rules {
  readonly kind: CommitKind;
  readonly word: 'TIDY' | 'DOCUMENT' | 'SETUP';
  /** A setup may bring in a runner that finds other tests. */
  readonly sameTests: boolean;
}

const rulesOf: Readonly<Record<ReworkShape, Rules>> = {
  tidy: { kind: 'refactor', word: 'TIDY', sameTests: true },
  document: { kind: 'docs', word: 'DOCUMENT', sameTests: true },
  setup: { kind: 'chore', word: 'SETUP', sameTests: false },
};

interface ReworkJob extends Rules {
  readonly start: StepStart;
  readonly stuck: StuckBudget;
}

/** Steps that need no new test: the suite is green before and after, and a blind verifier sees both trees (R-000-54, R-000-55). */
export function reworkCycle(shape: ReworkShape): (desk: Desk, start: StepStart) => Promise<void> {
  return async (desk, start) => {
    const job = { ...rulesOf[shape], start, stuck: stuckBudget() };
    const done = await reviseUntilAccepted(desk, start.tree, (attempt) => tryRework(desk, job, attempt));
    await land(desk, done, { kind: job.kind, phase: 'refactor', report: done.report, hasRefactoring: false });
  };
}

async function tryRework(desk: Desk, job: ReworkJob, { from, feedback, by }: Attempt): Promise<Trial<Reworked>> {
  enter(desk, 'refactor', 'working');
  const { start, stuck, kind, word, sameTests } = job;
  const edit = { phase: 'refactor', by, from, base: start.tree, feedback } as const;
  const report = await develop(desk, { ...edit, frozen: [], redTests: [], failures: [], findings: [] }, stuck);
  const { tree, refusals, changed, testFiles } = report;
  desk.state = withRemembered(desk.state, report.remember);
  if (tree === null || refusals.length > 0) {
    return { kind: 'sent-back', reasons: refusals, cause: 'file-gate', from: start.tree, spends: 'revise' };
  }
  if (changed.length === 0) {
    const reasons = ['nothing was changed: the task asks for a change, and a word that it is done is none'];
    return { kind: 'sent-back', reasons, cause: 'rejected', from: start.tree, spends: 'revise' };
  }
  const { step } = desk.state;
  if (step === null) throw new Error('a rework needs a step');
  const said = { kind, subject: step.title, body: [], task: step.id, phase: 'refactor' } as const;
  return reworked(desk, { start, tree, testFiles, sameTests, word, message: messageFor(desk, said) });
}
