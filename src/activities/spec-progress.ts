import type { NextStepReport } from '../contract/activities.js';
import { causeFailure } from '../contract/failures.js';
import { claimsTask } from '../domain/commit/provenance.js';
import { listDiff } from '../domain/plan/frozen-list.js';
import type { Run } from './run-facts.js';
import type { Tools } from './tools.js';

/**
 * Only marks change in an approved list (R-000-49).
 * @throws `list-changed` with the difference
 */
export async function checkFrozen(tools: Tools, run: Run, tip: string): Promise<void> {
  const { spec, ledgerPath } = run.facts;
  if (spec === undefined) return;
  const [then, now] = await Promise.all([
    tools.artifacts.get(run.key, spec.list),
    run.repository.readFile(tip, ledgerPath),
  ]);
  const diff = listDiff(then, now ?? '');
  if (diff !== null) throw causeFailure('list-changed', `${ledgerPath} at ${tip.slice(0, 10)}: ${diff}`);
}

/** Phases whose commit is a task's work; `commit` is its tick, `plan` a box that was unticked again. */
const working: ReadonlySet<string> = new Set(['green', 'refactor', 'red']);

/**
 * A spec's task has two commits, its work and its tick (R-000-43). When the newest commit of an open task is its work,
 * only the tick is missing: the work is not done again (C-3).
 */
export async function untickedWork(
  run: Run,
  tip: string,
  next: NextStepReport['next'],
): Promise<NextStepReport['next']> {
  if (run.facts.spec === undefined || next.kind !== 'step') return next;
  const { step } = next;
  const log = await run.repository.log(run.facts.base.sha, tip);
  const newest = log.findLast(({ trailers }) => claimsTask(trailers, step.id));
  const phase = newest?.trailers.findLast(({ key }) => key === 'Pawl-Phase')?.value ?? '';
  return newest === undefined || !working.has(phase) ? next : { kind: 'tick', step, sha: newest.sha };
}
