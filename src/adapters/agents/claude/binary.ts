import { execFile, execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { realPath } from '../needed-by.js';

const run = promisify(execFile);

/** A claude binary and what it says of itself. */
export interface ClaudeBinary {
  /** Real path: the name on PATH may be a link out of a folder that a jail hides. */
  readonly path: string;
  /** `2.1.332`; null when it said something else. */
  readonly version: string | null;
  /** Every long flag its help names. */
  readonly flags: ReadonlySet<string>;
}

/** Asks each binary once; a changed file is asked again. */
export interface ClaudeBinaries {
  /** @throws when it can't be run or does not answer in time. */
  ask(path: string, env: Readonly<Record<string, string>>): Promise<ClaudeBinary>;
  /** For the moment of a leaf's start: what is known, else a quick look. Never throws: nothing known is an answer. */
  known(path: string, env: Readonly<Record<string, string>>): ClaudeBinary;
}

/** A first start from a cold disk took 4 s. */
const patienceMs = 20_000;
/** The quick look holds up the whole worker, whose heartbeats may be late by 10 s; 0.2 s were measured. */
const quickMs = 3_000;
const questions: readonly string[] = ['--version', '--help'];

export function createClaudeBinaries(): ClaudeBinaries {
  const answers = new Map<string, ClaudeBinary>();
  const keep = (binary: ClaudeBinary): ClaudeBinary => {
    // A look that failed is no knowledge: the next leaf looks again.
    if (binary.version !== null) answers.set(keyOf(binary.path), binary);
    return binary;
  };
  return {
    ask: async (path, env) => answers.get(keyOf(path)) ?? keep(await askBinary(realPath(path), env)),
    known: (path, env) => answers.get(keyOf(path)) ?? keep(quickLook(realPath(path), env)),
  };
}

async function askBinary(path: string, env: Readonly<Record<string, string>>): Promise<ClaudeBinary> {
  const home = mkdtempSync(join(tmpdir(), 'pawl-claude-'));
  try {
    const said: string[] = [];
    // One after the other: the second is quick when the first has brought the file into memory.
    for (const question of questions) {
      const options = { env: envIn(home, env), timeout: patienceMs, killSignal: 'SIGKILL' } as const;
      const { stdout } = await run(path, [question], options);
      said.push(stdout);
    }
    return binaryOf(path, said);
  } finally {
    removeHome(home);
  }
}

function quickLook(path: string, env: Readonly<Record<string, string>>): ClaudeBinary {
  const home = mkdtempSync(join(tmpdir(), 'pawl-claude-'));
  try {
    const options = { env: envIn(home, env), timeout: quickMs, stdio: 'pipe', encoding: 'utf8' } as const;
    return binaryOf(
      path,
      questions.map((question) => execFileSync(path, [question], { ...options, killSignal: 'SIGKILL' })),
    );
  } catch {
    return { path, version: null, flags: new Set() };
  } finally {
    removeHome(home);
  }
}

/** The person's own settings and login are no business of a question for the version. */
function envIn(home: string, env: Readonly<Record<string, string>>): Record<string, string> {
  return { ...env, HOME: home, CLAUDE_CONFIG_DIR: home, TMPDIR: home };
}

function removeHome(home: string): void {
  rmSync(home, { recursive: true, force: true, maxRetries: 5 });
}

function binaryOf(path: string, [version = '', help = '']: readonly string[]): ClaudeBinary {
  return {
    path,
    version: /^(\d+\.\d+\.\d+)\b/.exec(version.trim())?.[1] ?? null,
    flags: new Set(help.match(/--[a-z][a-z-]+/g) ?? []),
  };
}

function keyOf(path: string): string {
  const real = realPath(path);
  const facts = statSync(real, { throwIfNoEntry: false });
  return `${real}\n${facts?.mtimeMs ?? 0}\n${facts?.size ?? 0}`;
}
