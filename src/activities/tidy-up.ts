import { leafIdPrefix } from './leaf-id.js';
import type { Tools } from './tools.js';

interface TidyUpInput {
  readonly runKey: string;
  readonly isDone: boolean;
}

/**
 * After the run: no process and no work folder of it is left; logs and artifacts stay for the report (I5), and so do
 * the review copies of a run that can go on: they may hold a person's edits.
 */
export async function tidyUp(tools: Tools, { runKey, isDone }: TidyUpInput): Promise<void> {
  await tools.programs.sweep(leafIdPrefix(runKey));
  await tools.folders.discardAll(runKey);
  if (isDone) await tools.folders.discardReviews(runKey);
}
