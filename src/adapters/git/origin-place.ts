import { realpath, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { NotARepositoryError } from '../../ports/repository.js';
import { runGit, type GitAnswer } from './git-command.js';
import { gitFailure } from './git-failure.js';

/** Where a repository lies, as git's own discovery finds it from a path inside. */
export interface FoundPlace {
  /** Top of the work tree, or the bare repository. */
  readonly top: string;
  readonly bare: boolean;
  /** Git directory of this checkout; a linked work tree has one of its own. */
  readonly checkoutGitDir: string;
  readonly commonGitDir: string;
  readonly shallow: boolean;
  readonly objectFormat: string;
}

/** `rev-parse` reads the repository's config but starts nothing that it names. */
export async function findPlace(path: string, env: Readonly<Record<string, string>>): Promise<FoundPlace> {
  const start = await existingFolder(path);
  const ask = async (...flags: readonly string[]) => {
    const answer = await runGit({ args: ['rev-parse', '--path-format=absolute', ...flags], env, cwd: start });
    if (answer.code !== 0) throw notFound(path, answer);
    return answer.out.toString('utf8').replace(/\n$/, '');
  };
  const facts = await ask(
    '--is-bare-repository',
    '--is-inside-work-tree',
    '--is-shallow-repository',
    '--show-object-format',
  );
  const [bare, insideWorkTree, shallow, objectFormat = 'sha1'] = facts.split('\n');
  if (bare !== 'true' && insideWorkTree !== 'true') {
    throw new NotARepositoryError(`${path} lies inside a .git folder. Expected the checkout it belongs to.`);
  }
  // One question each: a path may hold a newline.
  const [checkoutGitDir, commonGitDir, top] = await Promise.all([
    ask('--git-dir'),
    ask('--git-common-dir'),
    bare === 'true' ? null : ask('--show-toplevel'),
  ]);
  const common = await realpath(commonGitDir);
  return {
    top: top ?? common,
    bare: bare === 'true',
    checkoutGitDir,
    commonGitDir: common,
    shallow: shallow === 'true',
    objectFormat,
  };
}

async function existingFolder(path: string): Promise<string> {
  const stats = await stat(path).catch(() => null);
  if (stats === null)
    throw new NotARepositoryError(`${path} does not exist. Expected a folder inside a git repository.`);
  return stats.isDirectory() ? path : dirname(path);
}

function notFound(path: string, answer: GitAnswer): Error {
  if (!/not a git repository/i.test(answer.err)) return gitFailure(`The repository at ${path} can't be read`, answer);
  const example = 'Expected a folder inside one; for a new project: git init, then a first commit.';
  return new NotARepositoryError(`${path} belongs to no git repository. ${example}`);
}
