import { join } from 'node:path';
import { localFileTracker } from '../adapters/trackers/local-file.js';
import type { MoreLabels } from '../domain/plan/task-labels.js';
import { readPawlJson } from '../texts/pawl-json.js';

/** What a checkout's pawl.json adds to the labels of tasks, as it lies there: a run reads it at its base. */
export interface LabelsHere {
  readonly labels: MoreLabels;
  /** Why none of it counts, as a run would say it; null when all of it does. */
  readonly problem: string | null;
}

/** More than any pawl.json that is not refused for its length. */
const maxBytes = 500_000;

export async function labelsHere(origin: string): Promise<LabelsHere> {
  const found = await localFileTracker.read(join(origin, 'pawl.json'), maxBytes);
  if (found.kind === 'missing') return { labels: {}, problem: null };
  const read = readPawlJson(new TextDecoder().decode(found.bytes));
  if (read.kind === 'problem') return { labels: {}, problem: `pawl.json: ${read.message}` };
  return { labels: read.rules.labels, problem: null };
}
