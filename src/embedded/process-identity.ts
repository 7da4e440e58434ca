import { readdirSync, readFileSync } from 'node:fs';
import { z } from 'zod';

/** A process for ever: a pid alone is given to somebody else after its owner's end. */
export const ProcessIdentity = z.object({
  pid: z.number().int().positive(),
  /** When it started, as the system tells it: boot and clock ticks on Linux, a date elsewhere. */
  started: z.string().min(1),
});
export type ProcessIdentity = z.infer<typeof ProcessIdentity>;

/** Null when no such process lives; one that only waits to be reaped does not live. */
export async function identify(pid: number): Promise<ProcessIdentity | null> {
  const started = process.platform === 'linux' ? startFromProc(pid) : await startFromPs(pid);
  return started === null ? null : { pid, started };
}

export async function isAlive(known: ProcessIdentity): Promise<boolean> {
  const now = await identify(known.pid);
  return now !== null && now.started === known.started;
}

function startFromProc(pid: number): string | null {
  const fields = statFields(pid);
  const ticks = fields?.[19];
  if (ticks === undefined || !isLiving(pid, fields?.[0])) return null;
  // Ticks count from boot: without the boot's id a process of the last boot could be taken for this one.
  return `${readFileSync('/proc/sys/kernel/random/boot_id', 'latin1').trim()}/${ticks}`;
}

/** The third and all further fields of a process's stat line; null when there is none. */
function statFields(pid: number): readonly string[] | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // The command name stands in brackets and may itself hold blanks and brackets: count from the last one.
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  } catch {
    return null;
  }
}

function isLiving(pid: number, state: string | undefined): boolean {
  if (state !== 'Z') return state !== 'X';
  try {
    // Killed, its first thread is a zombie while the others still hold its sockets and files.
    return readdirSync(`/proc/${pid}/task`).length > 1;
  } catch {
    return false;
  }
}

async function startFromPs(pid: number): Promise<string | null> {
  // Loaded here and not above: every command of the client looks at a process, and on Linux none needs this.
  const { execa } = await import('execa');
  const { stdout, exitCode } = await execa('ps', ['-o', 'state=,lstart=', '-p', String(pid)], {
    env: { LC_ALL: 'C', TZ: 'UTC' },
    reject: false,
  });
  const line = stdout.trim();
  return exitCode !== 0 || line === '' || line.startsWith('Z') ? null : line.replace(/^\S+\s+/, '');
}

export interface EndWish {
  /** Between TERM and KILL; 0: KILL at once. */
  readonly graceMs: number;
  /** Also those it started, for one that was started as the head of a group: it may be a wrapper. */
  readonly group: boolean;
}

const afterKillMs = 5_000;

/** Ends one process, found by pid and start time. `alive`: not even KILL ended it. */
export async function endProcess(known: ProcessIdentity, wish: EndWish): Promise<'gone' | 'term' | 'kill' | 'alive'> {
  if (!(await isAlive(known))) return 'gone';
  if (wish.graceMs > 0) {
    signal(known.pid, wish.group, 'SIGTERM');
    if (await goneWithin(known, wish.group, wish.graceMs)) return 'term';
  }
  signal(known.pid, wish.group, 'SIGKILL');
  return (await goneWithin(known, wish.group, afterKillMs)) ? 'kill' : 'alive';
}

const betweenLooksMs = 20;

async function goneWithin(known: ProcessIdentity, group: boolean, limitMs: number): Promise<boolean> {
  const end = Date.now() + limitMs;
  while ((await isAlive(known)) || (group && groupIsAlive(known.pid))) {
    if (Date.now() >= end) return false;
    await new Promise((resolve) => setTimeout(resolve, betweenLooksMs));
  }
  return true;
}

function signal(pid: number, group: boolean, name: 'SIGTERM' | 'SIGKILL' | 0): boolean {
  for (const target of group ? [-pid, pid] : [pid]) {
    try {
      return process.kill(target, name);
    } catch {
      // No group of that name, or it ended by itself in between; who may not be signalled is noticed by the wait.
    }
  }
  return false;
}

/** Members that only wait to be reaped do not count: where nobody reaps orphans they stay for ever. */
function groupIsAlive(group: number): boolean {
  if (!signal(group, true, 0)) return false;
  if (process.platform !== 'linux') return true;
  return readdirSync('/proc').some((name) => {
    const fields = /^\d+$/.test(name) ? statFields(Number(name)) : null;
    return fields !== null && Number(fields[2]) === group && isLiving(Number(name), fields[0]);
  });
}
