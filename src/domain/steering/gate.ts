/** The test that waits for a person. */
export interface Gate {
  readonly step: string;
  readonly testHash: string;
  /** The tree that RED judged: what the review copy was made from. */
  readonly tree: string;
  readonly files: readonly string[];
  readonly test: string;
  readonly redOutput: string;
  /** What an approval leads to: code, or, for a test that stands alone, its commit (R-000-59). */
  readonly asks: 'code' | 'commit';
  readonly openedAtMs: number;
  /** Folder in which a person may read, try and edit the test; null when it could not be made. */
  readonly review: string | null;
  /** Why the edited copy was not taken, newest attempt only; null when none was offered. */
  readonly refusedEdit: string | null;
}

export type GateAnswer =
  | { readonly kind: 'approve'; readonly by: string | null }
  /** The review copy's tree goes through evidence and verifier before it counts as approved. */
  | { readonly kind: 'edited'; readonly by: string | null }
  /** An upshift opens the gate for good, also when a downshift follows before the run looks. */
  | { readonly kind: 'upshift' }
  | { readonly kind: 'reject'; readonly because: string; readonly by: string | null };
