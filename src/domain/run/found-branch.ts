export interface FoundBranch {
  readonly branch: string;
  /** Where it stands now. */
  readonly tip: string;
  /** Where the origin's stands; null when it is not there. */
  readonly originTip: string | null;
  readonly ledger: string;
  /** What the last execution left was taken over; else the history is gone, or the run is new to this server. */
  readonly isCarried: boolean;
  /** Half-done work of this step is offered to it again; null: there is none. */
  readonly offered: { readonly step: string; readonly ref: string } | null;
}

/** What a run that goes on has found, and where it goes on: one line each, for events and status (R-002-20, F17, F18). */
export function foundLines({ branch, tip, originTip, ledger, isCarried, offered }: FoundBranch): readonly string[] {
  const sha = tip.slice(0, 10);
  const where =
    tip === originTip ? 'as pushed' : originTip === null ? 'in no origin yet' : 'with commits not pushed yet';
  return [
    `found the branch ${branch} at ${sha} (${where}) with ${ledger}: its first open step is next`,
    isCarried
      ? 'gear, budgets, answers and approvals come from the last execution'
      : 'nothing of an earlier execution is left: gear (review-before unless asked for), budgets, answers and approvals start anew',
    ...(offered === null ? [] : [`half-done work of step ${offered.step} is offered to it again: ${offered.ref}`]),
  ];
}
