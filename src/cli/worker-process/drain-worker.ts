import { open, rm, stat } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { isAlive } from '../../embedded/process-identity.js';
import type { Io } from '../io.js';
import { backgroundWorker, workerFiles } from './record.js';

/** As `src/worker/finish-leaves.ts` takes it. */
const drainSignal = 'SIGUSR2';
const lookMs = 300;

/**
 * Has the worker in the background take nothing new and end when its leaves are finished, and passes on what it says of
 * that. Ctrl-C leaves it to it.
 */
export async function drainBackground(io: Io, home: string, json: boolean): Promise<void> {
  const running = await backgroundWorker(home);
  if (running === null) {
    io.say('No worker runs in the background.');
    if (json) io.json({ pid: null, drained: false });
    return;
  }
  const { log, pidFile } = workerFiles(home);
  let from = (await stat(log).catch(() => null))?.size ?? 0;
  process.kill(running.pid, drainSignal);
  for (let isThere = true; isThere;) {
    await sleep(lookMs);
    isThere = await isAlive(running);
    const said = await textFrom(log, from);
    from += said.bytes;
    for (const line of said.text.split('\n')) if (line.trim() !== '') io.say(line);
  }
  await rm(pidFile, { force: true });
  if (json) return io.json({ pid: running.pid, drained: true });
  io.data(`worker ended (pid ${running.pid})`);
}

const mostBytes = 64 * 1024;

async function textFrom(path: string, from: number): Promise<{ readonly text: string; readonly bytes: number }> {
  const file = await open(path, 'r').catch(() => null);
  if (file === null) return { text: '', bytes: 0 };
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(mostBytes), 0, mostBytes, from);
    // A line that is not whole yet is read with the next look.
    const whole = buffer.subarray(0, bytesRead).lastIndexOf(0x0a) + 1;
    return { text: buffer.toString('utf8', 0, whole), bytes: whole };
  } finally {
    await file.close();
  }
}
