import { readFile } from 'node:fs/promises';
import { isAbsolute, join, resolve } from 'node:path';
import { isRemoteOrigin } from '../../domain/run/origin-url.js';
import { errorWords } from '../artifacts/error-facts.js';
import { RepositoryError, type ObjectId } from '../../ports/repository.js';
import { gitFailure, lockInTheWay } from './git-failure.js';
import { branchRef, isBranchName } from './names.js';
import type { Trusted } from './trusted.js';

/** Where the origin's refs stand in the trusted repository; `+` because the origin may rewrite its own. */
const refspecs = [
  '+refs/heads/*:refs/origin/heads/*',
  '+refs/remotes/*:refs/origin/remotes/*',
  '+refs/tags/*:refs/origin/tags/*',
] as const;

const fetchTries = 6;

const originHead = 'refs/origin/HEAD';

export async function fetchOrigin(trusted: Trusted): Promise<void> {
  const quiet = ['fetch', '--quiet', '--prune', '--no-tags', '--no-recurse-submodules', '--no-write-fetch-head'];
  const plain = [...quiet, '--no-auto-maintenance', '--no-auto-gc', '--end-of-options', 'origin', ...refspecs];
  const isRemote = isRemoteOrigin(trusted.origin.gitDir);
  const head: Head = isRemote ? { kind: 'branch', ref: '' } : await headOf(trusted);
  // A detached HEAD may be on no branch; it is fetched by its name.
  const detached = head.kind === 'detached' ? [`+${head.sha}:${originHead}`] : [];
  // Two runs that fetch at once race for the same refs; the loser finds them moved and looks again.
  for (let triesLeft = fetchTries - 1; ; triesLeft -= 1) {
    const answer = await trusted.run([...plain, ...detached]);
    if (answer.code === 0) return;
    const raced = answer.err.includes('cannot lock ref') && lockInTheWay(answer) === null;
    if (!raced || triesLeft === 0) throw gitFailure('git fetch', answer, 'unreachable');
    await new Promise((resolve) => setTimeout(resolve, 20 + Math.random() * 80));
  }
}

/** Branch that the HEAD of a remote names; null when it names none, as in an empty repository. */
export async function remoteHead(trusted: Trusted): Promise<string | null> {
  const args = ['ls-remote', '--quiet', '--symref', '--end-of-options', 'origin', 'HEAD'];
  const text = await trusted.text(args, { otherwise: 'unreachable' });
  return /^ref: refs\/heads\/(.+)\tHEAD$/m.exec(text)?.[1] ?? null;
}

type Head = { readonly kind: 'branch'; readonly ref: string } | { readonly kind: 'detached'; readonly sha: ObjectId };

/** What HEAD of the origin's checkout says, read as a plain file: a linked work tree has one of its own. */
async function headOf(trusted: Trusted): Promise<Head> {
  if (isRemoteOrigin(trusted.origin.gitDir)) {
    return { kind: 'branch', ref: `refs/heads/${(await remoteHead(trusted)) ?? 'main'}` };
  }
  const text = (await readHead(trusted)).trim();
  const branch = /^ref: (refs\/.+)$/.exec(text)?.[1];
  if (branch !== undefined) return { kind: 'branch', ref: branch };
  if (/^[0-9a-f]{40}$/.test(text)) return { kind: 'detached', sha: text };
  throw new RepositoryError('other', `The origin's HEAD can't be read: ${JSON.stringify(text.slice(0, 100))}.`);
}

async function readHead(trusted: Trusted): Promise<string> {
  try {
    return await readFile(join(await checkoutGitDir(trusted), 'HEAD'), 'utf8');
  } catch (error) {
    const words = errorWords(error);
    throw new RepositoryError('unreachable', `The origin ${trusted.origin.path} can't be read: ${words}`);
  }
}

async function checkoutGitDir(trusted: Trusted): Promise<string> {
  const { path, gitDir } = trusted.origin;
  const link = await readFile(join(path, '.git'), 'utf8').catch(() => null);
  const target = link === null ? null : /^gitdir: (.+?)\n*$/s.exec(link)?.[1];
  if (target === null || target === undefined) return gitDir;
  return isAbsolute(target) ? target : resolve(path, target);
}

/**
 * What was typed, in this order: branch, remote-tracking branch (`origin/main`), tag, HEAD, full ref, commit
 * name (4 digits or more). Anything that is no ref name is unknown, so nothing reaches git as an option (T7).
 */
export async function resolveInOrigin(trusted: Trusted, name: string): Promise<ObjectId | null> {
  if (name === 'HEAD') return firstCommit(trusted, [await headName(trusted)]);
  if (!isBranchName(name)) return null;
  const refs = ['heads', 'remotes', 'tags'].map((kind) => `refs/origin/${kind}/${name}`);
  const full = /^refs\/(heads|remotes|tags)\/.+/.test(name) ? [`refs/origin/${name.slice('refs/'.length)}`] : [];
  const found = await firstCommit(trusted, [...refs, ...full]);
  if (found !== null || !/^[0-9a-f]{4,40}$/i.test(name)) return found;
  const commit = await firstCommit(trusted, [name.toLowerCase()]);
  return commit !== null && (await isInOrigin(trusted, commit)) ? commit : null;
}

async function headName(trusted: Trusted): Promise<string> {
  const head = await headOf(trusted);
  if (head.kind === 'detached') return head.sha;
  return `refs/origin/${head.ref.slice('refs/'.length)}`;
}

/** The first name that stands for a commit; tags are peeled. One git command for all names. */
async function firstCommit(trusted: Trusted, names: readonly string[]): Promise<ObjectId | null> {
  const input = names.map((name) => `${name}^{commit}\n`).join('');
  const lines = (await trusted.text(['cat-file', '--batch-check=%(objectname) %(objecttype)'], { input })).split('\n');
  const found = lines.map((line) => /^([0-9a-f]{40}) commit$/.exec(line)?.[1]).find((id) => id !== undefined);
  return found ?? null;
}

/** The trusted repository also holds Pawl's own commits; a person means one that the origin has. */
async function isInOrigin(trusted: Trusted, commit: ObjectId): Promise<boolean> {
  const args = ['for-each-ref', '--count=1', '--format=%(refname)', '--contains', commit, 'refs/origin'];
  return (await trusted.text(args)) !== '';
}

/** The branch in the origin as of now; null when absent. */
export async function originTip(trusted: Trusted, branch: string): Promise<ObjectId | null> {
  const ref = branchRef(branch);
  const args = ['ls-remote', '--quiet', '--end-of-options', 'origin', ref];
  const lines = (await trusted.text(args, { otherwise: 'unreachable' })).split('\n');
  // ls-remote takes the name as the end of a ref; only the whole one counts.
  const line = lines.find((text) => text.slice(41) === ref);
  return line === undefined ? null : line.slice(0, 40);
}
