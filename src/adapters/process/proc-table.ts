import { closeSync, openSync, readdirSync, readFileSync, readSync } from 'node:fs';

/** One line of the process table, as far as we need it. Times are clock ticks of the kernel. */
export interface ProcessEntry {
  readonly pid: number;
  readonly parent: number;
  readonly group: number;
  readonly session: number;
  /** Since boot; with the pid it names a process for ever, so that a reused pid is never taken for it. */
  readonly startTicks: number;
  /** User and system time, its waited-for children included. */
  readonly cpuTicks: number;
}

/** All living processes (no zombies), from /proc; empty where there is none, as on macOS. */
export function listProcesses(): readonly ProcessEntry[] {
  let names: readonly string[];
  try {
    names = readdirSync('/proc');
  } catch {
    return [];
  }
  const entries: ProcessEntry[] = [];
  for (const name of names) {
    const first = name.charCodeAt(0);
    if (first < 0x30 || first > 0x39) continue;
    const entry = readProcess(Number(name));
    if (entry !== null) entries.push(entry);
  }
  return entries;
}

/** Null when the process is gone, or only waits to be reaped. */
export function readProcess(pid: number): ProcessEntry | null {
  try {
    return parseStat(pid, readWhole(`/proc/${pid}/stat`).toString('latin1'));
  } catch {
    return null;
  }
}

/** The value of a variable in the environment a process was started with; null when absent or not readable. */
export function startedWith(pid: number, variable: string): string | null {
  let environ: string;
  try {
    environ = readWhole(`/proc/${pid}/environ`).toString('utf8');
  } catch {
    return null;
  }
  const name = `${variable}=`;
  const at = environ.startsWith(name) ? 0 : environ.indexOf(`\0${name}`) + 1;
  if (at === 0 && !environ.startsWith(name)) return null;
  const end = environ.indexOf('\0', at);
  return environ.slice(at + name.length, end === -1 ? undefined : end);
}

const buffer = Buffer.alloc(64 * 1024);

/** Three system calls instead of five: the whole table is read several times for each program. Valid until the next call. */
function readWhole(path: string): Buffer {
  const fd = openSync(path, 'r');
  try {
    const length = readSync(fd, buffer, 0, buffer.length, null);
    return length < buffer.length ? buffer.subarray(0, length) : readFileSync(path);
  } finally {
    closeSync(fd);
  }
}

/** The command name stands in brackets and may itself hold blanks and brackets: count from the last one. */
export function parseStat(pid: number, text: string): ProcessEntry | null {
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const [state, parent, group, session] = fields;
  if (state === undefined || state === 'Z' || state === 'X') return null;
  const ticks = [11, 12, 13, 14].reduce((sum, index) => sum + Number(fields[index] ?? 0), 0);
  const startTicks = Number(fields[19]);
  if (!Number.isFinite(startTicks)) return null;
  return { pid, parent: Number(parent), group: Number(group), session: Number(session), startTicks, cpuTicks: ticks };
}
