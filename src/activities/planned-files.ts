import type { Creatable } from '../domain/evidence/may-create.js';
import type { Ledger } from '../domain/plan/plan.js';
import type { Run } from './run-facts.js';
import { isTestFile } from './test-files.js';

/**
 * The paths that may change: the plan's, or those that a spec's task names, and those that a person allowed afterwards
 * (R-004-20, R-004-21). Null when the task names none: the file gate is off for it, the roles' file policy stays (C-26).
 */
export function plannedFiles(run: Run, ledger: Ledger, step: string): readonly string[] | null {
  const own = ledger.steps.find(({ id }) => id === step)?.files;
  if (own === null) return null;
  const planned = own ?? ledger.files.map((file) => file.path);
  return [...new Set([...planned, ...run.facts.allowed.map(({ path }) => path)])];
}

/** Of the whole run: for its evidence, and for the critic. Null when some step of it names none. */
export function allPlannedFiles(run: Run, ledger: Ledger): readonly string[] | null {
  const steps = ledger.steps.length === 0 ? [plannedFiles(run, ledger, '-')] : [];
  const each = [...steps, ...ledger.steps.map(({ id }) => plannedFiles(run, ledger, id))];
  return each.some((files) => files === null) ? null : [...new Set(each.flatMap((files) => files ?? []))];
}

/** Those of them that GREEN may write, and that a red test may miss. */
export function mayCreate(run: Run, ledger: Ledger, step: string): Creatable {
  return plannedFiles(run, ledger, step)?.filter((path) => !isTestFile(run, path)) ?? null;
}
