import type { StatusView } from '../../contract/views.js';
import { CliError, type Io } from '../io.js';
import { plainLine } from '../render/plain.js';
import { askStatus } from '../temporal/queries.js';
import { send, type Message } from '../temporal/send.js';
import type { Server } from '../temporal/server.js';
import { sayOutcome } from './tell.js';

export interface Decision {
  readonly workflowId: string;
  readonly message: Extract<Message, { name: 'approve' | 'reject' }>;
  readonly json: boolean;
}

/** Sends a person's answer to a gate. @throws {CliError} 2 when it was ignored, with what to do instead */
export async function decide(io: Io, server: Server, { workflowId, message, json }: Decision): Promise<void> {
  const sent = await send(server, workflowId, message);
  if (sent.kind !== 'ignored') return sayOutcome(io, sent, json, { workflowId, lead: leadOf(message) });
  const status = await askStatus(server, workflowId);
  const advice = status.kind === 'answer' && status.value.gate === null ? `\n${withoutGate(status.value)}` : '';
  throw new CliError(2, `${workflowId} ignored it: ${plainLine(sent.answer)}${advice}`);
}

/** Said before the run's own answer. An edited copy is approved only when it holds. */
export function leadOf(message: Message): string {
  switch (message.name) {
    case 'approve':
      return message.edited === true ? 'sent: ' : 'approved: ';
    case 'reject':
      return 'rejected: ';
    default:
      return '';
  }
}

/** What to do about a run that has no test at a gate. */
export function withoutGate({ workflowId, wait, gear }: StatusView): string {
  if (wait !== null)
    return `The run waits for something else: ${plainLine(wait.why)}\n  to end that wait: ${wait.endWith}`;
  if (gear.gear === 'review-after') {
    return `This step's test is not looked at first (review-after). For the next steps: pawl gear ${workflowId} review-before`;
  }
  return `A test comes to the gate by itself as soon as it fails as it should. Where the run is: pawl status ${workflowId}`;
}
