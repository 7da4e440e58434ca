import { spawn, type ChildProcess } from 'node:child_process';
import type { JailKind } from '../../../../src/ports/jail.js';
import type { ProgramResult, ProgramSpec } from '../../../../src/ports/program.js';
import { listProcesses } from '../../../../src/adapters/process/proc-table.js';
import type { BuiltScripts } from './built-scripts.js';
import { bwrapPath, fixture, until } from './rig.js';

/** A worker in a process of its own, so that it can be frozen, killed, or given another clock. */
export interface OtherWorker {
  readonly process: ChildProcess;
  /** Resolves with the pid of the program that it runs. */
  readonly started: Promise<number>;
  /** The guard of that program. */
  guard(): Promise<number>;
  /** What it made of the program; null when it was killed before. */
  readonly result: Promise<ProgramResult | null>;
}

export interface WorkerWish {
  readonly spec: ProgramSpec;
  readonly kind?: JailKind;
  /** Of `createPrograms`. */
  readonly options?: { readonly pollMs?: number; readonly pawlHome?: string };
  /** Before the script: of Node. */
  readonly nodeArgs?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

export function startWorker(built: BuiltScripts, wish: WorkerWish): OtherWorker {
  const { spec, kind = 'process', options = {}, nodeArgs = [], env = {} } = wish;
  const [node = '', ...script] = fixture(
    'worker.mjs',
    built.folder,
    JSON.stringify({ kind, bwrapPath, spec, options }),
  );
  const worker = spawn(node, [...nodeArgs, ...script], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...env },
  });
  let said = '';
  worker.stdout.setEncoding('utf8');
  worker.stdout.on('data', (text: string) => (said += text));
  const started = until('the program has started', () => /^beat \d+$/m.test(said), 60_000).then(() =>
    Number(/^beat (\d+)$/m.exec(said)?.[1]),
  );
  const result = new Promise<ProgramResult | null>((resolve) => {
    worker.once('close', () => {
      const last = said.trimEnd().split('\n').at(-1) ?? '';
      resolve(last.startsWith('{') ? (JSON.parse(last) as ProgramResult) : null);
    });
  });
  return {
    process: worker,
    started,
    guard: async () => {
      const pid = await started;
      return listProcesses().find((entry) => entry.pid === pid)?.parent ?? 0;
    },
    result,
  };
}
