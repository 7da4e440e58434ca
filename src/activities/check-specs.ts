import { missingSpecs } from '../domain/files/spec-coverage.js';
import type { CheckJob } from './check-program.js';
import type { ToolReport } from './check-tools.js';

/** Has every source file that the step touched its test file, where pawl.json asks for one (R-001-49)? */
export async function checkSpecs({ run }: CheckJob, tree: string, touched: readonly string[]): Promise<ToolReport> {
  const { specs } = run.facts.checks;
  if (Object.keys(specs).length === 0) return { ran: [], failures: [], notes: [] };
  const began = performance.now();
  const failures = missingSpecs(touched, new Set(await run.repository.listFiles(tree)), specs);
  const durationMs = Math.round(performance.now() - began);
  return {
    ran: [{ kind: 'specs', name: 'specs (a test file each)', ok: failures.length === 0, durationMs }],
    failures,
    notes: [],
  };
}
