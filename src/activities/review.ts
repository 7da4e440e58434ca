import type { LayReviewInput, TakeReviewInput, TakenReport } from '../contract/activities.js';
import { loadLedger } from './ledger-at.js';
import { plannedFiles } from './planned-files.js';
import { openRun } from './run-facts.js';
import { takenReport } from './taken.js';
import type { Tools } from './tools.js';

/**
 * Lays the copy of RED's tree in which a person may read, try and edit the test. The same test on the same tree has the
 * same folder: a second try of the activity, a gate that opens again after a refused edit, and a run that goes on after
 * a stop find it with all that a person did there.
 */
export async function layReview(tools: Tools, input: LayReviewInput): Promise<{ readonly folder: string }> {
  const { step, testHash, tree } = input;
  const run = await openRun(tools, input.scope);
  const keep = `step-${step}-`;
  const folder = await tools.folders.review(run.key, `${keep}${testHash.slice(0, 12)}-${tree.slice(0, 8)}`, {
    keep,
    lay: (draft) => run.repository.exportTree(tree, draft),
  });
  return { folder };
}

/** The copy's tree as it is now, under RED's file policy: what a person edits counts as what a leaf does (design 4). */
export async function takeReview(tools: Tools, input: TakeReviewInput): Promise<TakenReport> {
  const { folder, base } = input;
  if (!(await tools.folders.holdsReview(folder))) return gone(folder);
  const run = await openRun(tools, input.scope);
  const wanted = plannedFiles(run, await loadLedger(run, base), input.step);
  const taken = await run.repository.takeTree(folder, base, wanted);
  // Its notes are about a leaf's own git folder, which a copy never had.
  return takenReport(run, { phase: 'red', base, wanted, frozen: [] }, { ...taken, notes: [] });
}

function gone(folder: string): TakenReport {
  const refusals = [`the review copy is gone (${folder}); a fresh one is laid in its place`];
  return { tree: null, changed: [], testFiles: [], refusals, notes: [] };
}
