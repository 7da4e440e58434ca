import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type ObjectId, type OriginFacts, RepositoryError } from '../../ports/repository.js';
import { removeTree } from '../artifacts/remove-tree.js';
import { runGit } from './git-command.js';
import { gitEnvironment, type GitOptions } from './git-environment.js';
import { textOf } from './names.js';
import { findPlace, type FoundPlace } from './origin-place.js';
import { originHooks } from './origin-hooks.js';
import { authorOf, isPartialClone, readSettings } from './origin-settings.js';
import { signingIn } from './signing-settings.js';
import { remoteSlug } from './remote-slug.js';
import { readStatus } from './origin-status.js';
import { unwritable } from './origin-writable.js';
import { makeStandIn, type StandIn } from './stand-in.js';
import { parseTree } from './tree-entries.js';

/** Finds out about an origin. Changes nothing there and runs nothing that it configures (T4). */
export async function inspect(options: GitOptions, path: string): Promise<OriginFacts> {
  const drafts = join(options.home, 'repositories', '.drafts');
  const scratch = join(drafts, randomBytes(8).toString('hex'));
  await mkdir(drafts, { recursive: true, mode: 0o700 });
  // On its own: of a file system that is read-only, a recursive mkdir only says that something is not there (F53).
  await mkdir(scratch, { mode: 0o700 });
  try {
    return await inspectWith(options, path, scratch);
  } finally {
    await removeTree(scratch);
  }
}

async function inspectWith(options: GitOptions, path: string, scratch: string): Promise<OriginFacts> {
  // A checkout of another user is read like any other (T6): nothing of it is run.
  await writeFile(join(scratch, '.gitconfig'), '[safe]\n\tdirectory = *\n');
  const env = gitEnvironment(options.path, scratch);
  const place = await findPlace(path, env);
  const settings = await readSettings(options, place, scratch);
  const unreadable = refusedUnread(place, isPartialClone(settings));
  const hooks = await originHooks(options, place, settings);
  const readOnly = await unwritable(place.commonGitDir);
  const facts = {
    path: place.top,
    bare: place.bare,
    gitDir: place.commonGitDir,
    remoteSlug: remoteSlug(settings),
    headBranch: await headBranch(place),
    author: authorOf(settings, options),
    wantsSigning: settings.isTrue('commit.gpgsign'),
    ...(await signingIn(options, place, settings, scratch)),
    ...(hooks === null ? {} : { hooks }),
    ...(readOnly === null ? {} : { unwritable: readOnly }),
  };
  if (unreadable.length > 0) {
    return { ...facts, hasCommits: true, trackedChanges: [], untracked: [], unsupported: unreadable };
  }
  const head = await headCommit(place, env);
  const standIn = await makeStandIn(options, { place, settings, head }, scratch);
  const [status, unsupported] = await Promise.all([
    place.bare ? { trackedChanges: [], untracked: [] } : readStatus(standIn, settings),
    head === null ? [] : refusedContent(standIn, head),
  ]);
  return { ...facts, ...status, hasCommits: head !== null || (await hasBranch(place, env)), unsupported };
}

/** Reasons that stand in the way of even reading objects (F62). */
function refusedUnread(place: FoundPlace, partial: boolean): readonly string[] {
  return [
    ...(place.objectFormat === 'sha1' ? [] : [`object names by ${place.objectFormat} (expected sha1)`]),
    ...(place.shallow ? ['a shallow clone (mend it with: git fetch --unshallow)'] : []),
    ...(partial ? ['a partial clone (expected one with all objects: git clone without --filter)'] : []),
  ];
}

async function headBranch(place: FoundPlace): Promise<string | null> {
  const text = await readFile(join(place.checkoutGitDir, 'HEAD'), 'utf8').catch(() => '');
  return /^ref: refs\/heads\/(.+?)\n*$/s.exec(text)?.[1] ?? null;
}

/** Null before the first commit. */
export async function headCommit(place: FoundPlace, env: Readonly<Record<string, string>>): Promise<ObjectId | null> {
  const args = ['rev-parse', '--verify', '--quiet', 'HEAD^{commit}'];
  const answer = await runGit({ args, env: { ...env, GIT_DIR: place.checkoutGitDir }, cwd: place.commonGitDir });
  if (answer.code === 0) return answer.out.toString('utf8').trim();
  if (answer.code === 1) return null;
  throw new RepositoryError('other', `HEAD of ${place.top} can't be read: ${answer.err.trim()}`);
}

/** A checkout of an unborn branch may stand beside branches with commits. */
async function hasBranch(place: FoundPlace, env: Readonly<Record<string, string>>): Promise<boolean> {
  const args = ['for-each-ref', '--count=1', '--format=%(refname)', 'refs/heads'];
  const answer = await runGit({ args, env: { ...env, GIT_DIR: place.commonGitDir }, cwd: place.commonGitDir });
  return answer.out.length > 0;
}

/** What stands in the tree that Pawl can't carry: submodules (F37) and LFS pointers (F61). */
export async function refusedContent({ must }: Pick<StandIn, 'must'>, head: ObjectId): Promise<readonly string[]> {
  const entries = parseTree(await must(['ls-tree', '-r', '-z', '--full-tree', head]));
  const links = entries.filter((entry) => entry.mode === '160000').map((entry) => textOf(entry.path));
  const listed = entries.some((entry) => entry.path === '.gitmodules');
  const attributes = entries.filter(
    (entry) => /(^|\/)\.gitattributes$/.test(entry.path) && entry.mode.startsWith('100'),
  );
  const ids = attributes.map((entry) => `${entry.id}\n`).join('');
  const texts = attributes.length === 0 ? '' : (await must(['cat-file', '--batch'], ids)).toString('latin1');
  const lfs = texts.split('\n').some((line) => !line.startsWith('#') && /\sfilter=lfs(\s|$)/.test(line));
  return [
    ...(links.length > 0 || listed ? [`submodules (${links.slice(0, 3).join(', ') || '.gitmodules'})`] : []),
    ...(lfs ? ['Git LFS (a .gitattributes sets filter=lfs)'] : []),
  ];
}
