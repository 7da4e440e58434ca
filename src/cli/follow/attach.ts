import type { RunReport } from '../../contract/result.js';
import { exitCodeOf } from '../exit-codes.js';
import type { ExitCode, Io } from '../io.js';
import { interruptible } from '../interrupt.js';
import { gateCommands, approveCommand } from '../render/gate.js';
import { summaryText } from '../render/report.js';
import { commitsOf } from '../runs/commits.js';
import type { Server } from '../temporal/server.js';
import { follow, type Followed, type FollowOptions } from './follow.js';

export interface AttachOptions {
  readonly json: boolean;
  readonly earlier: FollowOptions['earlier'];
}

/** Follows a run from this terminal to its end, its gate, or Ctrl-C; prints what came of it and sets the exit code. */
export async function attach(io: Io, server: Server, workflowId: string, options: AttachOptions): Promise<void> {
  const atGate = io.interactive && !options.json ? 'ask' : 'leave';
  const { followed, interrupted } = await interruptible('ends-process', async (signal) => ({
    followed: await follow({ io, server, workflowId, atGate, earlier: options.earlier, signal }),
    interrupted: signal.aborted,
  }));
  io.exitWith(interrupted && followed.kind === 'detached' ? 130 : codeOf(followed));
  await say({ io, server, workflowId, json: options.json }, followed);
}

function codeOf(followed: Followed): ExitCode {
  switch (followed.kind) {
    case 'ended':
      return exitCodeOf(followed.end.standing);
    case 'gate':
    case 'later':
      return 4;
    case 'detached':
      return 3;
  }
}

interface Attached {
  readonly io: Io;
  readonly server: Server;
  readonly workflowId: string;
  readonly json: boolean;
}

async function say(attached: Attached, followed: Followed): Promise<void> {
  const { io, workflowId, json } = attached;
  switch (followed.kind) {
    case 'ended':
      return sayEnd(attached, followed);
    case 'gate':
    case 'later':
      io.say(gateCommands(workflowId, followed.gate));
      if (json) {
        const { step, testHash, review, refusedEdit } = followed.gate;
        const approve = approveCommand(workflowId, followed.gate);
        io.json({ workflowId, outcome: 'running', waitsFor: { step, testHash, approve, review, refusedEdit } });
      }
      return;
    case 'detached':
      io.say(
        `The run goes on without this terminal.\n  look:  pawl status ${workflowId}\n  stop:  pawl stop ${workflowId}`,
      );
      if (json) io.json({ workflowId, outcome: 'running', waitsFor: null });
  }
}

async function sayEnd(attached: Attached, ended: Followed & { kind: 'ended' }): Promise<void> {
  const { io, server, workflowId, json } = attached;
  const { end, row } = ended;
  const commits = end.report === null ? [] : await commitsOf(server.operator.config, end.report);
  if (json) {
    io.json({ workflowId, runId: row.runId, ...endFields(end.line, end.report), commits });
    return;
  }
  io.data(end.report === null ? `${end.line}\nnext: pawl resume ${workflowId}` : summaryText(end.report, commits));
  io.say(`report: pawl report ${workflowId}`);
}

/** The fields of an ended run that scripts read. */
export function endFields(line: string, report: RunReport | null): Readonly<Record<string, unknown>> {
  if (report === null) return { outcome: 'unknown', line, cause: null, branch: null, base: null, steps: null, report };
  const { outcome, cause, branch, base, steps, next } = report;
  return { outcome, line, cause, branch, base, steps, next, report };
}
