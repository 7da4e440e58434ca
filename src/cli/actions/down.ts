import { rm } from 'node:fs/promises';
import { loadConfig } from '../../config.js';
import { endProcess } from '../../embedded/process-identity.js';
import { stopServer } from '../../embedded/stop-server.js';
import { CliError, type Io } from '../io.js';
import { backgroundWorker, workerFiles } from '../worker-process/record.js';

// The worker gives its leaves and itself time to end tidily first.
const workerGraceMs = 25_000;

/** The worker goes first: without its server it would only log that it can't reach it. */
export async function takeDown(io: Io, json: boolean): Promise<void> {
  const { home } = loadConfig();
  const workerPid = await endWorker(io, home);
  io.live('ending the server …');
  const server = await stopServer({ home, progress: io });
  io.live(null);
  const serverPid = server.kind === 'stopped' ? server.pid : null;
  if (json) return io.json({ worker: workerPid, server: serverPid });
  if (workerPid !== null) io.data(`worker ended (pid ${workerPid})`);
  if (serverPid !== null) io.data(`server ended (pid ${serverPid})`);
  if (workerPid === null && serverPid === null) io.data('Nothing was running.');
}

async function endWorker(io: Io, home: string): Promise<number | null> {
  const worker = await backgroundWorker(home);
  if (worker === null) return null;
  io.live(`ending the worker (pid ${worker.pid}) …`);
  const end = await endProcess(worker, { graceMs: workerGraceMs, group: true });
  io.live(null);
  if (end === 'alive') throw new CliError(7, `The worker (pid ${worker.pid}) could not be ended, not even by KILL.`);
  await rm(workerFiles(home).pidFile, { force: true });
  return worker.pid;
}
