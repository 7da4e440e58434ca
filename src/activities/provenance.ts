import type { Ledger } from '../domain/plan/plan.js';
import {
  citedSha,
  claimsTask,
  evidenceOf,
  judgeClaim,
  standingOf,
  type CitedCommit,
  type Claim,
  type StepStanding,
} from '../domain/commit/provenance.js';
import type { Facts } from '../contract/run-facts.js';
import type { CommitFacts, Repository } from '../ports/repository.js';
import type { BranchFacts } from './run-branch.js';

export interface LedgerAtTip {
  readonly base: string;
  readonly tip: string;
  readonly ledger: Ledger;
  /** Files that count as a step's own. */
  readonly files: readonly string[];
}

/** Steps whose ledger line does not say what the commits say. */
export interface Provenance {
  /** Ticked, and open all the same. */
  readonly reopened: readonly string[];
  /** Done by evidence, ticked or not (R-001-39). */
  readonly evidenced: readonly string[];
  readonly notes: readonly string[];
}

export const nothingOdd: Provenance = { reopened: [], evidenced: [], notes: [] };

const mostNotes = 10;
const atOnce = 8;

/** Holds every tick of the ledger against the branch's commits, when a run goes on from a branch (R-001-35…42, I1). */
export async function readProvenance(repository: Repository, at: LedgerAtTip): Promise<Provenance> {
  const standings = await standingsOf(
    repository,
    at,
    at.ledger.steps.map(({ id }) => id),
  );
  const ids = (kind: StepStanding['kind']): readonly string[] =>
    standings.filter((one) => one.kind === kind).map(({ id }) => id);
  const notes = standings.flatMap(({ note }) => (note === null ? [] : [note]));
  const more = notes.length - mostNotes;
  return {
    reopened: ids('forged'),
    evidenced: ids('evidence'),
    notes: more > 0 ? [...notes.slice(0, mostNotes), `… and ${more} more steps of that kind`] : notes,
  };
}

/** What the commits of a branch that is there already say of its ledger, and which allowed paths the plan had anyway. */
export async function standingAt(
  repository: Repository,
  { tip, ledger }: BranchFacts,
  base: string,
  allowed: Facts['allowed'],
): Promise<Provenance> {
  if (tip === null || ledger === null) return nothingOdd;
  const planned = ledger.files.map(({ path }) => path);
  const files = [...planned, ...allowed.map(({ path }) => path)];
  const standing = await readProvenance(repository, { base, tip, ledger, files });
  const twice = allowed.filter(({ path }) => planned.includes(path)).map(({ path }) => path);
  const said = twice.map((path) => `${path} is among the files of the plan already: allowing it changes nothing`);
  return { ...standing, notes: [...standing.notes, ...said] };
}

/** Of the steps that were opened again, those that no commit has completed since. */
export async function stillOpen(
  repository: Repository,
  at: LedgerAtTip,
  reopened: readonly string[],
): Promise<ReadonlySet<string>> {
  if (reopened.length === 0) return new Set();
  const standings = await standingsOf(repository, at, reopened);
  return new Set(standings.filter(({ kind }) => kind === 'forged').map(({ id }) => id));
}

async function standingsOf(
  repository: Repository,
  at: LedgerAtTip,
  ids: readonly string[],
): Promise<readonly StepStanding[]> {
  const log = await repository.log(at.base, at.tip);
  const wanted = new Set(ids);
  const steps = at.ledger.steps.filter(({ id }) => wanted.has(id));
  const standings: StepStanding[] = [];
  for (let from = 0; from < steps.length; from += atOnce) {
    const some = steps.slice(from, from + atOnce).map(async (step) => {
      const commits = log.filter(({ trailers }) => claimsTask(trailers, step.id)).reverse();
      // An open step without evidence is what it says, whatever its commits are.
      const counts = step.done || commits.some(({ trailers }) => evidenceOf(trailers) !== null);
      return standingOf(step, counts ? await claimsOf(repository, at, commits) : []);
    });
    standings.push(...(await Promise.all(some)));
  }
  return standings;
}

/** Newest first, no further than the first that completes the step. */
async function claimsOf(
  repository: Repository,
  at: LedgerAtTip,
  commits: readonly CommitFacts[],
): Promise<readonly Claim[]> {
  const claims: Claim[] = [];
  for (const commit of commits) {
    const evidence = evidenceOf(commit.trailers);
    const [paths, cited] = await Promise.all([pathsOf(repository, commit), citedBy(repository, at.tip, evidence)]);
    const claim = judgeClaim({ sha: commit.sha, paths, evidence }, cited, at.files);
    claims.push(claim);
    if (claim.kind === 'code' || claim.kind === 'evidence') return claims;
  }
  return claims;
}

async function citedBy(repository: Repository, tip: string, evidence: string | null): Promise<CitedCommit | null> {
  const named = citedSha(evidence);
  const commit = named === null ? null : await repository.commitAt(named);
  if (commit === null) return null;
  const [isAncestor, paths] = await Promise.all([repository.isAncestor(commit.sha, tip), pathsOf(repository, commit)]);
  return { sha: commit.sha, isAncestor, paths };
}

/** What a commit changed against its first parent; all of it for the first commit. */
export async function pathsOf(
  repository: Repository,
  { sha, parents }: Pick<CommitFacts, 'sha' | 'parents'>,
): Promise<readonly string[]> {
  const [parent] = parents;
  if (parent === undefined) return repository.listFiles(sha);
  return (await repository.changes(parent, sha)).map(({ path }) => path);
}
