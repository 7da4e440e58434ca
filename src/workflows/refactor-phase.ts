import type { CheckReport } from '../contract/activities.js';
import { withRemembered } from '../domain/run/run-state.js';
import { commitVerified } from './commit-verified.js';
import { messageFor } from './commit.js';
import { develop, stuckBudget, type StuckBudget } from './develop.js';
import { record, type Desk } from './desk.js';
import { enter } from './enter.js';
import { reworked, type Reworked } from './rework.js';
import { reviseUntilAccepted, type Attempt, type Trial } from './revise-loop.js';
import type { StepStart } from './step-start.js';

export interface Refactoring extends Reworked {
  readonly checks: CheckReport['ran'];
  readonly message: string | null;
}

/**
 * REFACTOR: a step of its own after the green commit, with its own commit, or "nothing to do" (C-11, R-001-44).
 * The suite and its test ids stay what they were.
 */
export async function refactorPhase(desk: Desk, start: StepStart): Promise<void> {
  const stuck = stuckBudget();
  const refactoring = await reviseUntilAccepted(desk, start.tree, (one) => tryRefactor(desk, { start, stuck }, one));
  const { step } = desk.state;
  if (step === null) throw new Error('refactoring needs a step');
  if (refactoring === null) {
    record(desk, { kind: 'note', line: `REFACTOR: nothing to do` });
  } else {
    await commitVerified(desk, refactoring, {
      kind: 'refactor',
      subject: step.title,
      body: [],
      mark: { kind: 'clear', step: step.id },
      task: step.id,
      phase: 'refactor',
    });
    desk.state = { ...desk.state, suite: refactoring.report };
  }
  desk.state = { ...desk.state, refactorSettled: step.id, halfDone: null };
}

interface RefactorJob {
  readonly start: StepStart;
  readonly stuck: StuckBudget;
}

async function tryRefactor(desk: Desk, job: RefactorJob, attempt: Attempt): Promise<Trial<Refactoring | null>> {
  enter(desk, 'refactor', 'working');
  const { start, stuck } = job;
  const { from, feedback, by } = attempt;
  const edit = { phase: 'refactor', by, from, base: start.tree, feedback } as const;
  const report = await develop(desk, { ...edit, frozen: [], redTests: [], failures: [], findings: [] }, stuck);
  const { tree, refusals, changed, testFiles } = report;
  desk.state = withRemembered(desk.state, report.remember);
  if (tree === null || refusals.length > 0) {
    return { kind: 'sent-back', reasons: refusals, cause: 'file-gate', from: start.tree, spends: 'revise' };
  }
  if (changed.length === 0) return { kind: 'accepted', value: null };
  const { step } = desk.state;
  if (step === null) throw new Error('refactoring needs a step');
  const said = { kind: 'refactor', subject: step.title, body: [], task: step.id, phase: 'refactor' } as const;
  const message = messageFor(desk, said);
  return reworked(desk, { start, tree, testFiles, sameTests: true, word: 'REFACTOR', message });
}
