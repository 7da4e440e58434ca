import { mkdir, rm } from 'node:fs/promises';
import { withLock } from '../../embedded/lock.js';
import { endProcess } from '../../embedded/process-identity.js';
import { CliError, type Io } from '../io.js';
import { loadOperator, type Operator } from '../operator.js';
import { mustListen } from '../temporal/reachable.js';
import { backgroundWorker, keepWorker, workerFiles } from '../worker-process/record.js';
import { spawnWorker } from '../worker-process/spawn-worker.js';
import type { WorkerFlags } from '../worker.js';

const readyWithinMs = 30_000;
// The worker gives its leaves three seconds and itself twenty; see its own shutdown limits.
const endsWithinMs = 25_000;

export async function workerCommand(io: Io, flags: WorkerFlags): Promise<void> {
  if (flags.stop === true && flags.detach === true) {
    throw new CliError(2, 'Expected one of --detach and --stop, got both.');
  }
  const operator = await loadOperator(io);
  const json = flags.json === true;
  if (flags.stop !== true) await mustListen(operator);
  if (flags.stop === true) return stopBackground(io, operator.config.home, json);
  if (flags.detach === true) return startBackground(io, operator, json);
  return work(io, operator, flags.linked === true);
}

/** This process becomes the worker, and ends as it ends. */
async function work(io: Io, operator: Operator, linked: boolean): Promise<void> {
  const endToo = (): void => void process.kill(process.pid, 'SIGTERM');
  if (linked) process.once('disconnect', endToo);
  const { runWorker } = await import('../../worker.js');
  const state = { isReady: false };
  try {
    await runWorker(operator.config, operator.temporal.address, {
      say: (line) => io.say(line),
      ready: ({ hostId, address, jail }) => {
        state.isReady = true;
        io.say(`The worker polls at ${address} as host ${hostId}; jail: ${jail}. Ctrl-C ends it.`);
        tellParent(linked);
      },
    });
  } catch (error) {
    if (state.isReady || !(error instanceof Error)) throw error;
    const { address } = operator.temporal;
    throw new CliError(6, `The worker can't begin at ${address}: ${error.message}`);
  } finally {
    // An open channel to the parent would keep a worker that has ended alive.
    process.off('disconnect', endToo);
    if (process.connected) process.disconnect();
  }
}

/** Says over the IPC channel, when there is one, that the worker polls. */
function tellParent(linked: boolean): void {
  if (process.send === undefined) return;
  process.send('ready', undefined, undefined, () => {
    // The channel would tie this process to a parent that only wanted to know that it is up.
    if (!linked && process.connected) process.disconnect();
  });
}

async function startBackground(io: Io, operator: Operator, json: boolean): Promise<void> {
  const { home } = operator.config;
  const { folder, lock, log } = workerFiles(home);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const request = { path: lock, purpose: 'starts the worker', progress: io, waitMs: readyWithinMs + 10_000 };
  const started = await withLock(request, async () => {
    const running = await backgroundWorker(home);
    if (running !== null) return { pid: running.pid, isNew: false };
    const child = await spawnWorker({ log, linked: false, readyWithinMs });
    if (child.connected) child.disconnect();
    child.unref();
    const pid = child.pid ?? 0;
    await keepWorker(home, pid);
    return { pid, isNew: true };
  });
  if (json) return io.json({ pid: started.pid, started: started.isNew, log });
  if (!started.isNew) return io.say(`A worker runs in the background already (pid ${started.pid}); its log: ${log}`);
  io.data(`worker started (pid ${started.pid}); its log: ${log}`);
  io.say('To end it: pawl worker --stop');
}

async function stopBackground(io: Io, home: string, json: boolean): Promise<void> {
  const running = await backgroundWorker(home);
  if (running === null) {
    io.say('No worker runs in the background.');
    if (json) io.json({ pid: null, stopped: false });
    return;
  }
  await endProcess(running, { graceMs: endsWithinMs, group: true });
  await rm(workerFiles(home).pidFile, { force: true });
  if (json) return io.json({ pid: running.pid, stopped: true });
  io.data(`worker ended (pid ${running.pid})`);
}
