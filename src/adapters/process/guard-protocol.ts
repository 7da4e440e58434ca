import type { Fence, FenceEvents } from './fence.js';

/**
 * What a worker and the guard of one program say to each other. The guard reads lines on its standard
 * input: the spec as JSON, then commands. It answers with JSON lines on its standard output. When its
 * input closes, the worker is gone and so is the program (C-28).
 */
export interface GuardSpec {
  readonly id: string;
  readonly argv: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly stdin: string;
  readonly logFolder: string;
  readonly graceMs: number;
  /** The first process is a jail that must not get TERM itself: it would take the program with it, without grace. */
  readonly wrapped: boolean;
  /** See ProgramSpec.reportPrefix. */
  readonly reportPrefix: string | null;
  /** Cgroups to start it in; none where none can be made. */
  readonly fence: Fence;
}

export type GuardCommand = 'look' | 'end';

/** What the guard sees when it is asked to look. */
export interface GuardLook {
  readonly pid: number;
  /** Standard output and standard error together, kept or not. */
  readonly bytes: number;
  readonly cpuTicks: number;
  /** The program has printed the line that says it is finished. */
  readonly reported: boolean;
}

export interface StreamStatus {
  readonly bytes: number;
  readonly keptBytes: number;
  readonly tail: string;
}

export type EndedBy = 'itself' | 'request' | 'worker-gone' | 'signal';

/** Contents of `status.json`, written once, as the guard's last deed. */
export interface GuardStatus {
  readonly id: string;
  readonly endedBy: EndedBy;
  readonly exitCode: number | null;
  readonly signal: string | null;
  readonly out: StreamStatus;
  readonly err: StreamStatus;
  readonly survivorsEnded: number;
  /** Processes that even KILL did not end. */
  readonly unkillable: number;
  /** Why the program could not be started, or what went wrong in the guard. */
  readonly problem: string | null;
  /** False when the program was never started. */
  readonly started: boolean;
  /** What a wrapping jail wrote on its status descriptor. */
  readonly jailReport: string;
  /** What its cgroup counted. */
  readonly events: FenceEvents;
}

export const keepBytes = 16 * 1024 * 1024;
export const tailBytes = 32 * 1024;
