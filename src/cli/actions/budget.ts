import type { BudgetsView, StatusView } from '../../contract/views.js';
import type { RunReport } from '../../contract/result.js';
import { budgetLines } from '../render/budget.js';
import { CliError, type Io } from '../io.js';
import { readEnd } from '../runs/end.js';
import type { RunRow } from '../runs/find.js';
import { theRun } from '../runs/which.js';
import { addWish, type AddFlags, type AddWish } from '../start/budget-flags.js';
import { askStatus } from '../temporal/queries.js';
import { NotOpen } from '../temporal/send.js';
import { onServer, type Server } from '../temporal/server.js';
import { tellRun } from './tell.js';

export interface BudgetCommandFlags extends AddFlags {
  readonly json?: boolean;
}

/** Shows what a run has spent and may spend, or adds to it. */
export async function budget(io: Io, typed: string | null, flags: BudgetCommandFlags): Promise<void> {
  const wish = addWish(flags);
  const json = flags.json === true;
  await onServer(io, async (server) => {
    const row = await theRun(server, typed, process.cwd());
    if (wish === null) return showBudget(io, server, row, json);
    await add(io, server, row.workflowId, { wish, json });
  });
}

async function add(
  io: Io,
  server: Server,
  workflowId: string,
  { wish, json }: { readonly wish: AddWish; readonly json: boolean },
): Promise<void> {
  const step = wish.of === 'step' ? { step: true } : {};
  try {
    await tellRun(io, server, workflowId, { json, telling: { message: { name: 'addBudget', ...wish.add, ...step } } });
  } catch (error) {
    if (!(error instanceof NotOpen) || error.row === null) throw error;
    const flags = Object.entries(wish.add).map(([what, amount]) => `--add-${what} ${amount}`);
    const typed = [...flags, ...(wish.of === 'step' ? ['--step'] : [])].join(' ');
    throw new CliError(2, `${error.message}\nTo go on with more: pawl resume ${workflowId} ${typed}`);
  }
}

/** What is shown of an open run and of one that has ended. */
export interface BudgetFacts {
  readonly spent: StatusView['spent'];
  readonly budgets: BudgetsView;
  readonly waitUntilMs: number | null;
}

async function showBudget(io: Io, server: Server, row: RunRow, json: boolean): Promise<void> {
  const { workflowId } = row;
  const facts = row.open ? await ofOpen(server, row) : ofReport((await readEnd(server, workflowId, row.runId)).report);
  if (facts === null) throw new CliError(2, `${workflowId} left nothing that tells what it spent.`);
  if (json) return io.json({ workflowId, ...facts });
  io.data([workflowId, ...budgetLines(facts, Date.now())].join('\n'));
}

/** @throws {CliError} 6 when no worker answers for it */
async function ofOpen(server: Server, { workflowId }: RunRow): Promise<BudgetFacts | null> {
  const asked = await askStatus(server, workflowId);
  if (asked.kind === 'silent') {
    throw new CliError(6, `${workflowId} gave no answer: ${asked.why}. If its worker has ended: pawl worker --detach`);
  }
  const { spent, budgets, wait } = asked.value;
  return budgets === undefined ? null : { spent, budgets, waitUntilMs: wait?.kind === 'budget' ? wait.untilMs : null };
}

function ofReport(report: RunReport | null): BudgetFacts | null {
  if (report?.budget === undefined || report.budget === null) return null;
  const { spent, budget: run, stepSpent } = report;
  const step = stepSpent === null ? null : { id: stepSpent.step, budget: stepSpent.budget, spent: stepSpent.spent };
  return { spent, budgets: { run, step, addWith: null }, waitUntilMs: null };
}
