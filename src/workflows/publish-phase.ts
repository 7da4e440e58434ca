import type { LedgerStep } from '../domain/plan/plan.js';
import { callQuick } from './calls.js';
import { commitTree } from './commit.js';
import { note, record, type Desk } from './desk.js';
import { enter } from './enter.js';
import { placesOf } from './step-start.js';

/**
 * PUBLISH: clears the last pending mark by one closing `docs:` commit with that step's `Task:`, pushes, and reads
 * the origin's branch back (R-004-44).
 */
export async function publishPhase(desk: Desk, pending: LedgerStep | null, tree: string): Promise<void> {
  enter(desk, 'publish', 'publishing');
  if (pending !== null) {
    await commitTree(desk, {
      tree,
      mark: { kind: 'clear', step: pending.id },
      kind: 'docs',
      subject: `close the ledger: ${desk.state.facts?.title ?? 'the issue'}`,
      body: [],
      task: pending.id,
      phase: 'publish',
    });
    // The closing commit marks the ledger only: what the critic approved is still what stands there.
    desk.state = { ...desk.state, criticApproved: desk.state.tip };
  }
  const { tip, originTip } = desk.state;
  if (tip === null) throw new Error('there is nothing to publish');
  const { scope } = placesOf(desk);
  const { push, commits, notes } = await callQuick(desk, 'publish', (quick) =>
    quick.publish({ scope, tip, originTip }),
  );
  const pushed = push.kind === 'pushed' ? 'pushed' : `deferred: ${push.why ?? ''}`;
  desk.state = { ...desk.state, pushed };
  for (const text of notes) note(desk, text);
  record(desk, { kind: 'state', line: `published ${commits} commits on ${desk.state.facts?.branch ?? ''}: ${pushed}` });
}
