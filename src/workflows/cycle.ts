import type { Shape } from '../domain/plan/shape.js';
import { commitVerified } from './commit-verified.js';
import { bailed, StopBite, type Desk } from './desk.js';
import { enter } from './enter.js';
import { greenPhase } from './green-phase.js';
import { drillDown } from './pieces.js';
import { redPhase } from './red-phase.js';
import { refactorPhase } from './refactor-phase.js';
import type { StepStart } from './step-start.js';

type Cycle = (desk: Desk, start: StepStart) => Promise<void>;

/** A step's path by shape. Shapes without a row are refused by name, never mapped to the nearest one (R-000-53). */
const cycles: Partial<Record<Shape, Cycle>> = { behaviour: behaviourCycle };

export async function runCycle(desk: Desk, shape: Shape, start: StepStart): Promise<void> {
  const cycle = cycles[shape];
  if (cycle === undefined) throw bailed(desk, 'plan-invalid', `steps of shape "${shape}" can't be run from an issue`);
  await cycle(desk, start);
}

/** RED -> gate -> GREEN -> commit with tick -> REFACTOR (R-000-41…43, R-002-17). */
async function behaviourCycle(desk: Desk, start: StepStart): Promise<void> {
  const red = await redPhase(desk, start);
  const result = await greenPhase(desk, start, red);
  if (result.kind === 'piece') return drillDown(desk, start, result, red.tree);
  const { green } = result;
  enter(desk, 'commit', 'working');
  const { step } = desk.state;
  if (step === null) throw new Error('a cycle needs a step');
  const { tree } = await commitVerified(desk, green, {
    mark: { kind: 'tick', step: step.id },
    kind: 'feat',
    subject: step.title,
    body: [],
    task: step.id,
    phase: 'green',
  });
  // The step's refactoring is open again, also when a person had it done once more.
  desk.state = { ...desk.state, suite: green.report, done: desk.state.done + 1, offered: null, refactorSettled: null };
  // The ledger commit is where a stop `at-ledger` bites (R-002-48).
  if (desk.state.stop !== null) throw new StopBite();
  await refactorPhase(desk, { commit: desk.state.tip ?? '', tree, suite: green.report });
}
