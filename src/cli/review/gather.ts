import type { RunReport } from '../../contract/result.js';
import { CliError } from '../io.js';
import type { ReviewSheet } from '../render/review.js';
import type { RunRow } from '../runs/find.js';
import { askEvents } from '../temporal/queries.js';
import type { Server } from '../temporal/server.js';
import type { ReviewBook } from '../../local/review.js';
import { batchOf, type Batch } from './batch.js';

export interface Gathered {
  readonly book: ReviewBook;
  readonly batch: Batch;
  /** The newest commit that is shown: what comes later is neither shown nor marked. */
  readonly tip: string;
}

/** The batch of a run's report; null when the run has no commit yet. @throws {CliError} 2 where its commits lie on another host */
export async function gather(server: Server, row: RunRow, report: RunReport): Promise<Gathered | null> {
  const { config, hostId } = server.operator;
  const { origin, firstRunId, base, tip, testCommand } = report;
  if (row.host !== null && row.host !== hostId) throw elsewhere(row, origin, `this one is ${hostId}`);
  if (base === null || tip === null) return null;
  const { openReview } = await import('../../local/review.js');
  const opened = await openReview(config, { origin, firstRunId, base: base.sha, tip, testCommand });
  if (opened.kind === 'absent') throw elsewhere(row, origin, `here: ${opened.why}`);
  return { book: opened.book, batch: batchOf(opened.book, firstRunId), tip };
}

function elsewhere(row: RunRow, origin: string, why: string): CliError {
  return new CliError(
    2,
    `The commits of ${row.workflowId} and its review mark lie on host ${row.host ?? 'unknown'}, in the copy that Pawl ` +
      `keeps there of ${origin} (${why}).\nOn that host: pawl review ${row.workflowId}`,
  );
}

/** Diffs of every step, and what the run noted of it. */
export async function sheetsOf(
  server: Server,
  row: RunRow,
  { book, batch }: Gathered,
): Promise<readonly ReviewSheet[]> {
  const asked = batch.steps.length === 0 ? null : await askEvents(server, row.workflowId);
  const events = asked?.kind === 'answer' ? asked.value.events : [];
  const noted = events.filter(({ kind }) => kind === 'evidence' || kind === 'verdict');
  const sheets: ReviewSheet[] = [];
  for (const step of batch.steps) {
    const diffs: ReviewSheet['diffs'][number][] = [];
    for (const commit of step.commits) diffs.push({ commit, ...(await book.diff(commit)) });
    sheets.push({ step, diffs, evidence: noted.filter((one) => one.step === step.id).map(({ line }) => line) });
  }
  return sheets;
}
