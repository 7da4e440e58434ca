import { commitTree } from '../commit.js';
import { bailed, record, type Desk } from '../desk.js';
import { enter } from '../enter.js';
import type { StepStart } from '../step-start.js';
import { suiteOn } from '../suite-on.js';
import { verify } from '../verify.js';
import { tickStep } from './land.js';

/**
 * VERIFY: nothing is written. The suite runs, a blind verifier holds the tree against the task's words, and an empty
 * commit says by which commit it is satisfied (R-001-35, R-001-36, C-7).
 * @throws {Bailed} `rejected` when it is not so: a person decides whether the list or the code is wrong
 */
export async function verifyCycle(desk: Desk, start: StepStart): Promise<void> {
  enter(desk, 'green', 'working');
  const { step } = desk.state;
  if (step === null) throw new Error('a verification needs a step');
  const wish = { phase: 'green', name: 'observe-verify', tree: start.tree, sameTests: true } as const;
  const { finding, report } = await suiteOn(desk, start, wish);
  if (finding.kind === 'not-green') throw bailed(desk, 'rejected', `task ${step.id} does not hold: ${finding.reason}`);
  record(desk, { kind: 'evidence', line: `VERIFY: PASS ${finding.summary}` });
  const job = { tree: start.tree, base: start.tree, testFiles: [], evidence: report };
  const verdict = await verify(desk, { phase: 'green', ...job });
  if (verdict.word !== 'PASS') {
    throw bailed(desk, 'rejected', `task ${step.id} does not hold: ${verdict.reasons.join('; ')}`);
  }
  await commitTree(desk, {
    tree: start.tree,
    mark: null,
    kind: 'chore',
    subject: step.title,
    body: [finding.summary],
    task: step.id,
    phase: 'green',
    isEvidence: true,
  });
  await tickStep(desk);
}
