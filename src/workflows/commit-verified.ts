import type { CheckReport, CommitReport } from '../contract/activities.js';
import { commitGate, gateLine } from '../domain/commit/commit-gate.js';
import { commitTree, messageFor, type CommitJob } from './commit.js';
import { bailed, record, type Desk } from './desk.js';

export interface Verified {
  readonly tree: string;
  readonly suite: string;
  readonly checks: CheckReport['ran'];
  readonly message: string | null;
}

/**
 * The commit gate, each condition reported, then the commit (R-001-24…31). What could be sent back was sent back
 * before: a condition that fails here is a contract broken by Pawl or by a hook.
 * @throws {Bailed} `contract-broken`, or `hook-broken` when a hook changed the message
 */
export async function commitVerified(
  desk: Desk,
  verified: Verified,
  job: Omit<CommitJob, 'tree' | 'message'>,
): Promise<CommitReport> {
  const { tree, suite, checks } = verified;
  const message = verified.message ?? messageFor(desk, job);
  const conditions = commitGate({ suite, checks, verified: tree, tree, message, task: job.task });
  const line = gateLine(conditions);
  desk.state = { ...desk.state, suiteLine: suite };
  record(desk, { kind: 'evidence', line });
  // A message that is not Pawl's own any more comes from a commit-msg hook.
  const cause = verified.message === null ? 'contract-broken' : 'hook-broken';
  if (conditions.some(({ ok }) => !ok)) throw bailed(desk, cause, line);
  return commitTree(desk, { ...job, tree, message: verified.message });
}
