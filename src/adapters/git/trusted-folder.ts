import { createHash, randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile, realpath, rename, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { RepositoryError } from '../../ports/repository.js';
import { errorWords } from '../artifacts/error-facts.js';
import { writeAtomically } from '../artifacts/atomic-write.js';
import { removeTree } from '../artifacts/remove-tree.js';
import { folderOfUrl, isRemoteOrigin } from '../../domain/run/origin-url.js';
import { configQuoted } from './config-text.js';
import { remoteOf } from './remote.js';
import { trustedConfig } from './trusted-config.js';

/** Where the trusted repository of one origin lies, in Pawl's home. */
export interface TrustedFolder {
  /** The bare git directory. */
  readonly gitDir: string;
  /** HOME of our git commands: holds our `.gitconfig` and nothing else. */
  readonly home: string;
  /** Private indexes and drafts; one folder a call. */
  readonly temporary: string;
}

export interface OriginPlace {
  /** Of a remote: its URL, in both. */
  readonly path: string;
  /** Common git directory. */
  readonly gitDir: string;
}

/**
 * Highest in precedence of all attribute files: bytes go in and out of the repository as they are, whatever
 * a `.gitattributes` in the tree says (F60). `!diff` keeps diffs of files that such a file calls binary.
 */
export const neutralAttributes = '* -text -filter -ident -working-tree-encoding -eol !diff\n';

/** A call lasts seconds; what is older was left by a worker that is gone. */
const leftoverMs = 3_600_000;

/**
 * Makes the folder when it is missing and mends it when a file of ours differs. No git is run: the few
 * files are written, then the whole folder is renamed into place, so that two workers at once, or a
 * `kill -9` half-way, leave one whole repository.
 */
export async function openTrustedFolder(pawlHome: string, origin: OriginPlace): Promise<TrustedFolder> {
  const repositories = join(pawlHome, 'repositories');
  const top = join(repositories, await folderName(origin));
  const folder = { gitDir: join(top, 'trusted.git'), home: join(top, 'home'), temporary: join(top, 'temporary') };
  if (!(await isThere(top))) await createWhole(repositories, top);
  for (const name of folders) await mkdir(join(top, name), { recursive: true, mode: 0o700 });
  for (const [path, text] of await ownFiles(folder, origin)) {
    const present = await readFile(path, 'utf8').catch(() => null);
    if (present !== text) await writeAtomically(path, text);
  }
  await removeLeftovers(folder.temporary);
  return folder;
}

/** Readable, and never the same for two origins: the name of the project's folder and a hash of its path, or URL. */
async function folderName(origin: OriginPlace): Promise<string> {
  const at = isRemoteOrigin(origin.gitDir) ? remoteOf(origin.gitDir).url : await realGitDir(origin);
  const project = basename(at) === '.git' ? basename(dirname(at)) : basename(at, '.git');
  const readable = project.replace(/[^A-Za-z0-9._-]/g, '-').replace(/^[.-]+/, '') || 'repository';
  return `${readable.slice(0, 60)}-${createHash('sha256').update(at).digest('hex').slice(0, 12)}`;
}

async function realGitDir(origin: OriginPlace): Promise<string> {
  return realpath(origin.gitDir).catch((error: unknown) => {
    throw new RepositoryError('unreachable', `The origin ${origin.path} can't be read: ${errorWords(error)}`);
  });
}

const folders = [
  'trusted.git/objects/info',
  'trusted.git/objects/pack',
  'trusted.git/refs/heads',
  'trusted.git/info',
  'home',
  'temporary',
] as const;

async function createWhole(repositories: string, top: string): Promise<void> {
  const drafts = join(repositories, '.drafts');
  const draft = join(drafts, randomBytes(8).toString('hex'));
  for (const name of folders) await mkdir(join(draft, name), { recursive: true, mode: 0o700 });
  await writeAtomically(join(draft, 'trusted.git/HEAD'), headText);
  // Fails when another worker was quicker; its folder is as good as ours.
  await rename(draft, top).catch(async (error: unknown) => {
    await removeTree(draft);
    if (!(await isThere(top))) throw error;
  });
  await removeLeftovers(drafts);
}

/** The repository's own branches are only ever moved by name, so HEAD names one that never exists. */
const headText = 'ref: refs/heads/none\n';

async function ownFiles(
  folder: TrustedFolder,
  { gitDir }: OriginPlace,
): Promise<readonly (readonly [string, string])[]> {
  // A remote's own receive-pack runs on its host; that of a folder, also of a `file://` one, runs here.
  const place = isRemoteOrigin(gitDir) ? folderOfUrl(gitDir) : gitDir;
  const real = place === null ? null : await realpath(place).catch(() => place);
  const origin = isRemoteOrigin(gitDir) || real === null ? gitDir : real;
  const safe = new Set([
    folder.gitDir,
    await realpath(folder.gitDir),
    ...(place === null ? [] : [place, real ?? place]),
  ]);
  const lines = [...safe].map((path) => `\tdirectory = ${configQuoted(path)}\n`).join('');
  return [
    [join(folder.gitDir, 'HEAD'), headText],
    [join(folder.gitDir, 'config'), trustedConfig(origin, place !== null)],
    [join(folder.gitDir, 'info/attributes'), neutralAttributes],
    // Git refuses folders of another user (T6); these are the ones we mean.
    [join(folder.home, '.gitconfig'), `[safe]\n${lines}`],
  ];
}

/** Removes what calls of a worker that was killed have left. */
async function removeLeftovers(folder: string): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name);
    const changed = (await stat(path).catch(() => null))?.mtimeMs ?? Date.now();
    if (Date.now() - changed > leftoverMs) await removeTree(path);
  }
}

async function isThere(path: string): Promise<boolean> {
  return (await stat(path).catch(() => null)) !== null;
}
