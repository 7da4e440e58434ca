import { loadConfig } from '../../config.js';
import type { LedgerWindow, StatusView } from '../../contract/views.js';
import { exitCodeOf, type Standing } from '../exit-codes.js';
import { CliError, type Io } from '../io.js';
import { paint } from '../render/colour.js';
import { reportText } from '../render/report.js';
import { runTable, stateWord } from '../render/runs.js';
import { statusText } from '../render/status.js';
import { readEnd } from '../runs/end.js';
import { latestExecution, type RunRow } from '../runs/find.js';
import { typedSpec } from '../runs/spec.js';
import { namedRun, runsHere } from '../runs/which.js';
import { lookAtQueues, workerProblem } from '../temporal/pollers.js';
import { askLedger, askStatus } from '../temporal/queries.js';
import { readSenders, senderOf, withSender, type Senders } from '../temporal/senders.js';
import { onServer, type Server } from '../temporal/server.js';
import { printSpecs, showSpec, specsHere, specsJson, withRuns, type ShownSpecs } from './specs.js';

export async function showStatus(io: Io, typed: string | null, json: boolean): Promise<void> {
  if (typed === null) return showHere(io, json);
  const spec = await typedSpec(loadConfig(), typed, process.cwd());
  await onServer(io, async (server) => {
    // A spec that no run ever worked on has a status all the same (R-000-38).
    const hasRun = spec === null || (await latestExecution(server, spec.workflowId)) !== null;
    if (spec !== null && !hasRun) return showSpec(io, spec, json);
    return showOne(io, server, await namedRun(server, spec?.workflowId ?? typed, process.cwd()), { json });
  });
}

/** The one open run here, or all of them; and every spec of this checkout (R-000-38). */
async function showHere(io: Io, json: boolean): Promise<void> {
  const specs = await specsHere(loadConfig(), process.cwd());
  try {
    await onServer(io, async (server) => {
      const here = await runsHere(server, process.cwd());
      const rows = here.kind === 'one' ? [here.row] : here.rows;
      const shown = await withRuns(server, specs, rows);
      if (json && here.kind !== 'one') return io.json({ runs: here.rows, ...specsJson(shown) });
      if (here.kind === 'one') await showOne(io, server, here.row, { json, specs: shown });
      else if (here.rows.length > 0) io.data(runTable(here.rows, Date.now()));
      else io.say(`No run ${here.where} is open; this shows the ended ones: pawl list`);
      if (!json) printSpecs(io, shown);
    });
  } catch (error) {
    // Specs lie on this machine: what is known of them is shown before it is said that no server answers.
    if (error instanceof CliError && error.exitCode === 6 && specs !== null && specs.specs.length > 0) {
      const shown = await withRuns(null, specs, []);
      if (json) {
        // One object, which says what is missing in it.
        io.exitWith(error.exitCode);
        return io.json({ error: error.message, exitCode: error.exitCode, ...specsJson(shown) });
      }
      printSpecs(io, shown);
    }
    throw error;
  }
}

interface Showing {
  readonly json: boolean;
  /** Beside it, in JSON. */
  readonly specs?: ShownSpecs;
}

async function showOne(io: Io, server: Server, row: RunRow, showing: Showing): Promise<void> {
  return row.open ? showOpen(io, server, row, showing) : showEnded(io, server, row, showing.json);
}

async function showOpen(io: Io, server: Server, row: RunRow, { json, specs = null }: Showing): Promise<void> {
  const status = await askStatus(server, row.workflowId);
  const view = status.kind === 'answer' ? status.value : null;
  const standing: Standing = { kind: 'open', state: view?.state ?? null };
  io.exitWith(exitCodeOf(standing));
  const problem = status.kind === 'silent' ? await silence(server, row, status.why) : null;
  // The history is read while the run answers a second time.
  const [ledger, senders] =
    view === null ? nothing : await Promise.all([ledgerOf(server, row), readSenders(server, row, view.messages)]);
  if (json) {
    const status = view === null ? null : sentBy(view, senders);
    return io.json({ run: row, status, ledger, problem, ...specsJson(specs) });
  }
  if (view !== null) {
    const extras = { ledger, senderOf: (entry: { readonly key: string | null }) => senderOf(entry, senders) };
    return io.data(statusText(view, extras, Date.now(), paint(io.colour)));
  }
  io.data(`${row.workflowId}  ${stateWord(row)}  step ${row.step ?? '-'}  phase ${row.phase ?? '-'}`);
  if (problem !== null) io.say(problem);
}

const nothing: readonly [LedgerWindow | null, Senders] = [null, new Map()];

async function ledgerOf(server: Server, row: RunRow): Promise<LedgerWindow | null> {
  const ledger = await askLedger(server, row.workflowId);
  return ledger.kind === 'answer' ? ledger.value : null;
}

function sentBy(view: StatusView, senders: Senders): unknown {
  return { ...view, messages: view.messages.map((entry) => withSender(entry, senders)) };
}

/** Without an answer of the run, the task queues tell why (design 7). */
async function silence(server: Server, row: RunRow, why: string): Promise<string> {
  const looks = await lookAtQueues(server, row.host ?? server.operator.hostId).catch(() => []);
  return workerProblem(looks) ?? `The run gave no answer: ${why}. If its worker has ended: pawl worker --detach`;
}

async function showEnded(io: Io, server: Server, row: RunRow, json: boolean): Promise<void> {
  const end = await readEnd(server, row.workflowId, row.runId);
  io.exitWith(exitCodeOf(end.standing));
  if (json) return io.json({ run: row, status: null, end: end.line, report: end.report });
  if (end.report !== null) return io.data(reportText(end.report, []));
  io.data(`${row.workflowId}  ${end.line}\nnext: pawl resume ${row.workflowId}`);
}
