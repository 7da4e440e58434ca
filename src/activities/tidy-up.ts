import type { TidyUpInput, TidyUpReport } from '../contract/activities.js';
import { leafIdPrefix } from './leaf-id.js';
import { openRun } from './run-facts.js';
import { salvage } from './salvage.js';
import type { Tools } from './tools.js';

/**
 * After the run: no process and no work folder of it is left; logs and artifacts stay for the report (I5), and so do
 * the review copies of a run that can go on: they may hold a person's edits. What a leaf had written whose worker died is
 * kept first.
 */
export async function tidyUp(tools: Tools, { scope, isDone }: TidyUpInput): Promise<TidyUpReport> {
  const runKey = scope.key;
  await tools.programs.sweep(leafIdPrefix(runKey));
  const saved = isDone ? { kept: [], notes: [] } : await salvage(tools, await openRun(tools, scope));
  await tools.folders.discardAll(runKey);
  if (isDone) await tools.folders.discardReviews(runKey);
  // The last line as long as nobody goes on with it: housekeeping can tell by it without a server.
  await tools.folders.appendEvent(runKey, { kind: 'ended', isDone });
  return saved;
}
