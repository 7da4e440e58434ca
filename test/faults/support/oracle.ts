import type { Ground, WatchedRun } from './fault.js';
import { executionsOf, type Execution } from './history.js';
import { branchOf, type Branch } from './branch.js';
import { finding } from './finding.js';
import { checkCommits, checkTicks } from './oracle-commits.js';
import { checkEvidence, checkVerdicts } from './oracle-evidence.js';
import { checkCanary, checkCheckout, checkLeftovers, checkOutcome, checkReplay } from './oracle-machine.js';
import { checkGears, checkStops } from './oracle-steering.js';

/** What one invariant (faults.md, section 4) comes to; `looked` is false where the run gave nothing to look at. */
export interface Finding {
  readonly id: string;
  readonly looked: boolean;
  readonly faults: readonly string[];
}

/** All that is known of a run without asking Pawl: its branch, its executions' histories, this machine. */
export interface Evidence {
  readonly run: WatchedRun;
  readonly branch: Branch | null;
  readonly executions: readonly Execution[];
  readonly crowded: readonly string[];
}

/** Looks at a run from outside, once it has ended (I1 to I12; I7 joins with trackers). */
export async function judge(ground: Ground, run: WatchedRun): Promise<readonly Finding[]> {
  const { crowded } = await run.seen();
  const [branch, executions] = await Promise.all([branchOf(ground, run), executionsOf(ground, run.told.id)]);
  const evidence: Evidence = { run, branch, executions, crowded };
  return [
    checkTicks(evidence),
    checkCommits(evidence),
    await checkVerdicts(evidence),
    await checkEvidence(evidence),
    await checkLeftovers(ground, evidence),
    finding('I6', crowded),
    await checkCanary(ground, evidence),
    await checkReplay(evidence),
    checkStops(evidence),
    checkGears(evidence),
    await checkCheckout(ground, evidence),
    checkOutcome(evidence),
  ];
}
