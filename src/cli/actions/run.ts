import type { RunInputWish } from '../../contract/run-input.js';
import { isRemoteOrigin } from '../../domain/run/origin-url.js';
import { attach } from '../follow/attach.js';
import { CliError, type Io } from '../io.js';
import { loadOperator } from '../operator.js';
import { readEnd, type RunEnd } from '../runs/end.js';
import { latestExecution } from '../runs/find.js';
import { beginning, droppedFlags } from '../start/begin.js';
import { checkAgent } from '../start/check.js';
import { issueNumber, runOptions, flagsForOpen, startFlags, startGear, type RunFlags } from '../start/flags.js';
import { nextDrive, type NextChangeOptions } from '../start/next-options.js';
import { findSource } from '../start/source.js';
import { startExecution, type NewExecution } from '../start/start-run.js';
import { sayStart } from '../start/say.js';
import { useServer, type Server } from '../temporal/server.js';
import { continueRun } from './resume.js';

/** `pawl run`: all that can be known on this machine is checked before the server is asked or anything starts. */
export async function runSource(io: Io, typed: string, flags: RunFlags): Promise<void> {
  const operator = await loadOperator(io);
  const { config, hostId, identity } = operator;
  const gear = startGear(flags);
  const wish = { issueNumber: issueNumber(flags), cwd: process.cwd(), origin: flags.origin };
  const source = await findSource(config, typed, wish);
  const options = await runOptions(flags, config, source.input.kind === 'spec');
  // The agent of a run that goes on is settled; only one that is named here can be wrong use already.
  if (flags.agent !== undefined || flags.scenario !== undefined) await checkAgent(options);
  const asked = gear === null ? null : { ...gear, by: identity };
  const planOnly = flags.planOnly === true;
  const own = isRemoteOrigin(source.input.origin) ? null : hostId;
  const input: RunInputWish = { source: source.input, options, hostId: own, gear: asked, planOnly, resume: null };
  const fresh: NewExecution = { workflowId: source.workflowId, input, path: source.path };
  await useServer(operator, (server) => begin(io, server, fresh, flags));
}

async function begin(io: Io, server: Server, fresh: NewExecution, flags: RunFlags): Promise<void> {
  const { workflowId } = fresh;
  const row = await latestExecution(server, workflowId);
  const end = row === null || row.open ? null : await readEnd(server, workflowId, row.runId);
  const typed = startFlags(flags);
  const what = beginning(row, end, { again: flags.again === true, flags: typed });
  switch (what.kind) {
    case 'attach':
      return attachTo(io, server, workflowId, flags);
    case 'needs-again':
      throw new CliError(
        2,
        `${workflowId} is done already. Its report: pawl report ${workflowId}\nTo start it anew: add --again`,
      );
    case 'go-on':
      say(
        io,
        droppedFlags(kept(typed, fresh), 'the run goes on with what it was started with; to start anew: --again'),
      );
      return continueRun(io, server, what, { ...flags, change: { options: driveOf(fresh, what.end, flags) } });
    case 'start': {
      await checkAgent(fresh.input.options);
      const runId = await startExecution(server, { ...fresh, input: { ...fresh.input, resume: what.carry } });
      // Somebody else was quicker; theirs is the run now.
      if (runId === null) return attachTo(io, server, workflowId, flags);
      return sayStart(io, server, { workflowId, runId, hostId: fresh.input.hostId, verb: 'started' }, flags);
    }
  }
}

/** A spec's driver and bounds are those of each execution, so they are not among what has no effect. */
function kept(typed: readonly string[], { input }: NewExecution): readonly string[] {
  return input.source.kind === 'spec'
    ? typed.filter((flag) => !['--driver', '--tasks', '--turns'].includes(flag))
    : typed;
}

function driveOf({ input }: NewExecution, end: RunEnd, flags: RunFlags): NextChangeOptions {
  if (input.source.kind !== 'spec') return {};
  const { driver, bounds } = input.options;
  return nextDrive(flags, { driver, bounds }, end.report?.outcome ?? null);
}

async function attachTo(io: Io, server: Server, workflowId: string, flags: RunFlags): Promise<void> {
  say(io, droppedFlags(flagsForOpen(flags), 'this run is open already; steer it with gear, stop, approve, reject'));
  if (flags.detach !== true) {
    io.say(`${workflowId} is open already; attached to it.`);
    return attach(io, server, workflowId, { json: flags.json === true, earlier: 12 });
  }
  io.exitWith(3);
  io.say(`${workflowId} is open already; nothing was started. To look at it: pawl status ${workflowId}`);
  if (flags.json === true) io.json({ workflowId, started: false, open: true });
}

function say(io: Io, line: string | null): void {
  if (line !== null) io.say(line);
}
