import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { closeSync, existsSync, openSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { enterFence, leaveFence } from './fence.js';
import { createPump } from './pump.js';
import type { Pump } from './pump.js';
import { openPipes } from './pipes.js';
import type { PipeReader } from './pipes.js';
import type { GuardSpec } from './guard-protocol.js';

export interface Exit {
  readonly exitCode: number | null;
  readonly signal: string | null;
}

/** The program as its guard holds it. */
export interface GuardedProgram {
  readonly pid: number;
  readonly exited: Promise<Exit>;
  /** Null while it runs. */
  exitSoFar(): Exit | null;
  readonly out: Pump;
  readonly err: Pump;
  /** Resolves when all that was written has been read, at the latest after `maxMs`. */
  drained(maxMs: number): Promise<void>;
  jailReport(): string;
}

/** Starts the program in a session of its own, with the prompt as a file on standard input (R01). */
export async function startProgram(spec: GuardSpec): Promise<GuardedProgram | { readonly problem: string }> {
  const out = createPump(join(spec.logFolder, 'out'), spec.reportPrefix);
  const err = createPump(join(spec.logFolder, 'err'), null);
  const problem = folderProblem(spec.cwd);
  if (problem !== null) return { problem };
  const pipes = openPipes(spec.logFolder);
  const stdin = openPrompt(spec);
  const jailFile = join(spec.logFolder, 'jail');
  const jailFd = spec.wrapped ? openSync(jailFile, 'w', 0o600) : null;
  const [program = '', ...args] = spec.argv;
  let child: ChildProcess;
  try {
    // In and out again: the program is born in the fence, and the guard is no part of what is ended with it.
    enterFence(spec.fence);
    child = spawn(program, args, {
      cwd: spec.cwd,
      env: { ...spec.env },
      detached: true,
      stdio: [stdin, pipes?.[0].writeFd ?? 'pipe', pipes?.[1].writeFd ?? 'pipe', ...(jailFd === null ? [] : [jailFd])],
    });
  } catch (error) {
    return { problem: startProblem(spec, error) };
  } finally {
    leaveFence(spec.fence);
  }
  closeSync(stdin);
  if (jailFd !== null) closeSync(jailFd);
  const failed = await spawned(child);
  if (failed !== null || child.pid === undefined) return { problem: startProblem(spec, failed) };
  let exit: Exit | null = null;
  const exited = new Promise<Exit>((resolve) => {
    child.once('exit', (exitCode, signal) => {
      exit = { exitCode, signal };
      endOutput();
      resolve(exit);
    });
  });
  // What it wrote itself lies in the pipes by now; what comes later is written by what it left behind.
  const endOutput = (): void => {
    if (pipes === null) return;
    for (const reader of readers) reader.takeRest();
    for (const pump of [out, err]) pump.seal();
  };
  const readers = pipes === null ? readStreams(child, out, err) : [pipes[0].read(out.take), pipes[1].read(err.take)];
  return {
    pid: child.pid,
    exited,
    exitSoFar: () => exit,
    out,
    err,
    drained: async (maxMs) => {
      const timer = setTimeout(() => {
        for (const reader of readers) reader.stop();
      }, maxMs);
      await Promise.all(readers.map((reader) => reader.ended));
      clearTimeout(timer);
    },
    jailReport: () => (spec.wrapped ? takeFile(jailFile) : ''),
  };
}

/** A file, because a pipe could be left half read; unlinked, because a jailed program could reopen it for writing. */
function openPrompt(spec: GuardSpec): number {
  const path = join(spec.logFolder, '.prompt');
  writeFileSync(path, spec.stdin, { mode: 0o600 });
  const fd = openSync(path, 'r');
  unlinkSync(path);
  return fd;
}

function takeFile(path: string): string {
  const text = readFileSync(path, 'utf8').slice(0, 4_096);
  unlinkSync(path);
  return text;
}

/** Both events come in the next turn; waiting for them keeps "not found" apart from "ended". */
function spawned(child: ChildProcess): Promise<Error | null> {
  return new Promise((resolve) => {
    child.once('spawn', () => {
      resolve(null);
    });
    child.once('error', (error) => {
      resolve(error);
    });
  });
}

function readStreams(child: ChildProcess, out: Pump, err: Pump): PipeReader[] {
  return [
    { stream: child.stdout, pump: out },
    { stream: child.stderr, pump: err },
  ].map(({ stream, pump }) => ({
    ended: new Promise<void>((resolve) => {
      stream?.on('data', pump.take);
      stream?.once('close', () => {
        resolve();
      });
    }),
    stop: () => stream?.destroy(),
    takeRest: () => undefined,
  }));
}

function folderProblem(cwd: string): string | null {
  return existsSync(cwd) ? null : `the folder to start in does not exist: ${cwd}`;
}

function startProblem(spec: GuardSpec, error: unknown): string {
  const program = spec.argv[0] ?? '';
  const code = error instanceof Error && 'code' in error ? error.code : null;
  const path = spec.env['PATH'] ?? '';
  if (code === 'ENOENT' && !program.includes('/')) return `no program "${program}" in PATH (${path})`;
  if (code === 'ENOENT') return `no such program, or its interpreter is missing: ${program}`;
  if (code === 'EACCES') return `not allowed to run ${program}: is it executable?`;
  return `could not start ${program}: ${error instanceof Error ? error.message : String(error)}`;
}
