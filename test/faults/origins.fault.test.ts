import { execFile } from 'node:child_process';
import { appendFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Laid } from '../support/rig.js';
import { storyIssue } from '../support/story.js';
import { storyBranch } from './support/branch.js';
import type { Fault } from './support/fault.js';
import { noLeaf } from './support/facts.js';
import { playFaults } from './support/play.js';
import { storyFault } from './support/story-fault.js';

const run = promisify(execFile);
const git = (folder: string, ...args: string[]): Promise<unknown> => run('git', ['-C', folder, ...args]);
const inside = (origin: string): Laid => ({ origin, file: join(origin, 'docs/issue.md') });

/** A clone of the usual origin beside it, made with these words. */
function cloned(...how: string[]): (origin: string) => Promise<Laid> {
  return async (origin) => {
    const clone = `${origin}-clone`;
    await git(origin, 'config', 'uploadpack.allowFilter', 'true');
    await run('git', ['clone', '-q', ...how, `file://${origin}`, clone]);
    for (const key of ['user.name', 'user.email']) await git(clone, 'config', key, 'ann@example.org');
    return inside(clone);
  };
}

function refused(id: string, title: string, lay: (origin: string) => Promise<Laid>, says: RegExp): Fault {
  return storyFault({ id, title, expected: 'unsupported-repository', story: { lay }, says: [says], holds: noLeaf });
}

playFaults('origins that are not the usual ones', 'process', [
  storyFault({
    id: 'F54',
    title: 'tracked changes in the checkout: dirty-origin by name, nothing touched',
    expected: 'dirty-origin',
    story: {
      lay: async (origin) => {
        await appendFile(join(origin, 'src/numbers.js'), '// half-way\n');
        await writeFile(join(origin, 'untracked.txt'), 'mine\n');
        return inside(origin);
      },
    },
    says: [/^bailed: dirty-origin: .*src\/numbers\.js/],
    holds: async (watched) => ({
      ...(await noLeaf(watched)),
      'no branch was made': (await watched.told.git('branch', '--list', 'tdd/*')) === '',
    }),
  }),
  refused(
    'F61',
    'Git LFS: refused by name',
    async (origin) => {
      const pointer = 'version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1\n';
      await writeFile(join(origin, '.gitattributes'), '*.bin filter=lfs diff=lfs merge=lfs -text\n');
      await writeFile(join(origin, 'big.bin'), pointer);
      // Where LFS is installed, its filter is to have no say here.
      await git(origin, '-c', 'filter.lfs.clean=cat', '-c', 'filter.lfs.required=false', 'add', '-A');
      await git(origin, 'commit', '-qm', 'large');
      return inside(origin);
    },
    /^bailed: unsupported-repository: .*Git LFS/,
  ),
  refused(
    'F62 (shallow)',
    'a shallow clone: refused with the command that mends it',
    cloned('--depth', '1'),
    /shallow clone .*git fetch --unshallow/,
  ),
  refused('F62 (partial)', 'a partial clone: refused by name', cloned('--filter=blob:none'), /a partial clone/),
  refused(
    'F62 (sha256)',
    'object names by sha256: refused by name',
    async (origin) => {
      const other = `${origin}-sha256`;
      await run('git', ['init', '-q', '-b', 'main', '--object-format=sha256', other]);
      await run('cp', ['-r', ...['package.json', 'src', 'test', 'docs'].map((name) => join(origin, name)), other]);
      for (const key of ['user.name', 'user.email']) await git(other, 'config', key, 'ann@example.org');
      await git(other, 'add', '-A');
      await git(other, 'commit', '-qm', 'start');
      return inside(other);
    },
    /object names by sha256/,
  ),
  storyFault({
    id: 'F62 (work tree)',
    title: 'a linked work tree: supported, the branch stands in the common repository',
    expected: 'done',
    story: {
      lay: async (origin) => {
        const linked = `${origin}-linked`;
        await git(origin, 'worktree', 'add', '-q', '--detach', linked);
        return inside(linked);
      },
    },
    says: [/^GREEN: PASS/, /^published/],
  }),
  storyFault({
    id: 'F62 (bare)',
    title: 'a bare repository, its refs packed: supported',
    expected: 'done',
    story: {
      lay: async (origin) => {
        const bare = `${origin}.git`;
        await run('git', ['clone', '-q', '--bare', origin, bare]);
        for (const key of ['user.name', 'user.email']) await git(bare, 'config', key, 'ann@example.org');
        await git(bare, 'pack-refs', '--all');
        await writeFile(`${origin}.md`, storyIssue(1));
        return { origin: bare, file: `${origin}.md` };
      },
    },
    says: [/^GREEN: PASS/, /^published/],
    holds: async ({ told }) => ({
      'the code stands on the branch': (await told.git('show', `${storyBranch}:src/numbers.js`)).includes('n1: 1'),
    }),
  }),
]);
