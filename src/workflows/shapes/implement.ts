import { bailed, note, type Desk } from '../desk.js';
import type { StepStart } from '../step-start.js';
import { turnGreen } from './behaviour.js';

/**
 * IMPLEMENT: only where the test that specifies it is there and red (R-000-52). The last TEST step whose tests are not
 * green yet is the one it implements: exactly these have to turn (C-27).
 * @throws {Bailed} `implement-without-test`
 */
export async function implementCycle(desk: Desk, start: StepStart): Promise<void> {
  const { step, declaredRed } = desk.state;
  const declared = declaredRed.at(-1);
  if (step === null || declared === undefined) {
    const why = `task ${step?.id ?? '-'} asks to implement, and no task before it left a failing test`;
    throw bailed(desk, 'implement-without-test', `${why}; label it TEST + IMPLEMENT, or put a TEST task before it`);
  }
  const { testFiles, testIds } = declared;
  note(desk, `task ${step.id} turns the tests of task ${declared.step} green: ${testIds.slice(0, 5).join(', ')}`);
  await turnGreen(desk, start, { tree: start.tree, testFiles, testIds, report: start.suite });
  desk.state = { ...desk.state, declaredRed: desk.state.declaredRed.filter((one) => one.step !== declared.step) };
}
