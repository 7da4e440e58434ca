import { appendFile } from 'node:fs/promises';
import { constants } from 'node:os';
import { join } from 'node:path';
import { traitsOf } from '../../domain/leaf/jails.js';
import type { JailKind } from '../../ports/jail.js';
import type { ProgramEnd, ProgramResult, ProgramSpec } from '../../ports/program.js';
import type { GuardStatus } from './guard-protocol.js';
import { noEvents, type FenceEvents } from './fence.js';
import { outputFrom, outputLeftIn, readStatus } from './read-status.js';
import { sweepProcesses } from './sweep.js';

/** Why the worker asked the guard to end the program. */
export type EndReason = 'timeout' | 'idle' | 'cancelled';

interface Ending {
  readonly spec: ProgramSpec;
  readonly reason: EndReason | null;
  /** What the guard said before it failed, if it did. */
  readonly complaint: string;
  readonly durationMs: number;
  readonly jailKind: JailKind;
  /** What is left of its cgroup's own counting when its guard left no status. */
  readonly eventsLeft: FenceEvents;
}

/** Reads what the guard left. A guard that left nothing is one that was killed: its program is swept first (R-002-40). */
export async function concludeProgram(ending: Ending): Promise<ProgramResult> {
  const { spec, reason, complaint, durationMs } = ending;
  const status = await readStatus(spec.logFolder, spec.id);
  const outPath = join(spec.logFolder, 'out');
  const errPath = join(spec.logFolder, 'err');
  if (status === null) {
    const survivorsEnded = await sweepProcesses({ matches: (id) => id === spec.id, owner: null });
    return {
      end: reason ?? 'killed-external',
      exitCode: null,
      signal: null,
      out: await outputLeftIn(outPath),
      err: await outputLeftIn(errPath),
      durationMs,
      survivorsEnded,
      problem: complaint.trim() || 'its guard was killed',
      ...counted(ending.eventsLeft),
    };
  }
  const end = endOf(status, ending);
  return {
    end,
    exitCode: status.exitCode,
    signal: status.signal ?? signalBehind(status, ending.jailKind),
    out: outputFrom(outPath, status.out),
    err: outputFrom(errPath, status.err),
    durationMs,
    survivorsEnded: status.survivorsEnded,
    problem: problemOf(status, end),
    ...counted(status.events),
  };
}

function counted({ oomKills, limitHits }: FenceEvents): Pick<ProgramResult, 'outOfMemory' | 'processLimitHit'> {
  return { outOfMemory: oomKills > 0, processLimitHit: limitHits > 0 };
}

function endOf(status: GuardStatus, { reason, jailKind }: Ending): ProgramEnd {
  if (!status.started) return 'failed-to-start';
  if (status.endedBy === 'itself') return endOfItself(status, jailKind);
  return reason ?? 'killed-external';
}

/** bubblewrap writes the exit code on its status descriptor only when it had got as far as running the program. */
function endOfItself(status: GuardStatus, jailKind: JailKind): ProgramEnd {
  if (!traitsOf(jailKind).reportsStart || status.jailReport.includes('"exit-code"')) return 'exited';
  return status.signal === null ? 'failed-to-start' : 'killed-external';
}

/** bubblewrap has no other word for a signal that ended its program than a shell has: 128 and its number. */
function signalBehind({ endedBy, exitCode }: GuardStatus, jailKind: JailKind): string | null {
  if (jailKind !== 'bubblewrap' || endedBy !== 'itself' || exitCode === null || exitCode <= 128) return null;
  return Object.entries(constants.signals).find(([, number]) => number === exitCode - 128)?.[0] ?? null;
}

function problemOf(status: GuardStatus, end: ProgramEnd): string | null {
  if (status.unkillable > 0) return `${status.unkillable} of its processes could not be ended, not even by KILL`;
  if (end !== 'failed-to-start') return status.problem;
  return status.problem ?? `the jail could not start it: ${status.err.tail.trim()}`;
}

export async function notStarted(
  spec: ProgramSpec,
  end: 'cancelled' | 'failed-to-start',
  problem: string | null,
): Promise<ProgramResult> {
  const [out, err] = [join(spec.logFolder, 'out'), join(spec.logFolder, 'err')];
  // A reader of the logs finds them empty, not missing.
  for (const path of [out, err]) await appendFile(path, '').catch(() => undefined);
  const nothing = { bytes: 0, truncated: false, tail: '' };
  return {
    end,
    exitCode: null,
    signal: null,
    out: { path: out, ...nothing },
    err: { path: err, ...nothing },
    durationMs: 0,
    survivorsEnded: 0,
    problem,
    ...counted(noEvents),
  };
}
