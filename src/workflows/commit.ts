import type { CommitReport, LedgerMark } from '../contract/activities.js';
import { renderCommitMessage, type CommitKind } from '../domain/commit/commit-message.js';
import { withHostProven } from '../domain/run/host.js';
import type { ReviewTrailer } from '../domain/commit/review-trailer.js';
import { reviewTrailer } from '../domain/run/test-reviews.js';
import type { Phase } from '../domain/run/phase.js';
import { callQuick } from './calls.js';
import { note, nowMs, record, type Desk } from './desk.js';
import { placesOf } from './step-start.js';

export interface CommitJob {
  readonly tree: string;
  readonly mark: LedgerMark;
  readonly kind: CommitKind;
  readonly subject: string;
  readonly body: readonly string[];
  /** Null for the plan's commit only. */
  readonly task: string | null;
  readonly phase: Phase;
  /** As a commit-msg hook left it. */
  readonly message?: string | null;
  /** The step needed no code: an empty commit that says by what it is satisfied (R-001-35). */
  readonly isEvidence?: boolean;
}

/** The whole message of a commit, as it will be written unless a hook changes it. */
export function messageFor(desk: Desk, job: Pick<CommitJob, 'kind' | 'subject' | 'body' | 'task' | 'phase'>): string {
  const { firstRunId: run, gear } = desk.state;
  const review = reviewIn(desk, job);
  const trailers = { task: job.task, run, phase: job.phase, gear: gear.gear, review, evidence: null };
  return renderCommitMessage({ kind: job.kind, title: job.subject, body: job.body, trailers });
}

/** On the commit that brings the step's test, be it with its code or alone. */
function reviewIn({ state }: Desk, { task, phase }: Pick<CommitJob, 'task' | 'phase'>): ReviewTrailer | null {
  return phase === 'green' || phase === 'red' ? reviewTrailer(state, task) : null;
}

/**
 * Commits exactly this tree plus Pawl's own mark on top of the tip, moves the branch by compare-and-swap, pushes
 * (D2, D3). Author, dates, parent and message come from here: a second try makes the same commit.
 */
export async function commitTree(desk: Desk, job: CommitJob): Promise<CommitReport> {
  const { state } = desk;
  const parent = state.tip ?? state.facts?.base.sha;
  if (parent === undefined) throw new Error('preflight has not run');
  const report = await callQuick(desk, 'commit', (quick) =>
    quick.commit({
      scope: placesOf(desk).scope,
      parent,
      isFirst: state.tip === null,
      tree: job.tree,
      mark: job.mark,
      kind: job.kind,
      subject: job.subject,
      body: job.body,
      task: job.task,
      firstRunId: state.firstRunId,
      phase: job.phase,
      gear: state.gear.gear,
      review: reviewIn(desk, job),
      atMs: nowMs(),
      originTip: state.originTip,
      message: job.message ?? null,
      isEvidence: job.isEvidence ?? false,
      remember: state.remember,
    }),
  );
  const pushed = report.push.kind === 'pushed' ? 'pushed' : `deferred: ${report.push.why ?? ''}`;
  if (report.push.kind === 'deferred' && state.pushed !== pushed) note(desk, `push ${pushed}`);
  desk.state = {
    ...withHostProven(desk.state),
    tip: report.sha,
    tipTree: report.tree,
    originTip: report.originTip,
    pushed,
    halfDone: null,
    remember: [],
  };
  record(desk, { kind: 'commit', line: `${job.kind}: ${job.subject} (${report.sha.slice(0, 10)})` });
  return report;
}
