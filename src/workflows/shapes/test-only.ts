import { readyToCommit } from '../commit-ready.js';
import { messageFor } from '../commit.js';
import { bailed, note, type Desk } from '../desk.js';
import { judgeTest, redPhase, type Red } from '../red-phase.js';
import type { StepStart } from '../step-start.js';
import { land } from './land.js';

/**
 * TEST (RED): a failing test, seen to fail, verified and let through the gate, committed as `test:`. Its ids are
 * declared red, and exempt from "all other tests pass" until their IMPLEMENT step (C-27).
 */
export async function testCycle(desk: Desk, start: StepStart): Promise<void> {
  const red = await redPhase(desk, start);
  declare(desk, red);
  await commitTest(desk, start, red, 'the new test fails as asked, all others are as before');
}

/** A test that stands alone: lint and hooks, then `test:` and the tick. What a hook reformatted is judged once more. */
export async function commitTest(desk: Desk, start: StepStart, red: Red, suite: string): Promise<void> {
  const { step } = desk.state;
  if (step === null) throw new Error('a test needs a step');
  const said = { kind: 'test', subject: step.title, body: [], task: step.id, phase: 'red' } as const;
  const ready = await readyToCommit(desk, { tree: red.tree, base: start.tree, message: messageFor(desk, said) });
  if (ready.kind === 'sent-back') throw bailed(desk, 'rejected', ready.reasons.join('; '));
  let { tree, report } = red;
  if (ready.reformatted.length > 0) {
    const again = await judgeTest(desk, start, { tree: ready.tree, testFiles: red.testFiles, mutation: null });
    if (again.kind === 'refused') throw bailed(desk, again.cause, again.reasons.join('; '));
    ({ tree, report } = again.test);
  }
  const { checks, message } = ready;
  await land(desk, { tree, suite, checks, message }, { kind: 'test', phase: 'red', report, hasRefactoring: false });
}

function declare(desk: Desk, { testFiles, testIds }: Red): void {
  const { step, declaredRed } = desk.state;
  if (step === null) return;
  desk.state = { ...desk.state, declaredRed: [...declaredRed, { step: step.id, testFiles, testIds }].slice(-50) };
  note(desk, `declared red until a task implements them: ${testIds.slice(0, 5).join(', ')}`);
}
