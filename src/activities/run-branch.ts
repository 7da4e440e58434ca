import { Context } from '@temporalio/activity';
import { causeFailure } from '../contract/failures.js';
import type { Facts } from '../contract/run-facts.js';
import { renderAttemptName } from '../domain/run/names.js';
import type { Ledger } from '../domain/plan/plan.js';
import type { Repository } from '../ports/repository.js';
import { ledgerIn } from './ledger-at.js';

export interface BranchFacts {
  /** Null when the run's branch does not exist yet. */
  readonly tip: string | null;
  readonly originTip: string | null;
  /** As it stands at the tip; null as long as there is no branch. */
  readonly ledger: Ledger | null;
  /** Base sha that it names; a spec's list names none. */
  readonly baseSha: string | null;
  readonly notes: readonly string[];
}

export interface BranchWish {
  readonly branch: string;
  readonly ledgerPath: string;
  /** What lies there. */
  readonly kind: 'issue' | 'spec';
  /** Keeps a commit of Pawl's own under a ref; null when nobody has looked yet, that is, at a first start. */
  readonly setAside: ((commit: string) => Promise<string>) | null;
}

/**
 * Where the run's branch stands, here and in the origin, before a run starts or goes on (R-002-20). A branch that
 * only the origin has, or that went on there, is taken over as it is. Two that parted are for a person; who
 * resumes after that has looked, so the origin's counts and Pawl's own is set aside (F48).
 */
export async function findBranch(repository: Repository, wish: BranchWish): Promise<BranchFacts> {
  const { branch, ledgerPath } = wish;
  const originTip = await repository.originTip(branch);
  const ours = await repository.branchTip(branch);
  const { tip, parted, note } = await settle(repository, branch, ours, originTip);
  if (tip === null) return { tip, originTip, ledger: null, baseSha: null, notes: [] };
  if (parted && wish.setAside === null) {
    throw causeFailure('branch-moved', `${note}; nothing was overwritten. "pawl resume" goes on from the origin's`);
  }
  // Before anything is moved: a branch that is not Pawl's must leave no trace here.
  const text = await repository.readFile(tip, ledgerPath);
  if (text === null) {
    throw causeFailure('branch-moved', foreignBranch(branch, ledgerPath));
  }
  const ledger = ledgerIn(text, { kind: wish.kind }, ledgerPath);
  const notes = note === null ? [] : [note];
  if (tip !== ours) {
    if (parted && ours !== null) notes.push(`Pawl's own commits are kept as ${(await wish.setAside?.(ours)) ?? ours}`);
    await takeOver(repository, branch, tip, ours);
  }
  return { tip, originTip, ledger, baseSha: ledger.baseSha === '' ? null : ledger.baseSha, notes };
}

/** Why a branch of the run's name can't be gone on with. */
export function foreignBranch(branch: string, ledgerPath: string): string {
  return `a branch ${branch} exists already and holds no ${ledgerPath}: it is not Pawl's; rename or delete it`;
}

interface Settled {
  readonly tip: string | null;
  readonly parted: boolean;
  readonly note: string | null;
}

export async function settle(
  repository: Repository,
  branch: string,
  ours: string | null,
  theirs: string | null,
): Promise<Settled> {
  if (theirs === null) {
    const note = ours === null ? null : `${branch} is gone from the origin; it goes on from Pawl's own copy`;
    return { tip: ours, parted: false, note };
  }
  if (ours !== null && (await repository.isAncestor(theirs, ours))) return { tip: ours, parted: false, note: null };
  const taken = `${branch} is taken over from the origin at ${theirs.slice(0, 10)}`;
  if (ours === null || (await repository.isAncestor(ours, theirs))) return { tip: theirs, parted: false, note: taken };
  const places = `in the origin (${theirs.slice(0, 10)}) and Pawl's own (${ours.slice(0, 10)})`;
  return { tip: theirs, parted: true, note: `${branch} ${places} have parted` };
}

async function takeOver(repository: Repository, branch: string, tip: string, ours: string | null): Promise<void> {
  const moved = await repository.moveBranch(branch, tip, ours);
  if (moved.kind !== 'moved-by-others') return;
  throw causeFailure('branch-moved', `another run of Pawl moved ${branch} to ${moved.actual ?? 'nothing'} just now`);
}

/** Under a name of its own for each commit, so that a second try finds what the first one did. */
export function asideKeeper(
  repository: Repository,
  runKey: string,
  author: Facts['author'],
): (commit: string) => Promise<string> {
  return async (commit) =>
    repository.keepAttempt(renderAttemptName({ runKey, step: `branch-${commit.slice(0, 10)}`, number: 1 }), {
      tree: await repository.treeOf(commit),
      parent: commit,
      message: 'set aside: the branch in the origin went another way\n',
      author,
      atMs: Context.current().info.scheduledTimestampMs,
    });
}
