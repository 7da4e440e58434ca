/**
 * One supervised child process: a leaf, a test run, a setup command. Its output goes to files written by
 * a pump process of its own, never to a pipe the worker reads (D4); it never outlives its worker (C-28).
 */
export interface ProgramSpec {
  /** Goes into the environment as LEAF_ID, so that a sweep can find what the program left. Unique per start. */
  readonly id: string;
  readonly argv: readonly string[];
  readonly cwd: string;
  /** The whole environment; nothing is inherited (T2). */
  readonly env: Readonly<Record<string, string>>;
  /** Given whole on standard input, which is then closed (R01). */
  readonly stdin: string;
  /** An existing folder; gets `out`, `err` and `status.json`. */
  readonly logFolder: string;
  readonly walls: Walls;
  readonly limits: ProgramLimits;
  /**
   * A line of standard output that begins so is the program's last word: `graceMs` later it is ended if it
   * still runs, with end `idle` (R02).
   */
  readonly reportPrefix?: string;
}

/** What a jail must hold for this program. */
export interface Walls {
  readonly writable: readonly string[];
  /** Paths visible read-only although their parents are hidden. */
  readonly readable: readonly string[];
  /** Paths replaced by something empty. */
  readonly hidden: readonly string[];
  readonly network: boolean;
  /** Dependency stores shown read-only at a place of the tree for the program's lifetime; never part of the tree. */
  readonly mounts?: readonly Mount[];
}

export interface Mount {
  readonly from: string;
  readonly at: string;
  /** Links in `from`, relative to it, that lead into the tree around `at`. Where a link stands in for the mount, they need a folder of their own. */
  readonly inward?: readonly string[];
}

export interface ProgramLimits {
  readonly wallMs: number;
  /** No output, no file change under `watched`, no CPU in the tree for this long; null switches it off. */
  readonly idleMs: number | null;
  readonly watched: readonly string[];
  /** Between TERM and KILL. */
  readonly graceMs: number;
}

export type ProgramEnd = 'exited' | 'timeout' | 'idle' | 'cancelled' | 'killed-external' | 'failed-to-start';

export interface ProgramOutput {
  readonly path: string;
  /** All bytes the program wrote; the file keeps the first 16 MiB. */
  readonly bytes: number;
  readonly truncated: boolean;
  /** The last 32 KiB at most, as text: invalid UTF-8 replaced, control sequences stripped. */
  readonly tail: string;
}

export interface ProgramResult {
  readonly end: ProgramEnd;
  readonly exitCode: number | null;
  readonly signal: string | null;
  readonly out: ProgramOutput;
  readonly err: ProgramOutput;
  readonly durationMs: number;
  /** Processes of the program that were still alive after its end and were ended. */
  readonly survivorsEnded: number;
  /** For `failed-to-start`: why. */
  readonly problem: string | null;
  /** The kernel killed a process of it for want of memory: the word of its cgroup, never a guess (F29). */
  readonly outOfMemory: boolean;
  /** A process or thread of it could not be started because of the limit on their number (F30). */
  readonly processLimitHit: boolean;
}

export interface ProgramBeat {
  readonly pid: number;
  readonly runningMs: number;
  readonly quietMs: number;
  readonly outBytes: number;
}

export interface Programs {
  /** Resolves when the whole process tree is confirmed dead. An aborted `signal` ends it as `cancelled`. Never rejects for what the program did. */
  run(
    spec: ProgramSpec,
    watch: { readonly signal: AbortSignal; onBeat(beat: ProgramBeat): void },
  ): Promise<ProgramResult>;
  /** Ends every process whose LEAF_ID starts with the prefix, but for those that `spared` names; returns how many were ended. */
  sweep(idPrefix: string, spared?: (leafId: string) => boolean): Promise<number>;
}
