import { setTimeout as sleep } from 'node:timers/promises';
import { renderWorkflowId } from '../../domain/run/names.js';
import { fileSlug } from '../../domain/run/slugs.js';
import { CliError } from '../io.js';
import { runTable } from '../render/runs.js';
import type { Server } from '../temporal/server.js';
import { allRuns, findRuns, latestExecution, ofOrigin, openRuns, type RunRow } from './find.js';
import { pathInOrigin, placeOf } from './place.js';
import { readSourceForm, type SourceForm } from './source-form.js';
import { specRunId } from './spec.js';
import { currentSpec, specFolder, type SpecFolder } from './spec-folder.js';

/** What a command without a run argument finds. */
export type RunsHere =
  | { readonly kind: 'one'; readonly row: RunRow }
  | { readonly kind: 'several'; readonly where: string; readonly rows: readonly RunRow[] };

/** The open runs of this checkout's origin; outside of a repository those of everywhere, and then none is "the one". */
export async function runsHere(server: Server, cwd: string): Promise<RunsHere> {
  const place = await placeOf(server.operator.config, cwd);
  const query = place === null ? openRuns : ofOrigin(openRuns, place.prefix);
  const where = place === null ? 'on this server' : `of ${place.origin}`;
  const rows = await findPatiently(server, query);
  const only = rows.length === 1 && place !== null ? rows[0] : undefined;
  return only === undefined ? { kind: 'several', where, rows } : { kind: 'one', row: only };
}

/** The run named, or the one open run here. @throws {CliError} 2 with the list when that is not one. */
export async function theRun(server: Server, typed: string | null, cwd: string): Promise<RunRow> {
  if (typed !== null) return namedRun(server, typed, cwd);
  const here = await runsHere(server, cwd);
  if (here.kind === 'one') return here.row;
  if (here.rows.length === 0) {
    throw new CliError(2, `No run ${here.where} is open. Name the run; this shows all of them: pawl list`);
  }
  throw new CliError(2, `Name the run; these ${here.where} are open:\n${runTable(here.rows, Date.now())}`);
}

/** A workflow id, an issue's number, or the source as it was typed at the start. */
export async function namedRun(server: Server, typed: string, cwd: string): Promise<RunRow> {
  const found = await candidates(server, await readSourceForm(typed, cwd), cwd);
  const open = found.filter((row) => row.open);
  if (open.length > 1) {
    throw new CliError(2, `"${typed}" has several open runs; name one of them:\n${runTable(open, Date.now())}`);
  }
  const newest = open[0] ?? found.toSorted((one, other) => other.startedAtMs - one.startedAtMs)[0];
  if (newest === undefined) throw new CliError(2, await unknownRun(server, typed));
  return newest;
}

async function candidates(server: Server, form: SourceForm, cwd: string): Promise<readonly RunRow[]> {
  switch (form.kind) {
    case 'workflow-id':
      return exactly(server, form.id);
    case 'number': {
      const place = await placeOf(server.operator.config, cwd);
      if (place === null) throw new CliError(2, notHere(String(form.number), cwd));
      return exactly(server, renderWorkflowId(place.name, { kind: 'issue', number: form.number }));
    }
    case 'folder':
      return exactly(server, specId(await specFolder(server.operator.config, form.path, form.path)));
    case 'current-spec':
      return exactly(server, specId(await currentSpec(server.operator.config, cwd)));
    case 'file':
      return runsOfFile(server, form.path);
  }
}

function specId({ place, folder }: SpecFolder): string {
  return specRunId(place, folder);
}

/** By the id that its path gives, and by the source kept at the start: `--issue` gives a run another id. */
async function runsOfFile(server: Server, file: string): Promise<readonly RunRow[]> {
  const place = await placeOf(server.operator.config, file);
  if (place === null) return [];
  const path = await pathInOrigin(place, file);
  if (path === null) return [];
  const id = renderWorkflowId(place.name, { kind: 'file', slug: fileSlug(path) });
  const listed = await findRuns(server, ofOrigin(allRuns, place.prefix), 1_000);
  const others = listed.filter((row) => row.source === path && row.workflowId !== id);
  return [...(await exactly(server, id)), ...others];
}

async function exactly(server: Server, workflowId: string): Promise<readonly RunRow[]> {
  const row = await latestExecution(server, workflowId);
  return row === null ? [] : [row];
}

async function unknownRun(server: Server, typed: string): Promise<string> {
  const open = await findRuns(server, openRuns, 20);
  const list =
    open.length === 0
      ? 'No run is open; this shows the ended ones: pawl list'
      : `Open are:\n${runTable(open, Date.now())}`;
  return `There is no run "${typed}": expected a workflow id such as tdd/acme/shop/issue-42, or the source as typed at the start.\n${list}`;
}

function notHere(typed: string, cwd: string): string {
  return `"${typed}" names a run of the repository you are in, and ${cwd} is in none. Give the workflow id: pawl list`;
}

// Counted from when the server was called: loading the client has taken most of it by then.
const patienceMs = 400;
const betweenLooksMs = 100;

/** The list lags behind: a run that was just started is missing for a moment, one that just ended is still there. */
async function findPatiently(server: Server, query: string): Promise<readonly RunRow[]> {
  for (;;) {
    const rows = await stillOpen(server, await findRuns(server, query, 100));
    const restMs = server.calledAtMs + patienceMs - Date.now();
    if (rows.length > 0 || restMs <= 0) return rows;
    await sleep(Math.min(restMs, betweenLooksMs));
  }
}

/** Asked one by one, and so only when there are few: with many the answer is a list anyway. */
async function stillOpen(server: Server, rows: readonly RunRow[]): Promise<readonly RunRow[]> {
  if (rows.length > 5) return rows;
  const now = await Promise.all(rows.map((row) => latestExecution(server, row.workflowId)));
  return now.flatMap((row) => (row?.open === true ? [row] : []));
}
