import type { Worker } from '@temporalio/worker';

export interface Drain {
  readonly workers: readonly Pick<Worker, 'shutdown' | 'getState'>[];
  /** One line each for what still runs. */
  readonly atWork: () => readonly string[];
  readonly say: (line: string) => void;
  /** Milliseconds until what runs is told to end, and until this worker ends in any case. */
  readonly graceMs: number;
  readonly forceMs: number;
  /** Ends this process; 128 and the signal's number is how a shell tells such an end. */
  readonly exit: (code: number) => void;
}

const signals = { SIGTERM: 15, SIGINT: 2, SIGHUP: 1 } as const;
type Signal = keyof typeof signals;

/** npm and a terminal both pass one Ctrl-C on: two signals so close together are one. */
const sameMs = 300;
const sayAgainMs = 5_000;

/**
 * The first signal drains: no new work is taken, what runs gets a moment, is told to end, and goes on with the next
 * worker (F11, R06). A second SIGTERM or SIGINT ends this process at once; guards see that and end their programs. The
 * listeners stay for good: without one, `signal-exit` in a library would send the signal again, and nothing would drain.
 * @returns takes the listeners away
 */
export function drainOnSignals(drain: Drain): () => void {
  let firstAt: number | null = null;
  let timer: NodeJS.Timeout | null = null;
  const onSignal = (signal: Signal): void => {
    if (firstAt === null) {
      firstAt = performance.now();
      begin(drain, signal);
      timer = setInterval(() => sayStill(drain), sayAgainMs);
      timer.unref();
    } else if (signal !== 'SIGHUP' && performance.now() - firstAt > sameMs) {
      drain.say(`A second ${signal}: ends at once. What still ran is ended by its guards.`);
      drain.exit(128 + signals[signal]);
    }
  };
  for (const signal of signalNames) process.on(signal, onSignal);
  return () => {
    if (timer !== null) clearInterval(timer);
    for (const signal of signalNames) process.off(signal, onSignal);
  };
}

const signalNames: readonly Signal[] = ['SIGTERM', 'SIGINT', 'SIGHUP'];

function begin({ workers, atWork, say, graceMs, forceMs }: Drain, signal: Signal): void {
  const jobs = atWork();
  const seconds = (ms: number): string => `${ms / 1_000} s`;
  say(
    jobs.length === 0
      ? `${signal}: the worker takes no more work and ends.`
      : `${signal}: the worker takes no more work and waits for ${counted(jobs)}, told to end in ${seconds(graceMs)} and ended by force at the latest in ${seconds(forceMs)}. Its runs go on with the next worker. A second signal ends it at once.`,
  );
  for (const job of jobs) say(`  ${job}`);
  for (const worker of workers) if (worker.getState() === 'RUNNING') worker.shutdown();
}

function sayStill({ atWork, say }: Drain): void {
  const jobs = atWork();
  if (jobs.length > 0) say(`Still waits for ${counted(jobs)}: ${jobs.join('; ')}`);
}

function counted(jobs: readonly string[]): string {
  return jobs.length === 1 ? '1 job' : `${jobs.length} jobs`;
}
