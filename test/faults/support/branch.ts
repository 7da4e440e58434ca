import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { parseLedger } from '../../../src/texts/ledger.js';
import type { Ground, WatchedRun } from './fault.js';

const run = promisify(execFile);

export interface Commit {
  readonly sha: string;
  readonly parents: readonly string[];
  readonly subject: string;
  /** Trailers as git itself reads them. */
  readonly trailers: Readonly<Record<string, readonly string[]>>;
  /** Steps that the ledger of its tree has ticked. */
  readonly ticked: readonly string[];
  /** Digest of its tree without the ledger: Pawl's own marks are no part of a verdict (I3). */
  readonly content: string;
}

/** The branch of a run as plain git shows it, oldest first; the commits lie in the trusted repository, too. */
export interface Branch {
  readonly base: string;
  readonly baseContent: string;
  readonly commits: readonly Commit[];
  /** Digest of any tree of this run without the ledger. */
  content(tree: string): Promise<string>;
}

export const storyBranch = 'tdd/docs--issue';

/** Null when the run got no branch. */
export async function branchOf(ground: Ground, { told, base }: WatchedRun): Promise<Branch | null> {
  const trusted = await trustedOf(ground, told.origin);
  if (trusted === null) return null;
  const git = async (...args: string[]): Promise<string> =>
    (await run('git', ['--git-dir', trusted, ...args], { maxBuffer: 64 * 1024 * 1024 })).stdout;
  const { slug } = told.input.source;
  const branch = `refs/heads/tdd/${slug}`;
  const ledger = `.tdd/${slug}.md`;
  const known = await git('for-each-ref', '--format=%(refname)', branch);
  if (known.trim() === '') return null;
  const content = async (tree: string): Promise<string> => {
    const lines = (await git('ls-tree', '-r', '-z', '--full-tree', tree)).split('\0');
    const kept = lines.filter((line) => !line.endsWith(`\t${ledger}`));
    return createHash('sha256').update(kept.join('\0')).digest('hex');
  };
  const shas = (await git('rev-list', '--reverse', '--topo-order', `${base}..${branch}`)).trim();
  const commits: Commit[] = [];
  for (const sha of shas === '' ? [] : shas.split('\n')) commits.push(await commitOf(git, { sha, ledger }, content));
  return { base, baseContent: await content(base), commits, content };
}

type Git = (...args: string[]) => Promise<string>;

async function commitOf(
  git: Git,
  { sha, ledger: path }: { readonly sha: string; readonly ledger: string },
  content: Branch['content'],
): Promise<Commit> {
  const [parents = '', subject = '', trailers = ''] = (
    await git('log', '-1', '--format=%P%x00%s%x00%(trailers:only,unfold)', sha)
  ).split('\0');
  const ledger = await git('show', `${sha}:${path}`).catch(() => '');
  return {
    sha,
    parents: parents.split(' ').filter((parent) => parent !== ''),
    subject,
    trailers: trailersIn(trailers),
    ticked:
      ledger === ''
        ? []
        : parseLedger(ledger)
            .steps.filter(({ done }) => done)
            .map(({ id }) => id),
    content: await content(sha),
  };
}

function trailersIn(text: string): Record<string, string[]> {
  const found: Record<string, string[]> = {};
  for (const line of text.split('\n')) {
    const at = line.indexOf(': ');
    if (at > 0) (found[line.slice(0, at)] ??= []).push(line.slice(at + 2));
  }
  return found;
}

/** The trusted repository of an origin, by the remote that it names itself or by its folder's name. */
export async function trustedOf(ground: Ground, origin: string): Promise<string | null> {
  const repositories = join(ground.rig.home, 'repositories');
  const wanted = origin.split('/').at(-1) ?? '';
  for (const name of await readdir(repositories).catch(() => [])) {
    if (name.startsWith(`${wanted}-`)) return join(repositories, name, 'trusted.git');
  }
  return null;
}
