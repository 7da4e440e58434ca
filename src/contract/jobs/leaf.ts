import type { LeafOutcome } from '../../domain/leaf/leaf-outcome.js';
import type { Phase } from '../../domain/run/phase.js';
import type { ArtifactRef } from '../../domain/run/references.js';

/** Which leaf this is, for events, logs and artifacts (R-002-54, C-29). */
export interface LeafLabel {
  readonly step: string;
  readonly phase: Phase;
  /** 1-based, the how-many-th of its role, phase and step in this execution. */
  readonly attempt: number;
  /** Short name of this execution plus a count of every start in it, re-runs after a lost worker included: makes the leaf's id unique. */
  readonly serial: string;
  /** Digest of the stop files that the run has taken notice of; null for none. */
  readonly stopSeen: string | null;
  /** US dollars that the leaf may use; null where no money budget binds. */
  readonly usdLeft?: number | null;
}

export interface LeafReport {
  readonly leafId: string;
  readonly outcome: LeafOutcome;
  readonly message: string;
  /** Tail of its output, at most 4 KiB. */
  readonly tail: string;
  readonly usage: { readonly inputTokens: number; readonly outputTokens: number; readonly usd: number | null } | null;
  readonly durationMs: number;
  /** For `usage-limit`: when it ends, milliseconds since the epoch; null when nobody said. */
  readonly resetAtMs: number | null;
  /** Everything that the leaf was given, by hash (`domain/leaf/manifest.ts`): its own hash, kept in the history. */
  readonly manifest?: ArtifactRef;
}
