import type { CommitKind } from '../../domain/commit/commit-message.js';
import type { ReviewTrailer } from '../../domain/commit/review-trailer.js';
import type { Gear } from '../../domain/steering/gear.js';
import type { Phase } from '../../domain/run/phase.js';
import type { RunScope } from '../../domain/run/references.js';

export type LedgerMark =
  | { readonly kind: 'tick'; readonly step: string }
  /** `[!]` in a spec's list: a person has to look at this task (R-000-53). */
  | { readonly kind: 'person'; readonly step: string }
  | { readonly kind: 'clear'; readonly step: string }
  /** A new open step at the end that asks for the same again; in a spec's list the box is unticked (C-25). */
  | { readonly kind: 'again'; readonly step: string }
  /** A new open step `<step>.<n>` right before it: a piece to be built first (R-001-11). */
  | { readonly kind: 'piece'; readonly step: string; readonly title: string }
  | null;

export interface CommitInput {
  readonly scope: RunScope;
  readonly parent: string;
  /** True for the plan's commit: the branch must not exist yet. */
  readonly isFirst: boolean;
  /** The verified tree; the commit takes it plus the mark, and nothing else. */
  readonly tree: string;
  readonly mark: LedgerMark;
  readonly kind: CommitKind;
  readonly subject: string;
  readonly body: readonly string[];
  /** Null for the plan's commit only. */
  readonly task: string | null;
  /** `Evidence: satisfied-by` the last commit that touches the step's files: for a step that needed no code (R-001-36). */
  readonly isEvidence: boolean;
  /** The whole message, when a commit-msg hook changed it; its trailers are still Pawl's own. */
  readonly message: string | null;
  /** What leaves of this step proposed to remember; kept for later developer leaves of this origin (R-001-43). */
  readonly remember: readonly string[];
  readonly firstRunId: string;
  readonly phase: Phase;
  readonly gear: Gear;
  /** Who saw the step's test before its code; null on commits that bring no test. */
  readonly review?: ReviewTrailer | null;
  readonly atMs: number;
  /** What the origin's branch must be before the push. */
  readonly originTip: string | null;
}

export interface CommitReport {
  readonly sha: string;
  readonly tree: string;
  readonly push: { readonly kind: 'pushed' | 'deferred'; readonly why: string | null };
  /** The origin's tip after this commit. */
  readonly originTip: string | null;
  /** Id of the step that the mark `again` or `piece` added; null for every other mark. */
  readonly added: string | null;
}

export interface KeepAttemptInput {
  readonly scope: RunScope;
  readonly firstRunId: string;
  readonly step: string;
  readonly number: number;
  readonly tree: string;
  readonly parent: string;
  readonly message: string;
  readonly atMs: number;
}

export interface KeptAttempt {
  readonly ref: string;
  /** The trusted repository that holds it: `git --git-dir <repository> show <ref>`. */
  readonly repository: string;
  /** Ref of the logs of the step's last leaves and test runs, there too; null when there are none. */
  readonly logs: string | null;
}

export interface PublishInput {
  readonly scope: RunScope;
  readonly tip: string;
  readonly originTip: string | null;
}

export interface PublishReport {
  readonly push: { readonly kind: 'pushed' | 'deferred'; readonly why: string | null };
  readonly commits: number;
  readonly notes: readonly string[];
}
