import type { LeafActivities, LeafLabel, LeafReport, QuickActivities } from '../contract/activities.js';
import type { StopFileFound } from '../contract/failures.js';
import { budgets } from '../domain/run/budgets.js';
import type { Phase } from '../domain/run/phase.js';
import type { Role } from '../domain/leaf/roles.js';
import { usdLeft } from '../domain/run/purse.js';
import { countLeaf, withTried } from '../domain/run/run-state.js';
import { leafMayStart } from '../domain/steering/stop.js';
import { leafProxies, quickProxies } from './activity-proxies.js';
import { countCall, countFailure, hasLeaf, keepHalfDone, wasCutOff } from './count-call.js';
import { asking, bailed, cancellable, note, record, StopBite, type Bailed, type Desk } from './desk.js';
import { readFailure, type ReadFailure } from './failure-cause.js';
import { hostLost, hostMustAnswer } from './host.js';
import { takeMessage } from './messages.js';
import { waitForBudget } from './wait.js';

export interface LeafCall {
  readonly phase: Phase;
  /** Null for a test run or setup: no agent is asked. */
  readonly role: Role | null;
  /** For the Web UI's timeline and the events: `develop-red`, `verify-green` … (C-29). */
  readonly name: string;
}

/**
 * Starts one activity on the leaf queue. Reads the stop first (R-002-46); starts it again, outside every budget,
 * when its worker was lost (design 4); a cause it failed with ends the run.
 * @throws {StopBite} when a stop forbids the start or has ended it
 * @throws {Bailed} when it failed with a cause, or the budget stayed used up
 */
export async function callLeaf<T extends object>(
  desk: Desk,
  call: LeafCall,
  start: (leaves: LeafActivities, label: LeafLabel) => Promise<T>,
): Promise<T> {
  const attempt = call.role === null ? 0 : nextAttempt(desk, call.role, call.phase);
  let looks = 0;
  for (let lost = 0; ;) {
    if (!leafMayStart(desk.state.stop)) throw new StopBite();
    if (call.role !== null) await waitForBudget(desk);
    const label = nextLabel(desk, call, attempt);
    if (call.role !== null) record(desk, { kind: 'launch', line: `${call.name} starts`, attempt });
    const leaves = leafProxies(desk, summaryOf(desk, call, attempt));
    try {
      const output = await cancellable(desk, () => start(leaves, label));
      countCall(desk, call, output);
      if (call.role !== null && hasLeaf(output)) {
        noteLeaf(desk, call, attempt, output.leaf);
        if (wasCutOff(desk, output.leaf)) {
          keepHalfDone(desk, call, output);
          continue;
        }
      }
      return output;
    } catch (error) {
      countFailure(desk, call, error);
      const settled = settleFailure(desk, call, error, lost);
      if (settled.kind === 'stop-file') {
        looks += 1;
        if (looks === mostLooks) throw restless(desk);
        continue;
      }
      await hostMustAnswer(desk, `${call.name}: ${settled.why}`);
      if (settled.kind === 'lost') lost += 1;
    }
  }
}

const mostLooks = 10;

/** Something writes the stop file without a pause: whatever it means, the leaf is not started. */
function restless(desk: Desk): StopBite {
  note(desk, `the stop files changed ${mostLooks} times in a row before the leaf could start: it counts as "at-leaf"`);
  takeMessage(desk, 'requestStop', { mode: 'at-leaf' }, { way: 'file', key: null });
  return new StopBite();
}

function nextAttempt(desk: Desk, role: Role, phase: Phase): number {
  const counted = countLeaf(desk.state, role, phase);
  desk.state = counted.state;
  return counted.attempt;
}

function nextLabel(desk: Desk, call: LeafCall, attempt: number): LeafLabel {
  desk.state = { ...desk.state, serial: desk.state.serial + 1 };
  return {
    step: desk.state.step?.id ?? '-',
    phase: call.phase,
    attempt,
    serial: `${desk.state.execution}-${desk.state.serial}`,
    stopSeen: desk.state.files.stop,
    ...(call.role === null ? {} : { usdLeft: usdLeft(desk.state) }),
  };
}

function summaryOf(desk: Desk, call: LeafCall, attempt: number): string {
  const step = desk.state.step === null ? '' : ` step ${desk.state.step.id}`;
  return `${call.name}${step}${attempt > 1 ? ` attempt ${attempt}` : ''}`;
}

function noteLeaf(desk: Desk, call: LeafCall, attempt: number, leaf: LeafReport): void {
  const seconds = (leaf.durationMs / 1000).toFixed(1);
  record(desk, { kind: 'exit', line: `${call.name}: ${leaf.outcome} after ${seconds} s`, attempt });
  desk.state = withTried(desk.state, `${summaryOf(desk, call, attempt)}: ${leaf.outcome}`);
}

type Settled =
  | { readonly kind: 'stop-file' }
  /** `queued`: no worker of a claimed host has taken it, be it gone or busy. */
  | { readonly kind: 'lost' | 'queued'; readonly why: string };

/** Returns when the call is to be made again; throws otherwise. */
function settleFailure(desk: Desk, call: LeafCall, error: unknown, lost: number): Settled {
  if (error instanceof StopBite) throw error;
  const read = readFailure(error);
  if (read.kind === 'cancelled') throw new StopBite();
  if (read.kind === 'stop-file') {
    takeStopFile(desk, read.found);
    return { kind: 'stop-file' };
  }
  if (read.kind === 'cause') throw bailOf(desk, read);
  // A stop that came meanwhile asks for no host any more.
  if (!leafMayStart(desk.state.stop)) throw new StopBite();
  if (read.cause === 'host-lost' && desk.state.host.isClaimed) return { kind: 'queued', why: read.why };
  if (lost + 1 >= budgets.workerLostInARow) {
    throw bailed(desk, read.cause, `${call.name}: ${read.why}, ${lost + 1} times in a row`);
  }
  note(desk, `${call.name}: ${read.why}; it starts again from a clean workspace`);
  return { kind: 'lost', why: read.why };
}

/** A stop file counts as the signal it stands for; it was found before the leaf could start (R-000-37, R-002-46). */
function takeStopFile(desk: Desk, { kind, file, mode, seen }: StopFileFound): void {
  desk.state = { ...desk.state, files: { ...desk.state.files, stop: seen } };
  const { stop, workflowId } = desk.state;
  if (kind === 'gone') {
    const still = stop === null ? '' : `; the stop "${stop.mode}" stands until: pawl stop ${workflowId} --withdraw`;
    return note(desk, `${file} is gone${still}`);
  }
  if (mode === null) note(desk, `${file} names no mode ("now", "at-leaf" or "at-ledger"): it counts as "at-ledger"`);
  takeMessage(desk, 'requestStop', { mode: mode ?? 'at-ledger', by: file }, { way: 'file', key: null });
}

function bailOf(desk: Desk, read: Extract<ReadFailure, { kind: 'cause' }>): Bailed {
  if (read.cause === 'needs-user') return asking(desk, read.question ?? read.message, read.candidates);
  return bailed(desk, read.cause, read.message);
}

/**
 * Calls one of the short jobs; the server has retried it already when it fails.
 * @throws {HostLost} when no worker of a claimed host is there any more
 */
export async function callQuick<T>(
  desk: Desk,
  name: keyof QuickActivities,
  start: (quick: QuickActivities) => Promise<T>,
): Promise<T> {
  for (let lost = 1; ; lost += 1) {
    try {
      return await start(quickProxies(desk, name));
    } catch (error) {
      const read = readFailure(error);
      if (read.kind === 'cause') throw bailOf(desk, read);
      const isMoveable = read.kind === 'worker-lost' && desk.state.host.isClaimed;
      if (!isMoveable || lost === budgets.workerLostInARow) throw quickLost(desk, name, read);
      const why = `${name}: ${read.why}`;
      // Its own queue is the one that the host would be asked on.
      if (read.cause === 'host-lost') throw hostLost(desk, why);
      await hostMustAnswer(desk, why);
    }
  }
}

/** No stop reaches a short job, so whoever cancelled one was not this run. */
function quickLost(desk: Desk, name: string, read: Exclude<ReadFailure, { kind: 'cause' }>): Bailed {
  if (read.kind === 'worker-lost') return bailed(desk, read.cause, `${name}: ${read.why}`);
  const what = read.kind === 'cancelled' ? 'it was cancelled from outside' : `it stopped for ${read.found.file}`;
  return bailed(desk, 'server-problem', `${name}: ${what}`);
}
