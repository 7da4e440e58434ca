import { readdir, stat } from 'node:fs/promises';
import { isAbsolute, join } from 'node:path';
import type { StoredThing } from '../../domain/run/housekeeping.js';
import { removeTree } from '../artifacts/remove-tree.js';
import { treeSize } from '../artifacts/tree-size.js';
import { runGit } from './git-command.js';
import { gitEnvironment } from './git-environment.js';

interface GitPlace {
  /** Pawl's home. */
  readonly home: string;
  /** The PATH on which `git` is found. */
  readonly path: string;
}

const kept = ['refs/pawl/attempts/', 'refs/pawl/attempt-logs/', 'refs/pawl/reviewed/'] as const;

/** Trusted repositories of origins that are gone, and, of all others, what is kept of each run beside the branches. */
export async function storedInRepositories(place: GitPlace, nowMs: number): Promise<readonly StoredThing[]> {
  const top = join(place.home, 'repositories');
  const names = (await readdir(top).catch((): string[] => [])).filter((name) => !name.startsWith('.')).sort();
  const things: StoredThing[] = [];
  for (const name of names) {
    const folder = join(top, name);
    if (await isOriginGone(place, folder)) {
      const { bytes, changedAtMs } = await treeSize(folder);
      things.push({
        kind: 'mirror',
        id: folder,
        run: null,
        isDone: false,
        bytes,
        usedAtMs: Math.min(changedAtMs, nowMs),
      });
    } else things.push(...(await attemptsIn(place, folder, nowMs)));
  }
  return things;
}

/** Removes one of them. @returns paths that could not be removed */
export async function removeStored(place: GitPlace, { kind, id, run }: StoredThing): Promise<readonly string[]> {
  if (kind === 'mirror') return removeTree(id);
  const folder = id.slice(0, id.lastIndexOf(' '));
  const refs = (await refsIn(place, folder)).filter((ref) => ref.run === run).map((ref) => ref.name);
  const lines = refs.map((name) => `delete ${name}\n`).join('');
  const answer = await git(place, folder, ['update-ref', '--stdin'], lines);
  return answer.code === 0 ? [] : refs;
}

/**
 * Packs what is left and drops objects that nothing has pointed at for two weeks. Only while no run is in progress: such a
 * run's newest tree is pointed at by nothing but its history.
 */
export async function packRepositories(place: GitPlace, ids: readonly string[]): Promise<void> {
  const folders = new Set(ids.map((id) => id.slice(0, id.lastIndexOf(' '))));
  for (const folder of folders) await git(place, folder, ['gc', '--quiet', '--prune=2.weeks.ago']);
}

/** A remote's URL is no path: whether it is gone can't be told from here. */
async function isOriginGone(place: GitPlace, folder: string): Promise<boolean> {
  const { code, out } = await git(place, folder, ['config', '--local', '--get', 'remote.origin.url']);
  const url = out.toString('utf8').trim();
  if (code !== 0 || !isAbsolute(url)) return false;
  return stat(url).then(
    () => false,
    (error: unknown) => typeof error === 'object' && error !== null && 'code' in error && error.code === 'ENOENT',
  );
}

interface KeptRef {
  readonly name: string;
  readonly run: string;
  readonly atMs: number;
}

async function attemptsIn(place: GitPlace, folder: string, nowMs: number): Promise<readonly StoredThing[]> {
  const newest = new Map<string, number>();
  for (const { run, atMs } of await refsIn(place, folder)) newest.set(run, Math.max(atMs, newest.get(run) ?? 0));
  return [...newest].map(([run, atMs]) => {
    const id = `${folder} refs/pawl/*/${run}`;
    return { kind: 'attempt', id, run, isDone: false, bytes: 0, usedAtMs: Math.min(atMs, nowMs) };
  });
}

/** Marks of reviews count with their run, but are as old as the commit they stand at. */
async function refsIn(place: GitPlace, folder: string): Promise<readonly KeptRef[]> {
  const format = '--format=%(committerdate:unix) %(refname)';
  const { out } = await git(place, folder, ['for-each-ref', format, ...kept]);
  return out
    .toString('utf8')
    .split('\n')
    .flatMap((line) => {
      const [seconds = '', name = ''] = line.split(' ');
      const run = kept.map((prefix) => (name.startsWith(prefix) ? name.slice(prefix.length) : '')).find(Boolean);
      return run === undefined ? [] : [{ name, run: run.split('/')[0] ?? '', atMs: Number(seconds) * 1_000 }];
    });
}

function git(place: GitPlace, folder: string, args: readonly string[], input?: string) {
  const gitDir = join(folder, 'trusted.git');
  const env = { ...gitEnvironment(place.path, join(folder, 'home')), GIT_DIR: gitDir };
  return runGit({ args, env, cwd: folder, ...(input === undefined ? {} : { input }) });
}
