import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { TestReport } from '../../src/domain/evidence/evidence.js';
import { showTestCommand } from '../../src/domain/evidence/test-command.js';
import type { ProgramEnd, ProgramOutput, ProgramResult } from '../../src/ports/program.js';
import type { TestRunner } from '../../src/ports/test-runner.js';
import { removal } from './removal.js';

export interface Started {
  readonly report: TestReport;
  readonly result: ProgramResult;
  readonly results: string;
}

export interface RunWish {
  readonly argv: readonly string[];
  readonly files: Readonly<Record<string, string>>;
  readonly env?: Readonly<Record<string, string>>;
  /** The command never ends: it is ended a moment after this text stands in the runner's result. */
  readonly hangsAfter?: string;
  /** The command never ends and writes nothing. */
  readonly hangs?: boolean;
  /** Where a command of no known runner leaves its results. */
  readonly results?: string;
  /** Between the end of the command and the reading of its result. */
  readonly spoil?: (results: string) => Promise<void>;
  /** Makes another shell line of the whole command, to spoil how it ends. */
  readonly around?: (line: string) => string;
  /** Packages as this project has them, in a node_modules of its own. */
  readonly packages?: boolean;
  /** Before the runner's result and the tree are removed. */
  readonly look?: (root: string, results: string) => Promise<void>;
  /** Name of the folder in which all of it stands. */
  readonly under?: string;
}

/** Lays a small repository into a folder of its own, runs the command there through the adapter, reads the report. */
export async function runTests(runner: TestRunner, wish: RunWish): Promise<Started> {
  const top = await mkdtemp(join(tmpdir(), 'pawl-runs-'));
  try {
    const root = join(top, wish.under ?? 'tree');
    const results = join(top, wish.under ?? '', 'results');
    await writeTree(root, wish.files);
    if (wish.packages === true) await linkPackages(root);
    const given = { runner: runner.name, argv: wish.argv, source: 'flag' } as const;
    const command = wish.results === undefined ? given : { ...given, results: wish.results };
    const plan = runner.plan(command, results);
    const env = { PATH: process.env['PATH'] ?? '', HOME: top, ...wish.env, ...plan.env };
    const argv = wish.around === undefined ? plan.argv : ['sh', '-c', wish.around(showTestCommand(plan.argv))];
    const result = await runProgram(argv, root, env, () =>
      wish.hangs === true ? Promise.resolve(true) : isHanging(results, wish.hangsAfter),
    );
    await wish.spoil?.(results);
    const report = await runner.read(command, results, root, result);
    await wish.look?.(root, results);
    return { report, result, results };
  } finally {
    await rm(top, removal);
  }
}

export async function writeTree(root: string, files: Readonly<Record<string, string>>): Promise<void> {
  await mkdir(root, { recursive: true });
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), text);
  }
}

const ownPackages = join(process.cwd(), 'node_modules');

/** One link a package: what a runner writes into node_modules itself stays with the test. */
async function linkPackages(root: string): Promise<void> {
  const folder = join(root, 'node_modules');
  await mkdir(folder);
  const names = (await readdir(ownPackages)).filter((name) => name === '.bin' || !name.startsWith('.'));
  await Promise.all(names.map((name) => symlink(join(ownPackages, name), join(folder, name))));
}

async function isHanging(results: string, text: string | undefined): Promise<boolean> {
  if (text === undefined) return false;
  const events = await readFile(join(results, 'pawl-events.jsonl'), 'utf8').catch(() => '');
  return events.includes(text);
}

const pollMs = 100;
const mostMs = 50_000;

/** A child in a group of its own, ended as a whole when its time is up or a look says that it hangs. */
export function runProgram(
  argv: readonly string[],
  cwd: string,
  env: Readonly<Record<string, string>>,
  looksHung: () => Promise<boolean>,
): Promise<ProgramResult> {
  const started = performance.now();
  return new Promise((resolve) => {
    const [program = '', ...rest] = argv;
    const child = spawn(program, rest, { cwd, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
    let end: ProgramEnd = 'exited';
    const out: Buffer[] = [];
    const err: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => out.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => err.push(chunk));
    const look = async (): Promise<void> => {
      const isOver = performance.now() - started > mostMs;
      if (!isOver && !(await looksHung())) return;
      await sleep(pollMs);
      if (child.pid === undefined || end !== 'exited' || child.exitCode !== null) return;
      end = 'timeout';
      process.kill(-child.pid, 'SIGKILL');
    };
    const timer = setInterval(() => void look(), pollMs);
    const finish = (exitCode: number | null, signal: string | null, problem: string | null): void => {
      clearInterval(timer);
      endGroup(child.pid);
      const durationMs = performance.now() - started;
      resolve({
        ...{
          end,
          exitCode,
          signal,
          problem,
          durationMs,
          survivorsEnded: 0,
          outOfMemory: false,
          processLimitHit: false,
        },
        ...{ out: output(out), err: output(err) },
      });
    };
    child.on('error', (error) => {
      end = 'failed-to-start';
      finish(null, null, error.message);
    });
    child.on('close', (code, signal) => finish(code, signal, null));
  });
}

/** Workers of a runner that a test has killed live on, as children of nobody. */
function endGroup(pid: number | undefined): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL');
  } catch {
    // Nobody is left.
  }
}

function output(chunks: readonly Buffer[]): ProgramOutput {
  const bytes = Buffer.concat(chunks);
  return { path: '', bytes: bytes.length, truncated: false, tail: bytes.toString('utf8').slice(-32_768) };
}
