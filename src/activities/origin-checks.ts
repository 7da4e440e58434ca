import { causeFailure } from '../contract/failures.js';
import type { RunOptions } from '../contract/run-input.js';
import { signingText } from '../domain/commit/signing.js';
import { NotARepositoryError, type OriginFacts, type Repository } from '../ports/repository.js';
import type { Tools } from './tools.js';

/** Looks at the origin without changing anything there. @throws with the cause that keeps Pawl from working with it */
export async function checkOrigin(tools: Tools, path: string, options: RunOptions): Promise<OriginFacts> {
  const facts = await inspect(tools, path);
  refuseUnfit(facts, path, options);
  return facts;
}

/** @throws with the cause that keeps Pawl from working with a repository that was found to be like this */
export function refuseUnfit(facts: OriginFacts, path: string, options: Pick<RunOptions, 'allowDirty'>): void {
  if (facts.unsupported.length > 0) {
    throw causeFailure('unsupported-repository', `${path}: ${facts.unsupported.join('; ')}`);
  }
  if (facts.signing?.kind === 'refused') {
    throw causeFailure('unsupported-repository', `${path}: ${facts.signing.why}`);
  }
  if (facts.unwritable !== undefined) {
    throw causeFailure(
      'push-failed',
      `no commit could be pushed to ${path}: ${facts.unwritable}; expected an origin that the worker's user can write to`,
    );
  }
  if (!facts.hasCommits) {
    throw causeFailure(
      'base-unknown',
      `${path} has no commits yet: Pawl branches off one; expected at least one, for example: git commit --allow-empty -m "Start"`,
    );
  }
  if (facts.trackedChanges.length > 0 && !options.allowDirty) {
    const names = listed(facts.trackedChanges);
    throw causeFailure(
      'dirty-origin',
      `the checkout has changes that are not committed: ${names}; commit or stash them, or go on from the commit with --allow-dirty`,
    );
  }
}

async function inspect(tools: Tools, path: string): Promise<OriginFacts> {
  try {
    return await tools.repositories.inspect(path);
  } catch (error) {
    if (error instanceof NotARepositoryError) throw causeFailure('unsupported-repository', error.message);
    throw error;
  }
}

export function originNotes(facts: OriginFacts): readonly string[] {
  const notes: string[] = [];
  if (facts.trackedChanges.length > 0) {
    notes.push(`--allow-dirty: the run goes on from the commit; not in it: ${listed(facts.trackedChanges)}`);
  }
  if (facts.untracked.length > 0)
    notes.push(`untracked files of the checkout are not part of the run: ${listed(facts.untracked)}`);
  if (facts.signing?.kind === 'can') {
    notes.push(`commit.gpgsign is set there: commits are signed (${signingText(facts.signing.how)})`);
  }
  return notes;
}

export interface Base {
  readonly ref: string;
  readonly sha: string;
}

/**
 * R-004-23: what was typed, else `origin/<branch one is on>` when that exists, else that branch; never a guess at
 * `main`. A run that goes on keeps the base that its ledger names, wherever that ref is now (R-004-24).
 */
export async function chooseBase(
  repository: Repository,
  facts: OriginFacts,
  typed: string | null,
  ledgerSha: string | null,
): Promise<Base> {
  const candidates =
    typed !== null ? [typed] : facts.headBranch === null ? ['HEAD'] : [`origin/${facts.headBranch}`, facts.headBranch];
  for (const ref of candidates) {
    const sha = await repository.resolveInOrigin(ref);
    if (sha !== null) return { ref, sha: ledgerSha ?? sha };
  }
  if (ledgerSha !== null) return { ref: typed ?? 'HEAD', sha: ledgerSha };
  const tried = candidates.join(' nor ');
  throw causeFailure(
    'base-unknown',
    `there is no commit "${tried}" in ${facts.path}; expected a branch, tag or commit, for example: --base main`,
  );
}

/** A branch that is there keeps its base: what came to the base's ref meanwhile is not in it, and this is said. */
export async function newerBase(
  repository: Pick<Repository, 'resolveInOrigin' | 'isAncestor'>,
  base: Base,
  tip: string | null,
): Promise<readonly string[]> {
  const now = tip === null ? null : await repository.resolveInOrigin(base.ref);
  if (tip === null || now === null || (await repository.isAncestor(now, tip))) return [];
  return [
    `${base.ref} is at ${now.slice(0, 10)} by now; the branch goes on from ${base.sha.slice(0, 10)} and has nothing newer of it. To take that in, merge it into the branch`,
  ];
}

function listed(names: readonly string[]): string {
  const shown = names.slice(0, 20).join(', ');
  return names.length > 20 ? `${shown} and ${names.length - 20} more` : shown;
}
