import type { RunRow } from '../runs/find.js';
import { NotOpen, send, somebodyAnswers, type Message, type Sent } from '../temporal/send.js';
import type { Server } from '../temporal/server.js';

/** What became of a message at one run of a fleet. */
export interface FleetAnswer {
  readonly workflowId: string;
  readonly outcome:
    | { readonly kind: 'taken' | 'holds' | 'ignored'; readonly answer: string }
    | { readonly kind: 'unanswered'; readonly why: string }
    /** The list lags behind: it was open when it was made. */
    | { readonly kind: 'ended'; readonly why: string }
    | { readonly kind: 'failed'; readonly why: string };
}

export interface FleetOrder {
  readonly message: Message;
  /** Ignored with these words, it holds already. */
  readonly holds: RegExp | null;
  /** Called as each run has answered. */
  readonly told: (answer: FleetAnswer) => void;
}

const atOnce = 8;

/** Sends to each run, a few side by side; one that fails stops none of the others. */
export async function sendAll(
  server: Server,
  rows: readonly RunRow[],
  order: FleetOrder,
): Promise<readonly FleetAnswer[]> {
  const worker = await somebodyAnswers(server);
  const answers: FleetAnswer[] = [];
  let next = 0;
  const lane = async (): Promise<void> => {
    for (let row = rows[next]; row !== undefined; row = rows[next]) {
      next += 1;
      const answer = { workflowId: row.workflowId, outcome: await sendOne(server, row, order, worker) };
      answers.push(answer);
      order.told(answer);
    }
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, rows.length) }, lane));
  return answers;
}

async function sendOne(
  server: Server,
  { workflowId }: RunRow,
  { message, holds }: FleetOrder,
  worker: boolean,
): Promise<FleetAnswer['outcome']> {
  try {
    return outcomeOf(await send(server, workflowId, message, worker), holds);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    if (error instanceof NotOpen) return { kind: 'ended', why: endedAs(error.row) };
    return { kind: 'failed', why: why.split('\n', 1)[0] ?? why };
  }
}

function outcomeOf(sent: Sent, holds: RegExp | null): FleetAnswer['outcome'] {
  if (sent.kind === 'unanswered') return sent;
  const { answer } = sent;
  if (sent.kind === 'taken') return { kind: 'taken', answer };
  return { kind: holds?.test(answer) === true ? 'holds' : 'ignored', answer };
}

function endedAs(row: RunRow | null): string {
  return row === null ? 'gone from the server' : (row.state ?? row.status.toLowerCase());
}
