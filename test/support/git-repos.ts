import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { removeTree } from '../../src/adapters/artifacts/remove-tree.js';
import { removal } from './removal.js';

const run = promisify(execFile);

/** A file of a literal tree: its text or bytes, a link, a program, or null for "remove it". */
export type TestFile = string | Buffer | null | { readonly link: string } | { readonly program: string };
export type TestTree = Readonly<Record<string, TestFile>>;

export interface TestRepository {
  /** Top of the checkout, or the bare repository itself. */
  readonly path: string;
  /** Absolute path of the git directory. */
  readonly gitDir: string;
  /** Runs real git here and gives its output without the last newline. */
  git(...args: readonly string[]): Promise<string>;
  /** Writes files into the checkout without committing them. */
  write(files: TestTree): Promise<void>;
  /** Writes the files, adds everything, commits; gives the new commit's sha. */
  commit(files: TestTree, message?: string): Promise<string>;
  remove(): Promise<void>;
}

const author = { name: 'Ada Example', email: 'ada@example.org' };
const made = new Set<string>();

/** Seconds since the epoch of the first commit; each commit is a minute later, so that the same tree gives the same shas. */
const firstCommitSeconds = 1_767_225_600;

/** Neither the machine's nor the person's settings reach git in a test. */
const neutralEnv = (path: string): NodeJS.ProcessEnv => ({
  PATH: process.env['PATH'] ?? '/usr/bin:/bin',
  HOME: dirname(path),
  LC_ALL: 'C',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_TERMINAL_PROMPT: '0',
});

/** Runs real git in a folder with neutral settings. */
export async function git(path: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<string> {
  const options = { cwd: path, env: { ...neutralEnv(path), ...env }, maxBuffer: 64 * 1024 * 1024 };
  const { stdout } = await run('git', [...args], options);
  return stdout.replace(/\n$/, '');
}

/** A folder of its own under the temporary folder, its path free of links; removed by `removeRepositories`. */
export async function temporaryFolder(name = 'pawl-test'): Promise<string> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), `${name}-`)));
  made.add(folder);
  return folder;
}

/** Lays a literal tree into a folder. */
export async function writeTree(folder: string, files: TestTree): Promise<void> {
  for (const [name, file] of Object.entries(files)) {
    const path = join(folder, name);
    await rm(path, removal);
    if (file === null) continue;
    await mkdir(dirname(path), { recursive: true });
    if (typeof file === 'string' || Buffer.isBuffer(file)) await writeFile(path, file);
    else if ('link' in file) await symlink(file.link, path);
    else {
      await writeFile(path, file.program);
      await chmod(path, 0o755);
    }
  }
}

/**
 * A real temporary git repository with one commit of this tree on `main`; an empty tree leaves the
 * branch unborn. Call `remove`, or `removeRepositories` in `afterEach`.
 */
export async function repository(
  files: TestTree,
  options: { readonly branch?: string; readonly message?: string } = {},
): Promise<TestRepository> {
  const holder = await temporaryFolder('pawl-repo');
  const path = join(holder, 'shop');
  await mkdir(path);
  await git(path, ['init', '--quiet', '--initial-branch', options.branch ?? 'main']);
  await git(path, ['config', 'user.name', author.name]);
  await git(path, ['config', 'user.email', author.email]);
  const fresh = repositoryAt(holder, path, join(path, '.git'));
  if (Object.keys(files).length > 0) await fresh.commit(files, options.message ?? 'first');
  return fresh;
}

/** A bare repository with the same one commit; `write` and `commit` work through a checkout beside it. */
export async function bareRepository(files: TestTree): Promise<TestRepository> {
  const source = await repository(files);
  const holder = dirname(source.path);
  const path = join(holder, 'shop.git');
  await git(holder, ['clone', '--quiet', '--bare', source.path, path]);
  const bare = repositoryAt(holder, path, path);
  return {
    ...bare,
    write: (tree) => source.write(tree),
    async commit(tree, message) {
      const sha = await source.commit(tree, message);
      await source.git('push', '--quiet', path, 'HEAD');
      return sha;
    },
  };
}

function repositoryAt(holder: string, path: string, gitDir: string): TestRepository {
  let commits = 0;
  return {
    path,
    gitDir,
    git: (...args) => git(path, args),
    write: (files) => writeTree(path, files),
    async commit(files, message = 'change') {
      await writeTree(path, files);
      const date = `${String(firstCommitSeconds + 60 * commits++)} +0000`;
      await git(path, ['add', '--all']);
      // Ignored files that the tree names are meant to be committed too.
      const names = Object.keys(files).filter((name) => files[name] !== null);
      if (names.length > 0) await git(path, ['add', '--force', '--', ...names], { GIT_LITERAL_PATHSPECS: '1' });
      const dates = { GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date };
      await git(path, ['commit', '--quiet', '--allow-empty', '--message', message], dates);
      return git(path, ['rev-parse', 'HEAD']);
    },
    async remove() {
      await removeTree(holder);
      made.delete(holder);
    },
  };
}

/** Removes every repository and temporary folder made in this test file; for `afterEach` or `afterAll`. */
export async function removeRepositories(): Promise<void> {
  for (const folder of made) {
    await removeTree(folder);
    made.delete(folder);
  }
}
