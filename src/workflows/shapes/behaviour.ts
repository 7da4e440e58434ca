import type { Desk } from '../desk.js';
import { greenPhase } from '../green-phase.js';
import { drillDown } from '../pieces.js';
import { redPhase, type Red } from '../red-phase.js';
import type { StepStart } from '../step-start.js';
import { land } from './land.js';

/** RED -> gate -> GREEN -> commit -> REFACTOR (R-000-41…43, R-002-17). */
export async function behaviourCycle(desk: Desk, start: StepStart): Promise<void> {
  await turnGreen(desk, start, await redPhase(desk, start));
}

/** From a red test to the step's commits. */
export async function turnGreen(desk: Desk, start: StepStart, red: Red): Promise<void> {
  const result = await greenPhase(desk, start, red);
  if (result.kind === 'piece') return drillDown(desk, start, result, red.tree);
  const { green } = result;
  await land(desk, green, { kind: 'feat', phase: 'green', report: green.report, hasRefactoring: true });
}
