import type { TakenReport } from '../contract/activities.js';
import { refusalsOf } from '../domain/files/file-policy.js';
import type { EditPhase } from '../domain/leaf/roles.js';
import { hasRunnerSection, runnerSectionRefusal } from '../domain/files/runner-section.js';
import { regionChange, type RegionChange } from '../domain/files/test-regions.js';
import type { Change, TakenTree } from '../ports/repository.js';
import type { Run } from './run-facts.js';
import { isTestFile } from './test-files.js';

export interface TakeRules {
  readonly phase: EditPhase;
  /** Tree that the changes were counted from. */
  readonly base: string;
  /**
   * The files that may change, those that a person allowed included: what else is untracked is left out and named (R21).
   * Null: any file, but for what only a plan that lists it may change (C-26).
   */
  readonly wanted: readonly string[] | null;
  /** Paths that may not differ from the base. */
  readonly frozen: readonly string[];
}

/** What a leaf, or a person, left in a folder, judged by the role's file policy (R-001-03, R-001-11, T10). */
export async function takenReport(run: Run, rules: TakeRules, taken: TakenTree): Promise<TakenReport> {
  const { phase, wanted, frozen } = rules;
  const { changes, leftOut, rejects } = taken;
  const looked = await lookInto(run, rules, taken);
  const policy = refusalsOf({
    phase,
    changes,
    planFiles: wanted,
    list: run.facts.spec === undefined ? null : run.facts.ledgerPath,
    isTestFile: (path) => isTestFile(run, path),
    frozen,
    ...looked,
  });
  const notes = [...taken.notes, ...unclearNotes(looked.regions)];
  if (leftOut.length > 0)
    notes.push(`left out of the tree, not among the plan's files: ${leftOut.slice(0, 20).join(', ')}`);
  return {
    tree: rejects.length > 0 ? null : taken.tree,
    // Only whether there are any counts; a leaf that removed 100,000 files must not burst the result (D5).
    changed: changes.slice(0, 200).map((change) => change.path),
    testFiles: policy.length + taken.refused.length > 0 ? [] : testFilesOf(run, changes, looked.regions),
    // An empty diff is for the phase to judge: nothing to do is an answer in REFACTOR.
    refusals: [...(changes.length === 0 ? rejects : policy), ...taken.refused],
    notes: notes.slice(0, 10).map((text) => text.slice(0, 500)),
  };
}

interface Looked {
  readonly regions: ReadonlyMap<string, RegionChange>;
  readonly sections: ReadonlyMap<string, string>;
}

/** Of the planned files whose names do not tell enough, both texts: Rust files with tests in them, and manifests. */
async function lookInto(run: Run, { base, wanted }: TakeRules, { tree, changes, rejects }: TakenTree): Promise<Looked> {
  const regions = new Map<string, RegionChange>();
  const sections = new Map<string, string>();
  if (rejects.length > 0) return { regions, sections };
  const planned = wanted === null ? null : new Set(wanted);
  const isPlanned = (path: string): boolean => planned?.has(path) ?? true;
  for (const { path } of changes.filter((change) => isPlanned(change.path) && change.mode.startsWith('100'))) {
    const isTest = isTestFile(run, path);
    const isRust = path.endsWith('.rs') && !isTest;
    if (!isRust && !hasRunnerSection(path, isTest)) continue;
    const [before, after] = await Promise.all([
      run.repository.readFile(base, path),
      run.repository.readFile(tree, path),
    ]);
    if (isRust) regions.set(path, regionChange(before, after));
    const refusal = runnerSectionRefusal(path, before, after);
    if (refusal !== null) sections.set(path, refusal);
  }
  return { regions, sections };
}

function unclearNotes(regions: Looked['regions']): readonly string[] {
  return [...regions].flatMap(([path, { unclear }]) =>
    unclear === null ? [] : [`${path} can't be divided into code and tests (${unclear}): all of it counts as code`],
  );
}

function testFilesOf(run: Run, changes: readonly Change[], regions: Looked['regions']): readonly string[] {
  const holdsTest = (path: string): boolean => isTestFile(run, path) || regions.get(path)?.inside === true;
  return changes.filter((one) => one.kind !== 'deleted' && holdsTest(one.path)).map((one) => one.path);
}
