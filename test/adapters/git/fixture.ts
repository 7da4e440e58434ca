import { mkdir, readdir, readFile, readlink, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { createRepositories } from '../../../src/adapters/git/repositories.js';
import type { Repositories, Repository } from '../../../src/ports/repository.js';
import { repository, temporaryFolder, type TestRepository, type TestTree } from '../../support/git-repos.js';

export const noPeople = { authorName: null, authorEmail: null, email: null };

/** Repositories in a Pawl's home of their own; nobody's settings but the origin's count. */
export function repositoriesIn(home: string, gitGlobalConfig = join(home, 'no-gitconfig')): Repositories {
  return createRepositories({
    home,
    path: process.env['PATH'] ?? '/usr/bin:/bin',
    gitGlobalConfig,
    people: noPeople,
    systemConfig: false,
  });
}

export interface Opened {
  readonly home: string;
  readonly origin: TestRepository;
  readonly repositories: Repositories;
  readonly trusted: Repository;
  /** The origin's commit and its tree. */
  readonly commit: string;
  readonly tree: string;
  /** A path that does not exist yet. */
  folder(name: string): string;
}

/** An origin with one commit, and its trusted repository with everything fetched. */
export async function opened(files: TestTree): Promise<Opened> {
  return openedOn(await repository(files));
}

export async function openedOn(origin: TestRepository): Promise<Opened> {
  const home = await temporaryFolder('pawl-home');
  const repositories = repositoriesIn(home);
  const trusted = await repositories.open(origin);
  await trusted.fetch();
  const work = join(home, 'folders');
  await mkdir(work);
  const commit = await origin.git('rev-parse', 'HEAD');
  const tree = await origin.git('rev-parse', 'HEAD^{tree}');
  return { home, origin, repositories, trusted, commit, tree, folder: (name) => join(work, name) };
}

export const ada = { name: 'Ada Example', email: 'ada@example.org' };
export const atMs = Date.UTC(2026, 10, 30, 12);

/** Everything below a folder: kind, executable bit and content; `.git` at the top left out unless asked for. */
export async function contents(folder: string, withGit = false): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  const entries = await readdir(folder, { recursive: true, withFileTypes: true, encoding: 'utf8' });
  for (const entry of entries) {
    const path = join(entry.parentPath, entry.name);
    const name = path.slice(folder.length + 1);
    if (!withGit && (name === '.git' || name.startsWith('.git/'))) continue;
    if (entry.isSymbolicLink()) found[name] = `link ${await readlink(path)}`;
    else if (entry.isFile()) {
      const program = ((await stat(path)).mode & 0o100) === 0 ? '' : 'program ';
      found[name] = `${program}${(await readFile(path)).toString('latin1')}`;
    }
  }
  return found;
}

/** Names and times of all files of a checkout, its git directory included: to see that nothing was touched. */
export async function snapshot(folder: string): Promise<string> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true, encoding: 'utf8' });
  const lines = entries.map(async (entry) => {
    const path = join(entry.parentPath, entry.name);
    const stats = await stat(path).catch(() => null);
    return `${path} ${String(stats?.mtimeMs)} ${String(stats?.size)} ${String(stats?.mode)}`;
  });
  return (await Promise.all(lines)).sort().join('\n');
}

export async function foldersIn(home: string): Promise<readonly string[]> {
  return (await readdir(join(home, 'repositories'))).filter((name) => !name.startsWith('.'));
}

export async function trustedDir(home: string): Promise<string> {
  const [name = ''] = await foldersIn(home);
  return join(home, 'repositories', name, 'trusted.git');
}
