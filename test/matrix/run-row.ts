import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { createPrograms } from '../../src/adapters/process/programs.js';
import { createToolchains } from '../../src/adapters/toolchains/toolchains.js';
import type { TestReport } from '../../src/domain/evidence/evidence.js';
import { parseTestCommand, showTestCommand } from '../../src/domain/evidence/test-command.js';
import type { JailKind } from '../../src/ports/jail.js';
import type { ProgramResult } from '../../src/ports/program.js';
import type { TestCommand, TestRunner } from '../../src/ports/test-runner.js';
import { jailOf } from '../adapters/process/support/rig.js';
import { removal } from '../support/removal.js';
import type { Files, MatrixRow, RedCase } from './row.js';

const run = promisify(execFile);

/** One run of a row's tests: the tree as it was laid, and what the adapter read. */
export interface Ran {
  readonly report: TestReport;
  readonly result: ProgramResult;
  readonly runner: TestRunner;
  /** The whole tree without dependencies. */
  readonly tree: Readonly<Record<string, string>>;
}

/** How one case is run; the fields of a case that its run depends on. */
export type RunWish = Pick<RedCase, 'files' | 'command' | 'env' | 'bare' | 'around' | 'wallMs'> & {
  /** The command narrowed to these files (F56). */
  readonly only?: readonly string[];
};

/** A row with its dependencies installed. */
export interface OpenRow {
  readonly version: string;
  /** One tree at a time: all of them stand at the same place, so that build caches fit. */
  run(wish: RunWish): Promise<Ran>;
  close(): void;
}

export interface OpenOptions {
  readonly kind: JailKind;
  readonly guardPath: string;
}

let serial = 0;

/**
 * Lays the row's base into a folder of its own and installs its dependencies there once. Then each tree is laid
 * afresh and its tests run by the adapter's own plan, in the jail and behind the guard that a worker uses.
 */
export async function openRow(row: MatrixRow, { kind, guardPath }: OpenOptions): Promise<OpenRow> {
  const top = realpathSync(mkdtempSync(join(tmpdir(), 'pawl-matrix-')));
  const place = (name: string): string => join(top, name);
  const [work, installed, shared, home, temporary] = [
    ...[place('work'), place('installed'), place('shared'), place('home'), place('tmp')],
  ] as const;
  const close = (): void => rmSync(top, removal);
  try {
    for (const folder of [installed, shared, home, temporary]) mkdirSync(folder);
    lay(installed, row.base);
    const brought = (await row.install?.(installed, shared)) ?? {};
    const searchPath = [...(brought.path ?? []), process.env['PATH'] ?? ''].join(':');
    const toolchains = createToolchains({ searchPath, home: homedir(), env: process.env });
    const programs = createPrograms({ jail: jailOf(kind), nodePath: process.execPath, guardPath, pollMs: 100 });
    const env = { LANG: 'C.UTF-8', ...toolchains.env, PATH: searchPath, HOME: home, TMPDIR: temporary, ...brought.env };
    const version = await row.version(installed, env);
    // What is left are the dependencies alone: a case must never share a file of the project with another.
    for (const path of Object.keys(row.base)) rmSync(join(installed, path), { force: true });

    return {
      version,
      close,
      async run(wish) {
        const number = (serial += 1);
        const [results, logs] = [place(`results-${number}`), place(`logs-${number}`)];
        for (const folder of [results, logs]) mkdirSync(folder);
        for (const folder of [work, home, temporary]) {
          rmSync(folder, removal);
          mkdirSync(folder);
        }
        if (wish.bare !== true) await run('cp', ['-al', `${installed}/.`, work]);
        const tree = treeOf(row.base, wish.files);
        lay(work, tree);
        const runner = row.create();
        const command = await commandOf(row, runner, wish, tree);
        const plan = runner.plan(command, results);
        const argv = wish.around === undefined ? plan.argv : ['sh', '-c', wish.around(showTestCommand(plan.argv))];
        const result = await programs.run(
          {
            id: `matrix-${process.pid}-${number}`,
            ...{ argv, cwd: work, stdin: '', logFolder: logs },
            env: { ...env, ...wish.env, ...plan.env },
            walls: {
              writable: [work, home, temporary, results, ...(brought.writable ?? [])],
              readable: [...toolchains.readable, shared, ...(brought.readable ?? []), ...plan.readable],
              hidden: [],
              network: false,
            },
            limits: { wallMs: wish.wallMs ?? 120_000, idleMs: null, watched: [], graceMs: 1_000 },
          },
          { signal: new AbortController().signal, onBeat: () => undefined },
        );
        const report = await runner.read(command, results, work, result);
        for (const folder of [results, logs]) rmSync(folder, removal);
        return { report, result, runner, tree };
      },
    };
  } catch (error) {
    close();
    throw error;
  }
}

/** The files of a tree, after those of the case were laid over the row's. */
export function treeOf(base: Readonly<Record<string, string>>, over: Files): Readonly<Record<string, string>> {
  const all: [string, string | null][] = Object.entries({ ...base, ...over });
  return Object.fromEntries(all.flatMap(([path, text]) => (text === null ? [] : [[path, text]])));
}

/** A file that is there may be a hard link to one that others see: it goes first. */
function lay(folder: string, files: Readonly<Record<string, string>>): void {
  mkdirSync(folder, { recursive: true });
  for (const [path, text] of Object.entries(files)) {
    const at = join(folder, path);
    mkdirSync(dirname(at), { recursive: true });
    if (existsSync(at)) rmSync(at);
    writeFileSync(at, text, { mode: text.startsWith('#!') ? 0o755 : 0o644 });
  }
}

/** As a run chooses it for a command that a person named. */
async function commandOf(
  row: MatrixRow,
  runner: TestRunner,
  wish: RunWish,
  tree: Readonly<Record<string, string>>,
): Promise<TestCommand> {
  const line = wish.command ?? row.command;
  const parsed = parseTestCommand(line);
  if (parsed.kind === 'refused') throw new Error(`${line}: ${parsed.reason}`);
  const read = (path: string): Promise<string | null> => Promise.resolve(tree[path] ?? null);
  const argv = (await runner.expand?.(parsed.argv, read)) ?? parsed.argv;
  const command = { runner: runner.name, argv, source: 'flag' } as const;
  const whole = row.results === undefined ? command : { ...command, results: row.results };
  if (wish.only === undefined) return whole;
  const narrowed = runner.narrow?.(whole, wish.only) ?? null;
  if (narrowed === null) throw new Error(`"${line}" can't be narrowed to ${wish.only.join(', ')}`);
  return narrowed;
}
