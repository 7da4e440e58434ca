import { Socket } from 'node:net';
import { execa } from 'execa';
import type { GuardCommand, GuardLook, GuardSpec } from './guard-protocol.js';
import { hearLooks } from './guard-looks.js';
import { orphanKeeper } from './orphan-keeper.js';
import { guardIdVariable, ownerVariable } from './tree.js';

/** The worker's hand on one guard. */
export interface GuardClient {
  /** Resolves when the guard process is gone, whatever it left; says why when it ended before it had a say. */
  readonly gone: Promise<GuardEnd>;
  /** Resolves with the first look: the program is started. */
  readonly started: Promise<GuardLook>;
  /** The answer to a `look` that came in since the last call; null when there is none. */
  takeLook(): GuardLook | null;
  /** Never throws: it is also called from abort listeners, where an exception would end the worker. */
  send(command: GuardCommand): void;
  kill(): void;
}

export interface GuardEnd {
  readonly neverStarted: string | null;
  /** What it said on standard error: nothing, unless it failed itself. */
  readonly complaint: string;
}

export interface GuardStart {
  readonly nodePath: string;
  readonly guardPath: string;
  readonly owner: string | null;
}

/** A guard process that has not been told its program yet. */
export interface IdleGuard {
  /** Gives it the program; once. */
  assign(spec: GuardSpec): GuardClient;
  /** Lets the worker end while nothing but this guard is left; `assign` takes that back. */
  unref(): void;
  /** Closes its input: without a program it ends at once. */
  dismiss(): void;
  readonly isGone: () => boolean;
}

/**
 * `detached`: a Ctrl-C at the worker's terminal is not for the leaf (R-002-39). `cleanup: false`: execa's own
 * exit hook would end the worker at its first SIGTERM, before it has drained.
 */
export function spawnGuard(start: GuardStart, spec: Pick<GuardSpec, 'id' | 'wrapped'>): IdleGuard {
  // A PID namespace needs no keeper, and does without the start of another program.
  const [program = '', ...args] = [...(spec.wrapped ? [] : orphanKeeper()), start.nodePath, start.guardPath];
  const guard = execa(program, args, {
    detached: true,
    cleanup: false,
    reject: false,
    buffer: false,
    extendEnv: false,
    env: { [guardIdVariable]: spec.id, ...(start.owner === null ? {} : { [ownerVariable]: start.owner }) },
    cwd: '/',
    stdin: 'pipe',
    stdout: 'pipe',
    stderr: 'pipe',
  });
  const looks = hearLooks(guard.stdout);
  let complaint = '';
  guard.stderr.setEncoding('utf8');
  guard.stderr.on('data', (text: string) => {
    complaint = (complaint + text).slice(0, 2_000);
  });
  // A guard that is gone breaks the pipe; `gone` tells that.
  guard.stdin.on('error', () => undefined);
  const write = (line: string): void => {
    if (!guard.stdin.destroyed) guard.stdin.write(`${line}\n`);
  };
  let isGone = false;
  const gone = guard.then((result): GuardEnd => {
    isGone = true;
    if (looks.heard() || (guard.pid !== undefined && (result.exitCode ?? 0) === 0))
      return { neverStarted: null, complaint };
    return { neverStarted: `the guard could not be started: ${complaint || (result.message ?? '')}`, complaint };
  });
  const client: GuardClient = {
    gone,
    started: looks.first,
    takeLook: looks.take,
    send: write,
    kill: () => guard.kill('SIGKILL'),
  };
  const handles = [guard, ...[guard.stdin, guard.stdout, guard.stderr].filter((stream) => stream instanceof Socket)];
  return {
    assign: (program) => {
      for (const handle of handles) handle.ref();
      write(JSON.stringify(program));
      return client;
    },
    unref: () => {
      for (const handle of handles) handle.unref();
    },
    dismiss: () => guard.stdin.end(),
    isGone: () => isGone,
  };
}
