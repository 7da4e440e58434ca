import { upsertMemo } from '@temporalio/workflow';
import { memoFields } from '../contract/memo.js';
import type { ResumeCarry } from '../contract/run-input.js';
import { budgets } from '../domain/run/budgets.js';
import { withoutHost } from '../domain/run/host.js';
import { claimProxies, quickProxies } from './activity-proxies.js';
import { bailed, cancellable, note, record, StopBite, type Desk } from './desk.js';
import { enter } from './enter.js';
import { readFailure } from './failure-cause.js';
import { carryOf } from './report.js';

/** No worker of the run's host answers any more. Never leaves the workflow: the run goes on at another one. */
export class HostLost extends Error {
  override readonly name = 'HostLost';
}

/**
 * Plays the story on a host; when that is lost, once more on another, which finds out from the pushed branch where to go
 * on, as a resume does. What was begun there is done again outside of every budget (design 4, 7).
 * @throws {Bailed} `host-lost` when one host after the other was lost and nothing could be committed
 */
export async function onAnyHost<T>(desk: Desk, story: (isMoved: boolean) => Promise<T>): Promise<T> {
  for (let isMoved = false; ; isMoved = true) {
    try {
      if (desk.state.host.id === null) await claim(desk);
      return await story(isMoved);
    } catch (error) {
      if (!(error instanceof HostLost)) throw error;
      moveOn(desk, error);
    }
  }
}

/** Whichever worker answers first has the run; one of a host that was lost only while no other does. */
async function claim(desk: Desk): Promise<void> {
  const { lost } = desk.state.host;
  try {
    const { hostId } = await cancellable(desk, () => claimProxies('claimHost').claimHost({ lost }));
    desk.state = { ...desk.state, host: { ...desk.state.host, id: hostId } };
    upsertMemo({ [memoFields.host]: hostId });
    record(desk, { kind: 'state', line: `host ${hostId} works on it` });
  } catch (error) {
    if (readFailure(error).kind === 'cancelled') throw new StopBite();
    throw error;
  }
}

function moveOn(desk: Desk, { message }: HostLost): void {
  const { host, attemptRefs } = desk.state;
  const inRow = host.lostInRow + 1;
  if (inRow >= budgets.hostLostInARow) {
    throw bailed(desk, 'host-lost', `${message}; it is the ${inRow}th host in a row that was lost before a commit`);
  }
  note(desk, `host lost: ${message}; the run goes on from the last pushed commit, its open step is done again`);
  if (attemptRefs.length > 0)
    note(desk, `on host ${host.id ?? ''} lie attempts kept so far: ${attemptRefs.join(', ')}`);
  desk.state = withoutHost(desk.state);
  enter(desk, 'preflight', 'preflight');
}

/** What preflight goes on from: what a person's resume brought, or, on another host, what the run is at. */
export function resumeHere({ input, state }: Desk): ResumeCarry | null {
  return state.host.lost.length === 0 || state.facts === null ? input.resume : carryOf(state);
}

/**
 * After a job that nobody took, or whose worker was lost: is there any worker of that host? A busy one answers, too,
 * since this is asked on the queue that no leaf is in. A pinned run is never moved, so nothing is asked.
 * @throws {HostLost} when nobody answers @throws {StopBite} when a stop came meanwhile
 */
export async function hostMustAnswer(desk: Desk, why: string): Promise<void> {
  const { host } = desk.state;
  if (!host.isClaimed) return;
  try {
    await cancellable(desk, () => quickProxies(desk, 'hostAnswers', { isBrief: true }).hostAnswers());
  } catch (error) {
    const read = readFailure(error);
    if (read.kind === 'cancelled') throw new StopBite();
    throw hostLost(desk, why);
  }
}

export function hostLost(desk: Desk, why: string): HostLost {
  return new HostLost(`host ${desk.state.host.id ?? '-'} does not answer (${why})`);
}
