import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { repository, temporaryFolder, type TestRepository, type TestTree } from '../../support/git-repos.js';
import { client } from './client.js';

export interface GateVerdict {
  readonly code: number;
  readonly out: string;
  readonly err: string;
  /** Outside the list, all three kinds. */
  readonly outside: { readonly added: string[]; readonly modified: string[]; readonly deleted: string[] } | null;
  readonly notes: readonly string[];
}

export interface GateCall {
  readonly list?: string | Buffer;
  /** Null: no --base. */
  readonly base?: string | null;
  /** From the top of the checkout. */
  readonly cwd?: string;
}

export const none = { added: [], modified: [], deleted: [] };

/** Where the seed has its list; the gate passes by the folder. */
export const listPath = '.tdd-loop/allowlist.txt';

/** `pawl file-gate --json` in a checkout, as typed there. */
export async function gateIn(top: string, { list = '', base = 'main', cwd = '' }: GateCall = {}): Promise<GateVerdict> {
  await mkdir(join(top, dirname(listPath)), { recursive: true });
  await writeFile(join(top, listPath), list);
  const wanted = base === null ? [] : ['--base', base];
  return typed(join(top, cwd), '--allowlist', join(top, listPath), ...wanted, '--json');
}

/** `pawl file-gate` with these words. */
export async function typed(cwd: string, ...words: readonly string[]): Promise<GateVerdict> {
  process.chdir(cwd);
  const { code, out, err } = await client('file-gate', ...words);
  const data: unknown = out.startsWith('{') ? JSON.parse(out) : null;
  const said = (data ?? {}) as Partial<GateVerdict>;
  return { code, out, err, outside: said.outside ?? null, notes: said.notes ?? [] };
}

/** `main` with these files, and a branch cut from it. */
export async function branchOf(files: TestTree): Promise<TestRepository> {
  const made = await repository(files);
  await made.git('checkout', '--quiet', '-b', 'tdd/work');
  return made;
}

/** Pawl's home and nobody's git settings, for the client in this process; gives back what was there. */
export async function atDesk(): Promise<() => void> {
  const names = ['PAWL_HOME', 'GIT_CONFIG_GLOBAL'] as const;
  const before = names.map((name) => [name, process.env[name]] as const);
  const cwd = process.cwd();
  const home = await temporaryFolder('pawl-gate-home');
  Object.assign(process.env, { PAWL_HOME: home, GIT_CONFIG_GLOBAL: join(home, 'no-gitconfig') });
  return () => {
    process.chdir(cwd);
    for (const [name, value] of before) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
  };
}
