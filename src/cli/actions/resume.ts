import type { GivenAnswer } from '../../contract/run-input.js';
import { attach } from '../follow/attach.js';
import { CliError, type Io } from '../io.js';
import { plainLine } from '../render/plain.js';
import { readEnd, type RunEnd } from '../runs/end.js';
import type { RunRow } from '../runs/find.js';
import { namedRun } from '../runs/which.js';
import { checkedAllow, newlyAllowed, type AllowWish } from '../start/allow.js';
import { addWish, newlyAdded, type AddFlags } from '../start/budget-flags.js';
import { droppedFlags } from '../start/begin.js';
import {
  answerText,
  drivenAfter,
  givenAnswer,
  nextOptions,
  questionText,
  type NextWish,
} from '../start/next-options.js';
import { sayStart } from '../start/say.js';
import { nextExecution, startExecution, type NextChange } from '../start/start-run.js';
import { send } from '../temporal/send.js';
import { onServer, type Server } from '../temporal/server.js';
import { sayOutcome } from './tell.js';

interface AttachFlags {
  readonly detach?: boolean;
  readonly json?: boolean;
}

export interface ResumeFlags extends AttachFlags, NextWish, AllowWish, AddFlags {}

/** Goes on with a run that ended, or answers one that waits for an answer: a person need not know which it is. */
export async function resumeRun(io: Io, typed: string, flags: ResumeFlags): Promise<void> {
  const { options, said } = nextOptions(flags);
  const allow = checkedAllow(flags);
  const more = addWish(flags);
  await onServer(io, async (server) => {
    const row = await namedRun(server, typed, process.cwd());
    if (row.open)
      return flags.answer === undefined ? openAlready(io, server, row, flags) : answerOpen(io, server, row, flags);
    const end = await readEnd(server, row.workflowId, row.runId);
    if (end.standing.kind === 'done') {
      throw new CliError(
        2,
        `${row.workflowId} is done; there is nothing to go on with. To start it anew: pawl run ${row.source ?? '<source>'} --again`,
      );
    }
    const answer = answerFor(io, row, end, flags);
    const who = { by: server.operator.identity, atMs: Date.now() };
    const widened = newlyAllowed(row.workflowId, end.carry, allow, who);
    const richer = newlyAdded(end, row.workflowId, more);
    for (const line of [...said, ...widened.said, ...richer.said]) io.say(line);
    const driven = drivenAfter(end.report?.outcome ?? null);
    const change = { options: { ...driven, ...options }, answer, allowed: widened.allowed };
    return continueRun(io, server, { row, end: { ...end, carry: richer.carry } }, { ...flags, change });
  });
}

/** @throws {CliError} 2 when nobody asked, or the answer is none of those that are listed */
function answerFor(io: Io, { workflowId }: RunRow, { carry }: RunEnd, flags: ResumeFlags): GivenAnswer | null {
  const asked = carry?.asked ?? null;
  if (flags.answer !== undefined) return givenAnswer(workflowId, asked, flags.answer);
  if (asked !== null && flags.testCommand === undefined) {
    io.say(`${questionText(asked)}\nWithout --answer "…" it may ask again.`);
  }
  return null;
}

export interface ContinueWish extends AttachFlags {
  readonly change?: NextChange;
}

/** Starts the next execution of a run that ended unfinished. */
export async function continueRun(
  io: Io,
  server: Server,
  last: { readonly row: RunRow; readonly end: RunEnd },
  { change = {}, ...flags }: ContinueWish,
): Promise<void> {
  const { workflowId } = last.row;
  const execution = await nextExecution(server, last.row, last.end.carry, change);
  io.say(`The last execution ended: ${last.end.line}`);
  if (last.end.carry === null) {
    io.say(
      'It left nothing to take over: gear (review-before), budgets and approvals start anew. Finished commits stay.',
    );
  }
  const runId = await startExecution(server, execution);
  if (runId === null) return openAlready(io, server, last.row, flags);
  return sayStart(io, server, { workflowId, runId, hostId: execution.input.hostId, verb: 'goes on' }, flags);
}

/** The run is open: it gets the answer as a message, and says whether it asked. */
async function answerOpen(io: Io, server: Server, { workflowId }: RunRow, flags: ResumeFlags): Promise<void> {
  const text = answerText(flags.answer ?? '');
  if (text === '')
    throw new CliError(2, `--answer got nothing; for example: pawl resume ${workflowId} --answer "both"`);
  sayDropped(io, flags);
  const sent = await send(server, workflowId, { name: 'answer', text });
  if (flags.detach === true || sent.kind !== 'taken') return sayOutcome(io, sent, flags.json === true, { workflowId });
  io.say(plainLine(sent.answer));
  return attach(io, server, workflowId, { json: flags.json === true, earlier: 4 });
}

async function openAlready(
  io: Io,
  server: Server,
  { workflowId }: RunRow,
  flags: AttachFlags & NextWish & AllowWish & AddFlags,
): Promise<void> {
  io.say(`${workflowId} is open already.`);
  sayDropped(io, flags);
  if (flags.detach !== true) return attach(io, server, workflowId, { json: flags.json === true, earlier: 12 });
  io.exitWith(3);
  if (flags.json === true) io.json({ workflowId, started: false, open: true });
}

function sayDropped(io: Io, { testCommand, results, allow = [], ...more }: NextWish & AllowWish & AddFlags): void {
  if (addWish(more) !== null) io.say('this run is open, so its budget is raised by: pawl budget');
  const given = [
    ...(allow.length === 0 ? [] : ['--allow']),
    ...(testCommand === undefined ? [] : ['--test-command']),
    ...(results === undefined ? [] : ['--results']),
  ];
  const line = droppedFlags(
    given,
    'for the next execution only, and this one is open; it can be stopped first: pawl stop',
  );
  if (line !== null) io.say(line);
}
