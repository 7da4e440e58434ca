import { mkdir, rm } from 'node:fs/promises';
import { withLock } from '../../embedded/lock.js';
import { endProcess } from '../../embedded/process-identity.js';
import { CliError, type Io } from '../io.js';
import { loadOperator, type Operator } from '../operator.js';
import { mustListen } from '../temporal/reachable.js';
import { drainBackground } from '../worker-process/drain-worker.js';
import { backgroundWorker, keepWorker, workerFiles } from '../worker-process/record.js';
import { spawnWorker } from '../worker-process/spawn-worker.js';
import type { WorkerFlags } from '../worker.js';

const readyWithinMs = 30_000;
// The worker gives its leaves three seconds and itself twenty; see its own shutdown limits.
const endsWithinMs = 25_000;

export async function workerCommand(io: Io, flags: WorkerFlags): Promise<void> {
  const given = (['detach', 'stop', 'drain'] as const).filter((name) => flags[name] === true);
  if (given.length > 1) {
    throw new CliError(2, `Expected one of --detach, --stop and --drain, got --${given.join(' and --')}.`);
  }
  const slots = leafSlotsFlag(flags.leafSlots);
  const operator = await loadOperator(io);
  const json = flags.json === true;
  const { home } = operator.config;
  if (flags.stop === true) return stopBackground(io, home, json);
  if (flags.drain === true) return drainBackground(io, home, json);
  await mustListen(operator);
  if (flags.detach === true) return startBackground(io, operator, { json, slots });
  const config = slots === null ? operator.config : { ...operator.config, leafSlots: slots };
  return work(io, { ...operator, config }, flags.linked === true);
}

/** @throws {CliError} 2 with an example */
function leafSlotsFlag(typed: string | undefined): number | null {
  if (typed === undefined) return null;
  const count = Number(typed);
  if (/^\d{1,2}$/.test(typed) && count >= 1 && count <= 64) return count;
  throw new CliError(2, `--leaf-slots takes a whole number from 1 to 64, got "${typed}"; for example: --leaf-slots 4`);
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
      ready: ({ hostId, address, jail, leafSlots }) => {
        state.isReady = true;
        io.say(
          `The worker polls at ${address} as host ${hostId}; jail: ${jail}; leaves at once: ${leafSlots}. Ctrl-C ends it.`,
        );
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

interface Background {
  readonly json: boolean;
  readonly slots: number | null;
}

async function startBackground(io: Io, operator: Operator, { json, slots }: Background): Promise<void> {
  const { home } = operator.config;
  const { folder, lock, log } = workerFiles(home);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const request = { path: lock, purpose: 'starts the worker', progress: io, waitMs: readyWithinMs + 10_000 };
  const started = await withLock(request, async () => {
    const running = await backgroundWorker(home);
    if (running !== null) return { pid: running.pid, isNew: false };
    const child = await spawnWorker({ log, linked: false, readyWithinMs, slots });
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
