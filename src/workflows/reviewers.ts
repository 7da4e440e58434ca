import type { LeafActivities, LeafLabel, LeafReport } from '../contract/activities.js';
import { afterReview } from '../domain/leaf/after-review.js';
import { budgets } from '../domain/run/budgets.js';
import type { Verdict } from '../domain/review/verdict.js';
import { callLeaf, type LeafCall } from './calls.js';
import { countVerdict } from './count-verdict.js';
import { bailed, note, type Desk } from './desk.js';
import { limitClock, waitOutLimit } from './wait.js';

/** What every reviewer's activity answers with: how its leaf ended, and a verdict bound to the tree it was given. */
export interface Reviewed {
  readonly leaf: LeafReport;
  readonly verdict: Verdict;
}

interface ReviewJob<T extends Reviewed> {
  readonly call: LeafCall;
  /** The one tree that the verdict may name. */
  readonly tree: string;
  /** For the notes: `verdict-red`, `domain-green`, `critic`. */
  readonly title: string;
  readonly start: (leaves: LeafActivities, label: LeafLabel) => Promise<T>;
}

/**
 * One verdict, PASS or REJECT, from a leaf that judges: verifier, domain reviewer or critic (C-4: three roles, one
 * mechanism). MALFORMED never passes: one retry, then the run bails (F45); a reviewer that hangs is asked once more.
 * @throws {Bailed} `verdict-malformed`, `contract-broken`, `killed-hung` and the agent's own causes
 */
export async function askReviewer<T extends Reviewed>(desk: Desk, job: ReviewJob<T>): Promise<T> {
  const { call, tree, title, start } = job;
  let malformedLeft: number = budgets.malformedVerdict;
  let stuckLeft: number = budgets.stuck;
  const limit = limitClock();
  for (;;) {
    const report = await callLeaf(desk, call, start);
    const { verdict } = report;
    const { outcome, message } = report.leaf;
    const after = afterReview({ outcome, malformed: verdict.word === 'MALFORMED', malformedLeft, stuckLeft });
    if (after.kind === 'verdict') {
      if (verdict.tree !== tree)
        throw bailed(desk, 'contract-broken', 'a verdict names another tree than it was given');
      // A critic judges the whole, when no step is left that could be gated.
      if (verdict.word === 'REJECT' && call.role !== 'critic') countVerdict(desk, 'rejected');
      return report;
    }
    if (after.kind === 'wait') {
      await waitOutLimit(desk, report.leaf, limit);
      continue;
    }
    const malformedWhy = `${title}: MALFORMED${reasonsText(verdict.reasons)}`;
    if (after.kind === 'bail') {
      const why = after.cause === 'verdict-malformed' ? malformedWhy : `${call.name}: ${message}`;
      throw bailed(desk, after.cause, why);
    }
    if (after.spends === 'malformed') {
      malformedLeft -= 1;
      note(desk, `${malformedWhy}; asked once more`);
    } else {
      stuckLeft -= 1;
      note(desk, `${call.name} got stuck (${outcome}); one more try`);
    }
  }
}

export function reasonsText(reasons: readonly string[]): string {
  return reasons.length === 0 ? '' : ` (${reasons.join('; ')})`;
}
