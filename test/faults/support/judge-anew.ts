import { branchOf } from './branch.js';
import type { Ground, Played, WatchedRun } from './fault.js';
import { finding } from './finding.js';
import { executionsOf } from './history.js';
import { checkTicks } from './oracle-commits.js';
import { checkCheckout, checkLeftovers, checkOutcome, checkReplay } from './oracle-machine.js';
import type { Evidence } from './oracle.js';

/**
 * What the oracle can still see of a run whose first history is gone: not who passed the commits that it found, nor whose run
 * they name (I2, I3, I4), but all that branch, machine and the new history show.
 */
export async function judgeAnew(ground: Ground, run: WatchedRun): Promise<NonNullable<Played['checks']>> {
  const { crowded } = await run.seen();
  const [branch, executions] = await Promise.all([branchOf(ground, run), executionsOf(ground, run.told.id)]);
  const evidence: Evidence = { run, branch, executions, crowded };
  const findings = [
    checkTicks(evidence),
    await checkLeftovers(ground, evidence),
    finding('I6', crowded),
    await checkReplay(evidence),
    await checkCheckout(ground, evidence),
    checkOutcome(evidence),
  ];
  return findings.map(({ id, faults }) => ({ what: `${id}: ${faults.join('; ')}`, holds: faults.length === 0 }));
}
