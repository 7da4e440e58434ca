import { z } from 'zod';

/** How much is asked of each step (design 4, C-4). */
export const Discipline = z.enum(['standard', 'strict']);
export type Discipline = z.infer<typeof Discipline>;

/** What a leaf may see of the other side: `split` keeps RED from the implementation and GREEN from the test's source (C-9). */
export const Isolation = z.enum(['open', 'split']);
export type Isolation = z.infer<typeof Isolation>;

export const DisciplineRules = z.object({
  discipline: Discipline,
  /** The domain reviewer looks after RED and after GREEN, and may veto. */
  domainReview: z.boolean(),
  isolation: Isolation,
  /** Is a change beyond about 20 lines, 1 file, 1 function refused, or only mentioned (R-001-10)? */
  scopeCheck: z.enum(['advice', 'enforced']),
});
export type DisciplineRules = z.infer<typeof DisciplineRules>;

/** One owner's wish; null where it says nothing. */
export interface DisciplineWish {
  readonly discipline: Discipline | null;
  readonly domainReview: boolean | null;
  readonly isolation: Isolation | null;
}

export const standardRules: DisciplineRules = {
  discipline: 'standard',
  domainReview: false,
  isolation: 'open',
  scopeCheck: 'advice',
};

/**
 * The rules of a run. Each of `strict`'s parts can be set alone; what the operator asked for explicitly wins over
 * its discipline; pawl.json may only tighten (design 3), so its wishes are added on top.
 */
export function disciplineRules(operator: DisciplineWish, repository: DisciplineWish): DisciplineRules {
  const strict = operator.discipline === 'strict' || repository.discipline === 'strict';
  const own = operator.discipline === 'strict';
  const theirs = repository.discipline === 'strict';
  return {
    discipline: strict ? 'strict' : 'standard',
    domainReview: (operator.domainReview ?? own) || (repository.domainReview ?? theirs),
    isolation: splits(operator.isolation, own) || splits(repository.isolation, theirs) ? 'split' : 'open',
    scopeCheck: strict ? 'enforced' : 'advice',
  };
}

function splits(isolation: Isolation | null, strict: boolean): boolean {
  return isolation === null ? strict : isolation === 'split';
}

/** `discipline strict: domain review, isolation split, scope enforced`. */
export function disciplineText({ discipline, domainReview, isolation, scopeCheck }: DisciplineRules): string {
  const parts = [
    ...(domainReview ? ['domain review'] : []),
    ...(isolation === 'split' ? ['isolation split'] : []),
    ...(scopeCheck === 'enforced' ? ['scope enforced'] : []),
  ];
  return `discipline ${discipline}${parts.length === 0 ? '' : `: ${parts.join(', ')}`}`;
}

/** Of one edit, as Pawl measured it against the phase's base. */
export interface EditScope {
  /** Lines added and removed outside of tests. */
  readonly lines: number;
  /** Files changed outside of tests. */
  readonly files: number;
}

/** About 20 lines and 1 file (R-001-10); what a function is only the leaf is asked for. */
export const scopeLimits = { lines: 20, files: 1 } as const;

/** Written by a package manager and read by nobody: none of the step's own lines. */
const lockfile =
  /(?:^|\/)(?:package-lock\.json|npm-shrinkwrap\.json|pnpm-lock\.yaml|yarn\.lock|uv\.lock|poetry\.lock|Pipfile\.lock|Cargo\.lock|go\.sum|Gemfile\.lock|composer\.lock|gradle\.lockfile)$/;

/** Does a changed path count for the scope check? Tests are left out by the caller, who knows them. */
export function countsForScope(path: string): boolean {
  return !lockfile.test(path);
}

/** What is too much of it, in words; null when the edit is small enough. */
export function overScope({ lines, files }: EditScope): string | null {
  const parts: string[] = [];
  // "About" 20: a quarter more passes.
  if (lines > scopeLimits.lines * 1.25) parts.push(`${lines} lines (about ${scopeLimits.lines} are meant)`);
  if (files > scopeLimits.files) parts.push(`${files} files (${scopeLimits.files} is meant)`);
  return parts.length === 0 ? null : parts.join(' and ');
}

/** Nested cycles below a step of the plan; one more means that the plan has to be split (R-001-11). */
export const mostLevels = 2;

/** Pieces of one step; a leaf that always finds another one has to be stopped by people. */
export const mostPieces = 5;

/**
 * How many pieces `<step>.<n>` a step has. These ids are a part of the ledger, where pieces of pieces may stand in
 * between: the newest piece, right before its step, has the number of all of them.
 */
export function piecesOf(id: string, ids: ReadonlySet<string>): number {
  const numbers = [...ids].flatMap((one) => {
    const rest = one.startsWith(`${id}.`) ? one.slice(id.length + 1) : '';
    return /^\d{1,9}$/.test(rest) ? [Number(rest)] : [];
  });
  return Math.max(numbers.length, ...numbers);
}

/**
 * The level of a step: 0 for one of the plan, 1 for a piece `<step>.<n>` of it, 2 for a piece of a piece. A piece is
 * known by its parent standing in the same ledger.
 */
export function levelOf(id: string, ids: ReadonlySet<string>): number {
  const parent = /^(.+)\.\d+$/.exec(id)?.[1];
  return parent === undefined || !ids.has(parent) ? 0 : 1 + levelOf(parent, ids);
}
