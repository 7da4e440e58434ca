import type { ChildProcess } from 'node:child_process';
import type { RunInputWish } from '../../contract/run-input.js';
import type { TemporalServer } from '../../embedded/server-request.js';
import { exitCodeOf } from '../exit-codes.js';
import { follow, type Followed } from '../follow/follow.js';
import { interruptible } from '../interrupt.js';
import { CliError, type Io } from '../io.js';
import { operatorOf } from '../operator.js';
import type { DemoFlags } from '../demo.js';
import { findSource } from '../start/source.js';
import { startExecution } from '../start/start-run.js';
import { useServer, type Server } from '../temporal/server.js';
import { demoConfig, endServer, endWorker, startServer, startWorker } from './machinery.js';
import { markOwner, sweepLeftovers, unmarkOwner } from './leftovers.js';
import { makePlace, removeTree, type DemoPlace } from './place.js';
import { makeRepository } from './repository.js';
import { sayLeft, sayResult } from './result.js';
import { DemoHand } from './steer.js';

const idleTimeoutMs = 3_000;

/** `pawl demo`: the main job, on an example, with everything real but the model; leaves only the repository behind. */
export async function runDemo(io: Io, flags: DemoFlags): Promise<void> {
  await sweepLeftovers(io);
  const place = await makePlace();
  await markOwner(place);
  const workers: ChildProcess[] = [];
  await interruptible('ignored', async (signal) => {
    try {
      await story(io, flags, { place, signal, workers });
    } catch (error) {
      // What fails because Ctrl-C ended the server under it is no news.
      if (!signal.aborted) throw error;
      sayLeft(io, place, flags.json === true);
    } finally {
      io.live('ending what the demo started …');
      for (const worker of workers) await endWorker(worker);
      await endServer(io, place);
      if (flags.keep === true) await unmarkOwner(place);
      else await removeTree(place.home);
      io.live(null);
      if (signal.aborted) io.exitWith(130);
    }
  });
  if (flags.keep === true) io.say(`the demo's home is kept: ${place.home}`);
}

interface Stage {
  readonly place: DemoPlace;
  readonly signal: AbortSignal;
  /** Ended when the demo ends. */
  readonly workers: ChildProcess[];
}

async function story(io: Io, flags: DemoFlags, { place, signal, workers }: Stage): Promise<void> {
  const { loadConfig } = await import('../../config.js');
  const own = loadConfig();
  const source = await makeRepository(flags.example, place.repository, own);
  io.say(`repository: ${place.repository} (a copy of examples/${flags.example})`);
  const temporal = await startServer(io, own, place);
  io.say(`Temporal ${temporal.version ?? ''} at ${temporal.address}, Web UI: ${temporal.uiUrl ?? '-'}`);
  const config = demoConfig(own, place, temporal.address);
  signal.throwIfAborted();
  workers.push(await startWorker(config, place));
  signal.throwIfAborted();
  await useServer(await operatorOf(config), async (server) => {
    const followed = await work(io, server, {
      source,
      asksPerson: io.interactive && flags.json !== true,
      signal,
      temporal,
    });
    await sayResult(io, { followed, place, temporal, json: flags.json === true, config });
    io.exitWith(followed.kind === 'ended' ? exitCodeOf(followed.end.standing) : 3);
  });
}

interface Work {
  readonly source: { readonly issue: string; readonly scenario: string };
  readonly asksPerson: boolean;
  readonly signal: AbortSignal;
  readonly temporal: TemporalServer;
}

async function work(io: Io, server: Server, { source, asksPerson, signal, temporal }: Work): Promise<Followed> {
  const {
    input: file,
    workflowId,
    path,
  } = await findSource(server.operator.config, source.issue, {
    issueNumber: null,
    cwd: '/',
  });
  const options: RunInputWish['options'] = {
    agent: 'scripted',
    scenario: source.scenario,
    base: null,
    testCommand: null,
    maxFiles: null,
    allowDirty: false,
    allowKnownFailures: false,
    commits: 'atomic',
    leafTimeoutMs: null,
    idleTimeoutMs,
  };
  const input: RunInputWish = { source: file, options, hostId: server.operator.hostId, gear: null, resume: null };
  const runId = await startExecution(server, { workflowId, input, path });
  if (runId === null) throw new CliError(7, `${workflowId} runs already on a server that was just made.`);
  io.say(
    `${workflowId} begins; watch it: ${temporal.uiUrl ?? ''}/namespaces/default/workflows/${encodeURIComponent(workflowId)}`,
  );
  const hand = new DemoHand(io, server, asksPerson);
  return follow({
    io,
    server,
    workflowId,
    atGate: asksPerson ? 'ask' : 'wait',
    earlier: 'all',
    signal,
    onLook: (look) => hand.onLook(look),
  });
}
