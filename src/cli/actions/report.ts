import type { Config } from '../../config.js';
import type { RunReport } from '../../contract/result.js';
import { CliError, type Io } from '../io.js';
import { reportMarkdown } from '../render/report-markdown.js';
import { reviewRows, type ReadLater } from '../review/table.js';
import { reportText } from '../render/report.js';
import { commitsOf } from '../runs/commits.js';
import { readEnd } from '../runs/end.js';
import type { RunRow } from '../runs/find.js';
import { theRun } from '../runs/which.js';
import { askReport } from '../temporal/queries.js';
import { readSenders, withSender } from '../temporal/senders.js';
import { onServer, type Server } from '../temporal/server.js';

export interface ReportFlags {
  readonly json?: boolean;
  readonly markdown?: boolean;
}

export async function showReport(
  io: Io,
  typed: string | null,
  { json = false, markdown = false }: ReportFlags,
): Promise<void> {
  await onServer(io, async (server) => {
    const row = await theRun(server, typed, process.cwd());
    const report = await readReport(server, row);
    const { config } = server.operator;
    const [commits, senders, readLater] = await Promise.all([
      commitsOf(config, report),
      readSenders(server, row, report.messages),
      readersHere(config, report),
    ]);
    const reviews = reviewRows(report, commits, readLater);
    if (markdown) return io.data(reportMarkdown(report, commits, reviews));
    const messages = report.messages.map((entry) => withSender(entry, senders));
    if (json) return io.json({ runId: row.runId, report: { ...report, messages }, commits, reviews });
    io.data(reportText(report, commits, { senders, nowMs: Date.now(), readLater }));
  });
}

async function readersHere(config: Config, { base, origin, firstRunId }: RunReport): Promise<Readers> {
  if (base === null) return new Map();
  const { readersOf } = await import('../../local/review-log.js');
  return readersOf(config, { origin, firstRunId, base: base.sha });
}

type Readers = ReadonlyMap<string, ReadLater>;

/** From the result or the failure's details; only an open run, or one that was ended from outside, must be asked. */
export async function readReport(server: Server, row: RunRow): Promise<RunReport> {
  const end = row.open ? null : await readEnd(server, row.workflowId, row.runId);
  if (end !== null && end.report !== null) return end.report;
  const asked = await askReport(server, row.workflowId);
  if (asked.kind === 'answer') return asked.value;
  const ended = end === null ? '' : ` It ended: ${end.line}.`;
  throw new CliError(
    6,
    `${row.workflowId} gave no report: ${asked.why}.${ended} With a worker it can be asked: pawl worker`,
  );
}
