import type { Worker } from '@temporalio/worker';
import type { AtWork } from './at-work.js';
import type { LeafSlots } from './leaf-slots.js';

type Ending = Pick<Worker, 'shutdown' | 'getState'>;

export interface Finish {
  readonly leaves: Ending;
  /** All but the one of the leaf queue. */
  readonly others: readonly Ending[];
  readonly slots: LeafSlots;
  readonly atWork: AtWork;
  readonly say: (line: string) => void;
}

/** `pawl worker --drain`. */
export const drainSignal = 'SIGUSR2';

const lookMs = 250;
const sayAgainMs = 5_000;

/**
 * On the signal the worker takes nothing new, lets its leaves finish, however long that takes, and ends; what else its runs
 * need is done by another worker, or waits for the next one. A SIGTERM meanwhile ends it as at any time.
 * @returns takes the listener away
 */
export function finishLeavesOnSignal(finish: Finish): () => void {
  const timers: NodeJS.Timeout[] = [];
  const onSignal = (): void => {
    if (timers.length > 0) return;
    const { others, slots, atWork, say } = finish;
    slots.close();
    atWork.refuseMore();
    for (const worker of others) end(worker);
    say(`Drains: the worker takes nothing new and ends when its leaves are finished. ${waitsFor(atWork)}`);
    timers.push(setInterval(() => endIfFinished(finish), lookMs));
    timers.push(setInterval(() => sayStill(finish), sayAgainMs));
  };
  process.on(drainSignal, onSignal);
  return () => {
    for (const timer of timers) clearInterval(timer);
    process.off(drainSignal, onSignal);
  };
}

function endIfFinished({ leaves, atWork, say }: Finish): void {
  if (atWork.lines().length > 0 || leaves.getState() !== 'RUNNING') return;
  say('Its leaves are finished; the worker ends.');
  end(leaves);
}

function sayStill({ leaves, atWork, say }: Finish): void {
  if (leaves.getState() === 'RUNNING') say(waitsFor(atWork));
}

function waitsFor(atWork: AtWork): string {
  const jobs = atWork.lines();
  return jobs.length === 0 ? 'It waits for nothing.' : `It waits for ${jobs.join('; ')}`;
}

function end(worker: Ending): void {
  if (worker.getState() === 'RUNNING') worker.shutdown();
}
