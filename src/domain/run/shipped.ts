/** One line of the checklist that a report ends with (R-004-41). */
export interface ShippedItem {
  readonly what: 'pushed' | 'deployed' | 'verified live' | 'docs';
  readonly done: boolean;
  readonly how: string;
}

interface ShippedFacts {
  /** `pushed`, `deferred: …` or `nothing pushed`. */
  readonly pushed: string;
  readonly branch: string | null;
}

/**
 * What is shipped of a run's work, and what is left to people. Pawl pushes and reads the branch back; it never deploys
 * (R-004-45), so that nothing of it can have been seen live, and it does not judge documentation.
 */
export function shippedList({ pushed, branch }: ShippedFacts): readonly ShippedItem[] {
  const isPushed = pushed === 'pushed';
  const where = branch === null ? 'the branch' : branch;
  return [
    { what: 'pushed', done: isPushed, how: isPushed ? `${where}, read back from the origin` : pushed },
    { what: 'deployed', done: false, how: 'Pawl never deploys: merge the branch, then deploy as you do' },
    { what: 'verified live', done: false, how: 'for a person, after the deployment' },
    { what: 'docs', done: false, how: 'for a person: only documents among the files of the plan can have changed' },
  ];
}
