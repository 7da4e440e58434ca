import { spawn, type ChildProcess } from 'node:child_process';
import { open, readFile } from 'node:fs/promises';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { CliError } from '../io.js';

export interface SpawnWorker {
  /** File that takes all its output, appended. */
  readonly log: string;
  /** The whole environment; this process's own when left out. */
  readonly env?: Readonly<Record<string, string>>;
  /** It ends with this process, however that ends. */
  readonly linked: boolean;
  readonly readyWithinMs: number;
  /** Leaves at once; left out, or null: as config.json says. */
  readonly slots?: number | null;
}

const clientPath = fileURLToPath(new URL('../../client.js', import.meta.url));

/**
 * Starts a worker as a process of its own, in a group of its own (so that Ctrl-C in this terminal is not
 * its Ctrl-C), and waits until it polls.
 * @throws {CliError} 6 with the end of its log when it does not come up
 */
export async function spawnWorker(wish: SpawnWorker): Promise<ChildProcess> {
  const log = await open(wish.log, 'a', 0o600);
  const slots = wish.slots === undefined || wish.slots === null ? [] : ['--leaf-slots', String(wish.slots)];
  const child = spawn(process.execPath, [clientPath, 'worker', ...slots, ...(wish.linked ? ['--linked'] : [])], {
    detached: true,
    stdio: ['ignore', log.fd, log.fd, 'ipc'],
    cwd: '/',
    ...(wish.env === undefined ? {} : { env: { ...wish.env } }),
  });
  await log.close();
  const ready = await isReady(child, wish.readyWithinMs);
  if (ready) return child;
  await endChild(child, 5_000);
  const tail = (await readFile(wish.log, 'utf8').catch(() => '')).trimEnd().split('\n').slice(-8).join('\n');
  throw new CliError(6, `The worker did not come up. The end of its log (${wish.log}):\n${tail}`);
}

/** The worker sends one message over its IPC channel once it polls. */
async function isReady(child: ChildProcess, withinMs: number): Promise<boolean> {
  const given = new AbortController();
  const until = { signal: given.signal };
  try {
    return await Promise.race([
      once(child, 'message', until).then(() => true),
      once(child, 'exit', until).then(() => false),
      sleep(withinMs, false, until),
    ]);
  } catch {
    // An `error` of the child process: it could not be started at all.
    return false;
  } finally {
    given.abort();
  }
}

/** TERM, then KILL; resolves when the process is gone. */
export async function endChild(child: ChildProcess, graceMs: number): Promise<void> {
  const running = (): boolean => child.exitCode === null && child.signalCode === null && child.pid !== undefined;
  if (!running()) return;
  const gone = once(child, 'exit');
  child.kill('SIGTERM');
  await Promise.race([gone, sleep(graceMs, undefined, { ref: false })]);
  if (!running()) return;
  child.kill('SIGKILL');
  await gone;
}
