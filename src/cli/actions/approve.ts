import type { GateView, StatusView } from '../../contract/views.js';
import { talkAtGate } from '../follow/dialogue.js';
import { CliError, type Io } from '../io.js';
import { gateCommands } from '../render/gate.js';
import type { RunRow } from '../runs/find.js';
import { namedRun, theRun } from '../runs/which.js';
import { askStatus } from '../temporal/queries.js';
import { onServer, type Server } from '../temporal/server.js';
import { decide, leadOf, withoutGate, type Decision } from './decide.js';
import { sayOutcome } from './tell.js';

export interface ApproveFlags {
  readonly test?: string;
  readonly edited?: boolean;
  readonly json?: boolean;
}

export async function approve(io: Io, typed: string | null, flags: ApproveFlags): Promise<void> {
  const json = flags.json === true;
  const message = flags.test === undefined ? null : approval(flags.test, flags.edited === true);
  await onServer(io, async (server) => {
    const row = await theRun(server, typed, process.cwd());
    if (message !== null) return decide(io, server, { workflowId: row.workflowId, message, json });
    if (io.interactive && !json) return askHere(io, server, row);
    const { gate } = await openGate(server, row);
    throw new CliError(2, `An approval names the test it is for.\n${gateCommands(row.workflowId, gate)}`);
  });
}

function approval(test: string, edited: boolean): Decision['message'] {
  const rule = "--test takes 8 to 64 hexadecimal characters of the test's hash";
  const example = 'for example: --test 1f0c9a77e2b4';
  if (!/^[0-9a-f]*$/i.test(test)) throw new CliError(2, `"${test}" is no hash: ${rule}; ${example}`);
  if (test.length < 8 || test.length > 64) {
    throw new CliError(
      2,
      `"${test}" has ${test.length} character${test.length === 1 ? '' : 's'}: ${rule}, so that no other test is meant by accident; ${example}`,
    );
  }
  return { name: 'approve', test: test.toLowerCase(), ...(edited ? { edited } : {}) };
}

/** The gate's dialogue without following the run: one answer, and the terminal is free again. */
async function askHere(io: Io, server: Server, found: RunRow): Promise<void> {
  const { workflowId } = found;
  const { signal } = new AbortController();
  for (let row = found; ; row = await namedRun(server, workflowId, process.cwd())) {
    const { status, gate } = await openGate(server, row);
    const talk = { io, server, status, signal, handOver: <T>(work: () => Promise<T>) => work() };
    const ended = await talkAtGate(talk, gate);
    switch (ended.kind) {
      case 'answered':
        return sayOutcome(io, ended.sent, false, { workflowId, lead: leadOf(ended.message) });
      case 'later':
      case 'input-ended':
        io.exitWith(4);
        return io.say(`Nothing was sent.\n${gateCommands(workflowId, gate)}`);
      case 'moved-on':
        // Another test may wait there by now: it is shown, and nothing that was said of this one counts for it.
        break;
    }
  }
}

async function openGate(server: Server, row: RunRow): Promise<{ status: StatusView; gate: GateView }> {
  const { workflowId } = row;
  if (!row.open) {
    throw new CliError(
      2,
      `${workflowId} is not open, so no test waits there. How it ended: pawl report ${workflowId}\nTo go on with it: pawl resume ${workflowId}`,
    );
  }
  const status = await askStatus(server, workflowId);
  if (status.kind === 'silent')
    throw new CliError(6, `${workflowId} gave no answer: ${status.why}. Is a worker up? pawl worker`);
  const { gate, phase, step } = status.value;
  if (gate !== null) return { status: status.value, gate };
  const where = step === null ? `phase ${phase}` : `step ${step.id}, phase ${phase}`;
  throw new CliError(2, `${workflowId} waits for no approval (${where}).\n${withoutGate(status.value)}`);
}
