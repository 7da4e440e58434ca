import { grpcCode } from '../errors.js';
import { CliError, type ExitCode, type Io } from '../io.js';
import { plainLine } from '../render/plain.js';
import { runTable } from '../render/runs.js';
import { findRuns, type RunRow } from '../runs/find.js';
import type { Message } from '../temporal/send.js';
import { onServer, type Server } from '../temporal/server.js';
import type { FleetChoice } from './query.js';
import { sendAll, type FleetAnswer } from './send-all.js';

export interface FleetCommand {
  readonly choice: FleetChoice;
  readonly message: Message;
  readonly holds: RegExp | null;
  /** `stop at-leaf`, as it is said: "To 3 open runs: stop at-leaf". */
  readonly what: string;
  /** Asked before anything is sent, with the whole command for where nobody can be asked; null: not asked. */
  readonly confirm: { readonly given: boolean; readonly command: string } | null;
  readonly json: boolean;
}

/** More than anybody has open; the list says when it was cut. */
const runsAtMost = 10_000;
const shown = 50;
const invalidArgument = 3;

/** Finds the open runs that are meant, shows them, asks, sends to each, and says what each answered. */
export async function tellAll(io: Io, command: FleetCommand): Promise<void> {
  await onServer(io, async (server) => {
    const { query } = command.choice;
    const rows = await chosen(server, command.choice);
    if (rows.length === 0) {
      io.say(`No open run is meant.\nquery: ${query}`);
      if (command.json) io.json({ query, runs: [], counts: {} });
      return;
    }
    io.say(`${command.what}, to ${count(rows.length)}:\n${runTable(rows.slice(0, shown), Date.now())}`);
    if (rows.length > shown) io.say(`… ${rows.length - shown} more`);
    if (rows.length === runsAtMost) io.say(`The list ends at ${runsAtMost}: say it again afterwards.`);
    if (!(await isConfirmed(io, command, rows.length))) {
      io.exitWith(4);
      return io.say('Nothing was sent.');
    }
    await order(io, server, rows, command);
  });
}

async function chosen(server: Server, { query, isMeant }: FleetChoice): Promise<readonly RunRow[]> {
  try {
    return (await findRuns(server, query, runsAtMost)).filter((row) => row.open && isMeant(row.workflowId));
  } catch (error) {
    if (grpcCode(error) !== invalidArgument) throw error;
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    const said = cause instanceof Error ? cause.message : String(cause);
    throw new CliError(2, `The server does not take this query: ${query}\n${plainLine(said)}`);
  }
}

async function isConfirmed(io: Io, { confirm, json }: FleetCommand, runs: number): Promise<boolean> {
  if (confirm === null || confirm.given) return true;
  if (!io.interactive || json) {
    throw new CliError(
      2,
      `Nothing was sent: nobody can be asked here. To send it to ${count(runs)}:\n  ${confirm.command}`,
    );
  }
  const typed = (await io.ask(`Send it to ${count(runs)}? (y/n) `))?.trim().toLowerCase() ?? '';
  return typed === 'y' || typed === 'yes';
}

async function order(io: Io, server: Server, rows: readonly RunRow[], command: FleetCommand): Promise<void> {
  const { message, holds, json } = command;
  const told = (answer: FleetAnswer): void => (json ? undefined : io.data(fleetLine(answer)));
  const answers = await sendAll(server, rows, { message, holds, told });
  const counts = countsOf(answers);
  const runs = answers.map(({ workflowId, outcome }) => ({ workflowId, ...outcome }));
  if (json) io.json({ query: command.choice.query, runs, counts });
  io.say(sumLine(answers));
  io.exitWith(fleetExit(answers));
}

type Kind = FleetAnswer['outcome']['kind'];

const words: Readonly<Record<Kind, string>> = {
  taken: 'taken',
  holds: 'held already',
  ended: 'ended meanwhile (the list lags behind)',
  ignored: 'ignored it',
  unanswered: 'sent, but not answered yet',
  failed: 'could not be told',
};

/** One run's line: id, what became of the message, and its own words. */
export function fleetLine({ workflowId, outcome }: FleetAnswer): string {
  const text = 'answer' in outcome ? outcome.answer : outcome.why;
  return `${workflowId}  ${outcome.kind === 'taken' ? '' : `${words[outcome.kind]}: `}${plainLine(text)}`;
}

/** `3 runs: 2 taken, 1 ended meanwhile`. */
export function sumLine(answers: readonly FleetAnswer[]): string {
  const counts = countsOf(answers);
  const parts = Object.entries(words).flatMap(([kind, text]) => {
    const many = counts[kind];
    return many === undefined ? [] : [`${many} ${text}`];
  });
  return `${count(answers.length)}: ${parts.join(', ')}`;
}

/** 0 when each has what was wanted; 6 when some wait for a worker; 1 when one ignored it or could not be told. */
export function fleetExit(answers: readonly FleetAnswer[]): ExitCode {
  const has = (kind: Kind): boolean => answers.some(({ outcome }) => outcome.kind === kind);
  if (has('ignored') || has('failed')) return 1;
  return has('unanswered') ? 6 : 0;
}

function countsOf(answers: readonly FleetAnswer[]): Readonly<Partial<Record<string, number>>> {
  const counts: Partial<Record<string, number>> = {};
  for (const { outcome } of answers) counts[outcome.kind] = (counts[outcome.kind] ?? 0) + 1;
  return counts;
}

function count(runs: number): string {
  return runs === 1 ? '1 open run' : `${runs} open runs`;
}
