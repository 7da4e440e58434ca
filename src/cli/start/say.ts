import { attach } from '../follow/attach.js';
import type { Io } from '../io.js';
import { lookAtQueues, workerProblem } from '../temporal/pollers.js';
import type { Server } from '../temporal/server.js';

export interface Started {
  readonly workflowId: string;
  readonly runId: string;
  /** Null: any host will do. */
  readonly hostId: string | null;
  readonly verb: 'started' | 'goes on';
}

/** Says that an execution started and whether anybody works on it; then attaches, or leaves it alone. */
export async function sayStart(
  io: Io,
  server: Server,
  started: Started,
  flags: { readonly detach?: boolean; readonly json?: boolean },
): Promise<void> {
  const { workflowId, runId, verb } = started;
  const problem = workerProblem(await lookAtQueues(server, started.hostId));
  const json = flags.json === true;
  if (problem !== null) io.say(problem);
  if (flags.detach !== true) {
    io.say(`${workflowId} ${verb}. Ctrl-C leaves it running.`);
    return attach(io, server, workflowId, { json, earlier: 'all' });
  }
  if (json) io.json({ workflowId, runId, started: true, worker: problem === null });
  else io.data(workflowId);
  io.say(`It ${verb === 'started' ? 'is started' : verb}; look at it with: pawl status ${workflowId}`);
}
