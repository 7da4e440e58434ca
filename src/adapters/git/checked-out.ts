import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isRemoteOrigin } from '../../domain/run/origin-url.js';
import type { OriginPlace } from './trusted-folder.js';

interface Checkout {
  readonly gitDir: string;
  readonly where: string;
}

/**
 * Where the branch is in use in the origin: checked out, being rebased or bisected, there or in a linked work
 * tree; null when nowhere, and for a remote, which says so itself. Plain files only; git in the origin is not asked.
 */
export async function checkedOutAt(origin: OriginPlace, branch: string): Promise<string | null> {
  if (isRemoteOrigin(origin.gitDir)) return null;
  for (const { gitDir, where } of await checkouts(origin)) {
    const head = await readText(join(gitDir, 'HEAD'));
    if (head === `ref: refs/heads/${branch}`) return `the branch is checked out in ${where}`;
    for (const rebase of ['rebase-merge', 'rebase-apply']) {
      const rebased = await readText(join(gitDir, rebase, 'head-name'));
      if (rebased === `refs/heads/${branch}`) return `the branch is being rebased in ${where}`;
    }
    if ((await readText(join(gitDir, 'BISECT_START'))) === branch) return `the branch is being bisected in ${where}`;
  }
  return null;
}

async function checkouts(origin: OriginPlace): Promise<readonly Checkout[]> {
  const linked = join(origin.gitDir, 'worktrees');
  const names = await readdir(linked).catch(() => []);
  const others = names.map(async (name) => {
    const gitDir = join(linked, name);
    return { gitDir, where: (await readText(join(gitDir, 'gitdir')))?.replace(/\/\.git$/, '') ?? gitDir };
  });
  const main = { gitDir: origin.gitDir, where: origin.gitDir.replace(/\/\.git$/, '') };
  return [...((await isBare(origin)) ? [] : [main]), ...(await Promise.all(others))];
}

/** HEAD of a bare repository names its default branch; nobody works on it there. */
async function isBare(origin: OriginPlace): Promise<boolean> {
  const config = await readText(join(origin.gitDir, 'config'));
  return origin.path === origin.gitDir || /^\s*bare\s*=\s*(true|yes|on|1)\s*$/im.test(config ?? '');
}

async function readText(path: string): Promise<string | null> {
  const text = await readFile(path, 'utf8').catch(() => null);
  return text === null ? null : text.replace(/\n+$/, '');
}
