import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { arch, availableParallelism, platform } from 'node:os';
import { join } from 'node:path';
import { greenNames, redNames, type MatrixRow } from './row.js';

export interface CaseRecord {
  readonly phase: 'red' | 'green';
  readonly name: string;
  readonly expected: string;
  readonly seen: string;
  readonly expectedPolicy: 'allows' | 'refuses' | null;
  readonly policy: 'allows' | 'refuses' | null;
  readonly ok: boolean;
}

interface RowRecord {
  readonly row: MatrixRow;
  readonly jail: string;
  readonly version: string | null;
  readonly seen: readonly CaseRecord[];
  readonly problems: readonly string[];
  /** Was the command narrowed to one file, and the red test seen there? */
  readonly narrows: boolean;
}

/** Where `npm run runners:doc` looks for what the last runs of the matrix saw. */
const folder = join(process.cwd(), '.build', 'matrix');

/** One file a row, so that rows may run side by side. */
export function recordRow({ row, jail, version, seen, problems, narrows }: RowRecord): void {
  const shown = new Set(seen.map((one) => one.name));
  const all = [...redNames, ...greenNames, ...row.red.map(({ name }) => name), ...row.green.map(({ name }) => name)];
  const notRun = [...new Set<string>(all)].filter((name) => !shown.has(name) && !isExcused(row, name));
  const record = {
    names: [...redNames, ...greenNames],
    runner: row.runner,
    adapter: row.create().name,
    command: row.command,
    version,
    date: new Date().toISOString().slice(0, 10),
    commit: commit(),
    machine: `${platform()} ${arch()}, ${availableParallelism()} cores, jail ${jail}, node ${process.version}`,
    supported: problems.length === 0 && notRun.length === 0 && seen.every(({ ok }) => ok),
    problems,
    notRun: problems.length === 0 ? notRun : [],
    narrows,
    lacks: row.lacks ?? {},
    cases: seen,
  };
  write(row.runner, record);
}

/** An adapter that no row is for. */
export function recordUntested(runner: string, why: string): void {
  const nothing = { command: '', version: null, machine: '', supported: false, notRun: [], narrows: false, cases: [] };
  const date = new Date().toISOString().slice(0, 10);
  const names = [...redNames, ...greenNames];
  write(runner, { ...nothing, names, runner, adapter: runner, date, commit: commit(), problems: [why], lacks: {} });
}

function write(runner: string, record: object): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${runner.replace(/[^\w.-]+/g, '-')}.json`), `${JSON.stringify(record, null, 2)}\n`);
}

function isExcused(row: MatrixRow, name: string): boolean {
  return Object.hasOwn(row.lacks ?? {}, name);
}

/** With a mark when the tree is not that commit's. */
function commit(): string {
  try {
    const git = (...args: readonly string[]): string => execFileSync('git', args, { encoding: 'utf8' }).trim();
    const changed = git('status', '--porcelain', '--', 'src', 'test/matrix') !== '';
    return git('rev-parse', '--short', 'HEAD') + (changed ? ' and changes' : '');
  } catch {
    return 'unknown';
  }
}
