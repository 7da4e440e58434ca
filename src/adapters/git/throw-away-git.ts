import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ObjectId } from '../../ports/repository.js';
import { neutralAttributes } from './trusted-folder.js';
import type { Trusted } from './trusted.js';
import { writeCommitObject } from './writing.js';

/** The branch on which a leaf finds itself; says nothing about the run. */
export const leafBranch = 'work';

/** Holds the first commit's name, to tell afterwards whether the leaf committed. Advice only: the leaf can write it. */
export const startMark = 'pawl-start';

const nobody = { name: 'Pawl', email: 'pawl@localhost' };

const leafConfig = `[core]
	repositoryformatversion = 0
	filemode = true
	bare = false
	logallrefupdates = true
	autocrlf = false
	attributesFile = /dev/null
[user]
	name = leaf
	email = leaf@localhost
[commit]
	gpgsign = false
[gc]
	auto = 0
`;

export interface ThrowAwayTrees {
  /** What the index knows. */
  readonly tree: ObjectId;
  /** What the one commit holds; most often the same. */
  readonly head: ObjectId;
}

/**
 * A `.git` with one commit, for the leaf's own `git diff` and `git log`. Its objects are copies in a pack:
 * an alternate would open the whole history to the leaf (D10). The same tree gives the same commit.
 */
export async function layThrowAwayGit(trusted: Trusted, { tree, head }: ThrowAwayTrees, folder: string): Promise<void> {
  const git = join(folder, '.git');
  for (const name of ['objects/pack', 'objects/info', 'refs/heads', 'refs/tags', 'info']) {
    await mkdir(join(git, name), { recursive: true });
  }
  const commit = await writeCommitObject(trusted, [], { tree: head, message: 'start', author: nobody, atMs: 0 });
  const pack = ['pack-objects', '--quiet', '--revs', '--window=0', join(git, 'objects/pack/pack')];
  await trusted.must(pack, { input: tree === head ? `${commit}\n` : `${commit}\n${tree}\n` });
  const files = {
    HEAD: `ref: refs/heads/${leafBranch}\n`,
    config: leafConfig,
    'info/attributes': neutralAttributes,
    [`refs/heads/${leafBranch}`]: `${commit}\n`,
    [startMark]: `${commit}\n`,
  };
  for (const [name, text] of Object.entries(files)) await writeFile(join(git, name), text);
}
