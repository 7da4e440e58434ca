import { CliError } from '../io.js';
import { readEnd } from '../runs/end.js';
import { latestExecution, type RunRow } from '../runs/find.js';
import { nextExecution, startExecution } from '../start/start-run.js';
import { NotOpen, send } from '../temporal/send.js';
import type { Server } from '../temporal/server.js';

export interface SendBackWish {
  readonly step: string;
  readonly because: string;
}

export interface SendBackAnswer {
  readonly taken: boolean;
  /** What comes of it, in one line. */
  readonly answer: string;
}

const longest = 1_000;

/** @throws {CliError} 2 for a reason that is missing, or too long for the ledger's commit and the brief. */
export function reasonOf(because: string | undefined): string {
  const reason = because?.trim() ?? '';
  const example = 'pawl review <run> --send-back 3 --because "it accepts a token without exp"';
  if (reason === '') throw new CliError(2, `--send-back needs a reason, which the step's developer reads: ${example}`);
  if (reason.length <= longest) return reason;
  throw new CliError(
    2,
    `--because has ${reason.length} characters; expected at most ${longest}, for example: ${example}`,
  );
}

/** An open run is told; one that has ended is started again with what it carries and this wish (C-25). */
export async function sendStepBack(server: Server, row: RunRow, wish: SendBackWish): Promise<SendBackAnswer> {
  // What was an end when the batch was read may be a run again, and the other way round.
  for (let tries = 0; tries < 3; tries += 1) {
    const now = (await latestExecution(server, row.workflowId)) ?? row;
    const answer = now.open ? await tell(server, now, wish) : await startAgain(server, now, wish);
    if (answer !== null) return answer;
  }
  throw new CliError(7, `${row.workflowId} begins and ends faster than it can be told; nothing was sent.`);
}

/** Null when it has ended in between. */
async function tell(server: Server, row: RunRow, { step, because }: SendBackWish): Promise<SendBackAnswer | null> {
  try {
    const sent = await send(server, row.workflowId, { name: 'reject', because, step });
    if (sent.kind !== 'unanswered') return { taken: sent.kind === 'taken', answer: sent.answer };
    return { taken: true, answer: `it stands in the run's history, but nobody answered yet (${sent.why})` };
  } catch (error) {
    if (error instanceof NotOpen) return null;
    throw error;
  }
}

/** Null when somebody else has started it in between. */
async function startAgain(
  server: Server,
  row: RunRow,
  { step, because }: SendBackWish,
): Promise<SendBackAnswer | null> {
  const { carry } = await readEnd(server, row.workflowId, row.runId);
  if (carry === null) {
    throw new CliError(
      2,
      `The last execution of ${row.workflowId} left nothing to go on with, so nothing was sent. ` +
        `Start it first: pawl resume ${row.workflowId} --detach`,
    );
  }
  const back = { step, because, by: server.operator.identity.slice(0, 200), again: null };
  const isWaiting = carry.sentBack.some((one) => one.step === step && one.again === null);
  const sentBack = isWaiting ? carry.sentBack : [...carry.sentBack, back].slice(-20);
  const execution = await nextExecution(server, row, { ...carry, sentBack });
  const runId = await startExecution(server, { ...execution, input: { ...execution.input, planOnly: false } });
  return runId === null ? null : { taken: true, answer: 'the run goes on: it comes back as a new step' };
}
