import { constants } from 'node:fs';
import { lstat, open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { leafBranch, startMark } from './throw-away-git.js';

const maxBytes = 64 * 1024;

/**
 * What the leaf did with its throw-away git, for the notes only (R20, F35, F36). Plain files, read with care;
 * git is not run here. The leaf can write all of them, so nothing is decided on what they say.
 */
export async function throwAwayNotes(folder: string): Promise<readonly string[]> {
  const git = join(folder, '.git');
  const stats = await lstat(git).catch(() => null);
  if (stats === null) return ['the leaf removed its .git folder: without effect'];
  if (!stats.isDirectory()) return ['the leaf replaced its .git folder: without effect'];
  const start = await readSmall(join(git, startMark));
  const head = await readSmall(join(git, 'HEAD'));
  const branches = await branchesIn(git);
  const switched = head !== `ref: refs/heads/${leafBranch}`;
  const committed =
    (await commitOf(git, `ref: refs/heads/${leafBranch}`)) !== start || (await commitOf(git, head)) !== start;
  const named = branches.slice(0, 5).map(shown).join(', ');
  return [
    ...(committed ? ['the leaf made commits of its own: ignored, only the files count'] : []),
    ...(switched ? [`the leaf switched its HEAD to ${shown(head)}: ignored`] : []),
    ...(branches.length > 0 ? [`the leaf made branches of its own: ${named}: ignored`] : []),
  ];
}

async function commitOf(git: string, head: string | null): Promise<string | null> {
  const ref = /^ref: (refs\/heads\/[\w.-]+(?:\/[\w.-]+)*)$/.exec(head ?? '')?.[1];
  if (ref === undefined || ref.includes('..')) return head;
  return readSmall(join(git, ref));
}

/** Names only where they stand in real folders: through a link they would be names of somebody else's files. */
async function branchesIn(git: string): Promise<readonly string[]> {
  for (const folder of ['refs', 'refs/heads']) {
    if ((await lstat(join(git, folder)).catch(() => null))?.isDirectory() !== true) return [];
  }
  return (await readdir(join(git, 'refs/heads'))).filter((branch) => branch !== leafBranch);
}

function shown(text: string | null): string {
  return text === null ? 'something unreadable' : JSON.stringify(text.slice(0, 100));
}

/** A small regular file without its last newline; a link, a FIFO or something large is null. */
async function readSmall(path: string): Promise<string | null> {
  const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants;
  const file = await open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK).catch(() => null);
  if (file === null) return null;
  try {
    const stats = await file.stat();
    if (!stats.isFile() || stats.size > maxBytes) return null;
    return (await file.readFile('utf8')).replace(/\n$/, '');
  } catch {
    return null;
  } finally {
    await file.close();
  }
}
