import { causeOfRefusedRed } from '../../domain/evidence/evidence-causes.js';
import { callLeaf } from '../calls.js';
import { record, type Desk } from '../desk.js';
import { redPhase, reviewTest, type TestTrial, type WrittenTest } from '../red-phase.js';
import { placesOf, type StepStart } from '../step-start.js';
import { commitTest } from './test-only.js';

/**
 * CHARACTERISE: a test of what the code does already. RED is seen with the code made wrong in one named place, which
 * Pawl applies and takes back itself; the gate comes after it and asks to commit, since there is nothing to implement
 * (R-000-56…59, C-7, R14).
 */
export async function characteriseCycle(desk: Desk, start: StepStart): Promise<void> {
  const red = await redPhase(desk, start, judgeCharacterised);
  await commitTest(desk, start, red, 'the suite passes, the new test included');
}

async function judgeCharacterised(
  desk: Desk,
  start: StepStart,
  { tree, testFiles, mutation }: WrittenTest,
): Promise<TestTrial> {
  const call = { phase: 'red', role: null, name: 'observe-characterised' } as const;
  const observed = await callLeaf(desk, call, (leaves, label) =>
    leaves.observeCharacterised({
      ...placesOf(desk),
      ...{ label, tree, base: start.tree, testFiles, mutation },
      newTests: desk.state.step?.tests ?? 1,
      baseline: start.suite,
    }),
  );
  const { finding } = observed;
  if (finding.kind === 'refused') {
    record(desk, { kind: 'evidence', line: `RED: REFUSED (${finding.class}) ${finding.reason}` });
    return { kind: 'refused', reasons: [finding.reason], cause: causeOfRefusedRed(finding.class), from: tree };
  }
  record(desk, { kind: 'evidence', line: `RED: FAIL (expected, with the code made wrong): ${finding.summary}` });
  return reviewTest(desk, start, { tree, testFiles, observed, testIds: finding.testIds });
}
