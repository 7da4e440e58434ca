import type { Ledger } from '../domain/plan/plan.js';
import type { Run } from './run-facts.js';
import { isTestFile } from './test-files.js';

/** The paths that may change: the plan's, and those that a person allowed afterwards (R-004-20, R-004-21). */
export function plannedFiles(run: Run, ledger: Ledger): readonly string[] {
  const planned = ledger.files.map((file) => file.path);
  return [...new Set([...planned, ...run.facts.allowed.map(({ path }) => path)])];
}

/** Those of them that GREEN may write, and that a red test may miss. */
export function mayCreate(run: Run, ledger: Ledger): readonly string[] {
  return plannedFiles(run, ledger).filter((path) => !isTestFile(run, path));
}
