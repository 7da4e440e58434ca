import type { LedgerStep } from '../plan/plan.js';
import { foldTaskId } from './task-id.js';
import { parseEvidence, type Evidence, type Trailer } from './trailers.js';

/** A commit of the branch that names tasks in its trailers, as git itself reads them. */
export interface ClaimingCommit {
  readonly sha: string;
  /** Changed against its first parent; empty for an empty commit. */
  readonly paths: readonly string[];
  /** Value of `Evidence:` as written; null without one. */
  readonly evidence: string | null;
}

/** The commit that `satisfied-by` names, as it is; null when there is none of that name. */
export interface CitedCommit {
  readonly sha: string;
  readonly isAncestor: boolean;
  readonly paths: readonly string[];
}

/** What one commit says of a task. A task done without code is another kind of done (R-001-39). */
export type Claim =
  | { readonly kind: 'code'; readonly sha: string }
  | { readonly kind: 'evidence'; readonly sha: string; readonly how: string }
  /** It claims what is not so (R-001-41, forgeries): `cited` is the other commit, as written or resolved. */
  | { readonly kind: 'refused'; readonly sha: string; readonly cited: string | null; readonly why: string }
  /** Only the ledger changed: a plan, a piece, a tick. */
  | { readonly kind: 'says-nothing'; readonly sha: string };

/**
 * Does this commit complete its task (R-001-35…41)? Code does; an empty commit does by evidence that holds; nothing
 * else, whatever a leaf or a message says.
 * @param files the step's files: those of the plan and those that a person allowed
 */
export function judgeClaim(commit: ClaimingCommit, cited: CitedCommit | null, files: readonly string[]): Claim {
  const { sha, paths } = commit;
  if (paths.some((path) => !path.startsWith('.tdd/'))) return { kind: 'code', sha };
  if (commit.evidence !== null) return judgeEvidence(commit.evidence, sha, cited, files);
  if (paths.length > 0) return { kind: 'says-nothing', sha };
  const why = 'an empty commit with "Task:" and no "Evidence:" completes nothing';
  return { kind: 'refused', sha, cited: null, why };
}

function judgeEvidence(text: string, sha: string, cited: CitedCommit | null, files: readonly string[]): Claim {
  const evidence = parseEvidence(text);
  if (evidence === null) {
    const why = `"Evidence: ${text.slice(0, 100)}" is neither "satisfied-by <sha>" nor "skipped <reason>"`;
    return { kind: 'refused', sha, cited: null, why };
  }
  if (evidence.kind === 'skipped') return { kind: 'evidence', sha, how: `skipped: ${evidence.reason}` };
  const why = citedProblem(evidence.sha, cited, files);
  if (why !== null) return { kind: 'refused', sha, cited: cited?.sha ?? evidence.sha, why };
  return { kind: 'evidence', sha, how: `satisfied-by ${cited?.sha ?? evidence.sha}` };
}

function citedProblem(named: string, cited: CitedCommit | null, files: readonly string[]): string | null {
  if (cited === null) return `there is no one commit ${named}`;
  if (!cited.isAncestor) return `${short(cited.sha)} is no ancestor of the branch's tip`;
  if (cited.paths.length === 0) return `${short(cited.sha)} is empty`;
  const known = new Set(files);
  if (cited.paths.some((path) => known.has(path))) return null;
  return `${short(cited.sha)} touches none of the step's files`;
}

export function short(sha: string): string {
  return sha.slice(0, 10);
}

/** The commits of a branch that name this step, `T7` and `7` being one (C-10). */
export function claimsTask(trailers: readonly Trailer[], step: string): boolean {
  return trailers.some(({ key, value }) => key === 'Task' && foldTaskId(value) === foldTaskId(step));
}

export function evidenceOf(trailers: readonly Trailer[]): string | null {
  return trailers.findLast(({ key }) => key === 'Evidence')?.value ?? null;
}

/** The sha that evidence cites; null when it cites none. */
export function citedSha(evidence: string | null): string | null {
  const read: Evidence | null = evidence === null ? null : parseEvidence(evidence);
  return read?.kind === 'satisfied-by' ? read.sha : null;
}

/** Where a step of the ledger stands, by the branch's commits. */
export interface StepStanding {
  readonly id: string;
  readonly kind: 'code' | 'evidence' | 'by-hand' | 'forged' | 'open';
  /** What a person should hear; null when all is as it is written. */
  readonly note: string | null;
}

/**
 * Ledger and commits together (R-001-38, I1). A tick counts with code or evidence behind it. One with a claim that does
 * not hold is opened again. One with no claim at all was made by a person, who alone can write the branch: it counts,
 * and is named. A cleared box with code behind it is a person's wish to have it done again. Evidence counts without a
 * tick: an empty commit can't hold one.
 * @param claims of this step, newest first
 */
export function standingOf(step: LedgerStep, claims: readonly Claim[]): StepStanding {
  const { id, done } = step;
  const evidence = claims.find((claim) => claim.kind === 'evidence');
  const code = claims.find((claim) => claim.kind === 'code');
  const refused = claims.find((claim) => claim.kind === 'refused');
  if (done && code !== undefined) return { id, kind: 'code', note: null };
  if (evidence?.kind === 'evidence') {
    return { id, kind: 'evidence', note: `step ${id} is done by evidence: ${evidence.how} (${short(evidence.sha)})` };
  }
  if (refused?.kind === 'refused') {
    const with_ = refused.cited === null ? '' : `, which cites ${short(refused.cited)}`;
    const what = done ? `step ${id} is ticked, but counts as open` : `step ${id} stays open`;
    return { id, kind: done ? 'forged' : 'open', note: `${what}: ${short(refused.sha)}${with_}: ${refused.why}` };
  }
  if (!done) return { id, kind: 'open', note: null };
  const how = `"Task: ${id}" and "Evidence: skipped <reason>" in an empty commit say why`;
  return {
    id,
    kind: 'by-hand',
    note: `step ${id} is ticked by hand, without a commit of its own: it counts as done by a person; ${how}`,
  };
}
