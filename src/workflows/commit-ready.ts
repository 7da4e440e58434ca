import type { CheckReport } from '../contract/activities.js';
import { callLeaf } from './calls.js';
import { bailed, note, record, type Desk } from './desk.js';
import { enter } from './enter.js';
import type { SentBackTrial } from './revise-loop.js';
import { placesOf } from './step-start.js';

interface ReadyJob {
  /** The tree with a PASS. */
  readonly tree: string;
  /** Tree before the step. */
  readonly base: string;
  readonly message: string;
}

/** A tree as lint, type-check and hooks let it through. */
export interface Ready {
  readonly kind: 'ready';
  readonly tree: string;
  readonly checks: CheckReport['ran'];
  /** Null unless a commit-msg hook changed it. */
  readonly message: string | null;
  /** Paths that a hook changed: then this is another tree, which needs evidence and verdict of its own. */
  readonly reformatted: readonly string[];
}

/**
 * Lint, type-check and the repository's hooks, before a commit (R-001-25, R-001-26, R19). What they refuse goes back to
 * the developer, within the revise budget; a hook that can't run is `hook-broken`.
 * @throws {Bailed} `implement-without-test` when pawl.json asks for a test file that is not there
 */
export async function readyToCommit(desk: Desk, job: ReadyJob): Promise<Ready | SentBackTrial> {
  enter(desk, 'commit', 'working');
  const { tree, base, message } = job;
  if (desk.state.facts === null || desk.state.facts.checks.length === 0) {
    return { kind: 'ready', tree, checks: [], message: null, reformatted: [] };
  }
  const call = { phase: 'commit', role: null, name: 'checks' } as const;
  const report = await callLeaf(desk, call, (leaves, label) =>
    leaves.check({ ...placesOf(desk), label, when: 'commit', tree, base, message }),
  );
  for (const text of report.notes) note(desk, text);
  const { failures, ran, reformatted } = report;
  // A missing test file can't be written by GREEN: only a new RED can (R-001-49).
  if (ran.some(({ kind, ok }) => kind === 'specs' && !ok)) {
    throw bailed(desk, 'implement-without-test', failures.join('; '));
  }
  if (failures.length > 0) {
    record(desk, { kind: 'evidence', line: `checks: FAIL ${failedNames(report)}` });
    return { kind: 'sent-back', reasons: failures, cause: 'rejected', from: tree, spends: 'revise' };
  }
  if (reformatted.length > 0) {
    const paths = reformatted.slice(0, 10).join(', ');
    note(desk, `a hook reformatted ${paths}: tests and verdict are taken anew on what will be committed`);
  }
  return { kind: 'ready', tree: report.tree, checks: ran, message: report.message, reformatted };
}

function failedNames({ ran }: CheckReport): string {
  return ran
    .filter(({ ok }) => !ok)
    .map(({ name }) => name)
    .join(', ');
}
