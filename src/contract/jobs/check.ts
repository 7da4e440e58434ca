import type { CheckKind } from '../../domain/checks/checks.js';
import type { RunScope } from '../../domain/run/references.js';
import type { LeafLabel } from './leaf.js';

/** `typecheck`: after a GREEN edit, before its tests. `commit`: lint, typecheck and hooks on the tree to be committed. */
export interface CheckInput {
  readonly scope: RunScope;
  readonly store: string | null;
  readonly label: LeafLabel;
  readonly when: 'edit' | 'commit';
  readonly tree: string;
  /** Tree before the step: what is touched since is linted. */
  readonly base: string;
  /** The commit's whole message, for a commit-msg hook; null for `edit`. */
  readonly message: string | null;
}

export interface CheckReport {
  /** One entry a check that ran, in order; a check nobody configured is not among them (R-001-16: silently skipped). */
  readonly ran: readonly {
    readonly kind: CheckKind;
    readonly name: string;
    readonly ok: boolean;
    readonly durationMs: number;
  }[];
  /** Why the tree is sent back to the developer; empty when all is well. Capped, with the tool's own output. */
  readonly failures: readonly string[];
  /** The tree as the hooks left it; equal to the input's tree when no hook changed anything. */
  readonly tree: string;
  /** Paths that hooks changed; the tests must run again on the new tree and the verdict is taken anew (R19 b, c). */
  readonly reformatted: readonly string[];
  /** The message as a commit-msg hook left it; null when unchanged or not asked. */
  readonly message: string | null;
  readonly notes: readonly string[];
  readonly durationMs: number;
}
