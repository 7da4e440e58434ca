import { collisionKey, ownedByPawl, pathProblem, protectedKind } from './repository-paths.js';
import type { EditPhase } from '../leaf/roles.js';
import { displayLine } from '../sanitise.js';
import type { RegionChange } from './test-regions.js';

/** One changed path of a tree diff without renames, as `git diff-tree -r --no-renames` tells it. */
export interface FileChange {
  readonly kind: 'added' | 'modified' | 'deleted';
  readonly path: string;
  /** Of the new side, or of the old one when deleted. */
  readonly mode: string;
}

export interface PolicyFacts {
  readonly phase: EditPhase;
  /** Against the phase's base tree. */
  readonly changes: readonly FileChange[];
  /** The plan's files: nothing else may change. Null: the step has no list, and only protected files are refused (C-26). */
  readonly planFiles: readonly string[] | null;
  /** A spec's task list: only Pawl marks it, and nobody else changes it (R-000-49). */
  readonly list?: string | null;
  readonly isTestFile: (path: string) => boolean;
  /** The tests RED was judged on: from then to the commit they stay as they are (R12). Empty in RED and REFACTOR. */
  readonly frozen: readonly string[];
  /** Production files that may hold tests (Rust), by what the change touched; such a file is judged by region. */
  readonly regions?: ReadonlyMap<string, RegionChange>;
  /** Manifests of the plan whose part for the test runner changed, each with its reason (`runner-section.ts`, R12 d). */
  readonly sections?: ReadonlyMap<string, string>;
}

/**
 * Reasons why a leaf's tree is refused, for its revise leaf: the path, the rule, what to do instead (T10,
 * F42). Empty when the tree may go on to the evidence. RED writes tests only, GREEN anything of the plan but
 * tests, REFACTOR both: there the evidence checks that ids and counts of the tests stay.
 */
export function refusalsOf(facts: PolicyFacts): readonly string[] {
  if (facts.changes.length === 0) return noChange(facts.phase);
  const frozen = new Set(facts.frozen);
  const refusals = facts.changes.flatMap((change) => {
    const reason =
      formRefusal(change) ??
      specRefusal(change.path, facts.list ?? null) ??
      placeRefusal(change, facts.planFiles) ??
      facts.sections?.get(change.path) ??
      phaseRefusal(change, facts, frozen.has(change.path));
    return reason === null ? [] : [`${displayLine(change.path, 400)} (${change.kind}): ${reason}`];
  });
  const rest = refusals.length - maxRefusals;
  return rest > 0 ? [...refusals.slice(0, maxRefusals), `… and ${rest} more paths`] : refusals;
}

/** A leaf that unpacked a dependency folder changes 100,000 paths; their names help nobody. */
const maxRefusals = 20;

function noChange(phase: EditPhase): readonly string[] {
  if (phase === 'refactor') return [];
  const expected = phase === 'red' ? 'one new failing test' : 'the code that makes the red test pass';
  return [`nothing was changed: write ${expected} in the files of the plan`];
}

function formRefusal(change: FileChange): string | null {
  const owned = ownedByPawl(change.path);
  if (owned !== null) return `${owned}: undo this change`;
  // A deletion of a badly named file can't happen without the base holding it, so only new sides are judged.
  if (change.kind === 'deleted') return null;
  const bad = pathProblem(change.path);
  if (bad !== null) return `this name ${bad}: give the file a plain name`;
  if (change.mode === '120000') return 'is a symbolic link: write a plain file instead';
  if (change.mode === '160000') return 'is a repository inside the repository: remove it';
  return null;
}

/** A new executable bit needs no rule of its own: it is refused with its path unless the plan names that path. */
function specRefusal(path: string, list: string | null): string | null {
  if (list === null) return null;
  if (path === list) return 'is the task list, which is frozen: only Pawl marks it; undo this change';
  const name = path.slice(path.lastIndexOf('/') + 1);
  const isApproval = /^\.(?:requirements|design|tasks)-approved$|^\.current-spec$/.test(name);
  return isApproval ? "is a person's word on the spec: undo this change" : null;
}

function placeRefusal(change: FileChange, planFiles: PolicyFacts['planFiles']): string | null {
  if (planFiles === null) return unlistedRefusal(change);
  if (planFiles.includes(change.path)) return null;
  const twin = planFiles.find((path) => collisionKey(path) === collisionKey(change.path));
  if (twin !== undefined) return `differs from the planned "${twin}" only in case: use that name`;
  const kind = protectedKind(change.path);
  const undo = change.kind === 'added' ? 'remove the file' : 'undo this change';
  if (kind !== null) return `is ${kind} and not among the files of the plan: ${undo}`;
  if (change.kind === 'added' && change.mode === '100755') {
    return `is a new executable outside the files of the plan: ${undo}`;
  }
  const more = planFiles.length > 10 ? `, and ${planFiles.length - 10} more` : '';
  const list = `${planFiles.slice(0, 10).join(', ')}${more}`;
  return `is not among the files of the plan: ${undo}; only these may change: ${list}`;
}

/** Without a list of files: what a plan must name to change it, nobody may change. */
function unlistedRefusal(change: FileChange): string | null {
  const undo = change.kind === 'added' ? 'remove the file' : 'undo this change';
  const kind = protectedKind(change.path);
  if (kind !== null) return `is ${kind}, which only a task that names it in its "Files:" may change: ${undo}`;
  if (change.kind === 'added' && change.mode === '100755') {
    return `is a new executable, which only a task that names it in its "Files:" may add: ${undo}`;
  }
  return null;
}

function phaseRefusal(change: FileChange, facts: PolicyFacts, isFrozen: boolean): string | null {
  const region = facts.regions?.get(change.path);
  if (region !== undefined && region.unclear === null) return regionRefusal(region, facts.phase, isFrozen);
  const isTest = facts.isTestFile(change.path);
  if (isFrozen) return 'holds the red test, which stays as it was judged: put it back and change the code instead';
  switch (facts.phase) {
    case 'red':
      if (!isTest) return 'is no test file: RED writes the test only, the code comes in GREEN; undo this change';
      return change.kind === 'deleted' ? 'a test file may not be deleted: put it back and add the new test' : null;
    case 'green':
      return isTest ? 'is a test file: GREEN changes code only; undo this change' : null;
    case 'refactor':
      return null;
  }
}

/** A file with code and tests: RED works inside of its `#[cfg(test)]` modules, GREEN outside of them. */
function regionRefusal({ inside, outside }: RegionChange, phase: EditPhase, isFrozen: boolean): string | null {
  if (phase === 'red' && outside) {
    return 'is changed outside of its #[cfg(test)] modules: RED writes tests only, the code comes in GREEN; undo that part';
  }
  if (phase !== 'green' || !inside) return null;
  return isFrozen
    ? 'holds the red test in a #[cfg(test)] module, which stays as it was judged: put it back and change the code instead'
    : 'is changed inside of its #[cfg(test)] modules: GREEN changes code only; undo that part';
}

/**
 * The first path that was refused because nobody allowed it, out of the reasons of `refusalsOf` as a bail quotes them:
 * what a person may allow by name (R-004-20). Null when there is none, or when its name is no plain one.
 */
export function refusedPath(reasons: string): string | null {
  const refused =
    /(?:^|[:;] )([^;:]{1,400}?) \((?:added|modified|deleted)\): is (?:[^;:]{1,80} and )?not among the files of the plan/.exec(
      reasons,
    );
  const path = refused?.[1] ?? null;
  return path === null || pathProblem(path) !== null ? null : path;
}
