/**
 * What leaves found out about one origin and later developer leaves are told (R-001-43): gotchas and patterns, one line
 * each. Never shown to those who judge. It lies in Pawl's home, as a file that people may edit.
 */
export interface Memory {
  /** Adds notes, newest last; what is there already is not added twice, and the oldest make room. Safe to repeat. */
  remember(originKey: string, notes: readonly string[]): Promise<void>;
  /** All that is remembered, oldest first; empty when there is nothing, or nothing that can be read. */
  recall(originKey: string): Promise<readonly string[]>;
}
