import { handFiles } from '../adapters/hand-files/hand-files.js';
import type { MoreLabels } from '../domain/plan/task-labels.js';
import { readPawlJson } from '../texts/pawl-json.js';

/** What a checkout's pawl.json adds to the labels of tasks, as it lies there: a run reads it at its base. */
export interface LabelsHere {
  readonly labels: MoreLabels;
  /** Why none of it counts, as a run would say it; null when all of it does. */
  readonly problem: string | null;
}

export async function labelsHere(origin: string): Promise<LabelsHere> {
  const read = await handFiles.read({ origin, file: 'pawl.json' });
  if (read.kind === 'missing') return { labels: {}, problem: null };
  if (read.kind !== 'text') return { labels: {}, problem: "pawl.json can't be read: expected a file of JSON" };
  const rules = readPawlJson(read.text);
  if (rules.kind === 'problem') return { labels: {}, problem: `pawl.json: ${rules.message}` };
  return { labels: rules.rules.labels, problem: null };
}
