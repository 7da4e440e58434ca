import { lstat, mkdir, readdir, readlink, rm, rmdir, stat, symlink, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { traitsOf } from '../../domain/leaf/jails.js';
import type { JailKind } from '../../ports/jail.js';
import type { Mount } from '../../ports/program.js';

export interface MountPoints {
  readonly problem: string | null;
  /** Takes every trace out of the tree again. */
  takeAway(): Promise<void>;
}

/**
 * Dependency stores at their places in a tree, for the lifetime of one program. A jail with mounts shows them itself
 * and leaves empty mount points behind; without mounts a link stands in, which a program can write through.
 */
export async function layMountPoints(mounts: readonly Mount[], jailKind: JailKind): Promise<MountPoints> {
  const laid: Mount[] = [];
  const takeAway = async (): Promise<void> => {
    for (const mount of laid) await removeTrace(mount, jailKind).catch(() => undefined);
  };
  try {
    for (const mount of mounts) {
      // What the tree itself has at that place stays.
      if (await exists(mount.at)) continue;
      // Before it is there: half of it is taken away, too.
      laid.push(mount);
      if (!traitsOf(jailKind).mounts) await linkTo(mount.from, mount.at, mount.inward ?? []);
    }
    return { problem: null, takeAway };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return { problem: `can't show the dependencies in the tree: ${why}`, takeAway };
  }
}

/** A link to the store; with links in it that lead into the tree a folder of links, in which those lead there again. */
async function linkTo(from: string, at: string, inward: readonly string[]): Promise<void> {
  if (inward.length === 0) return symlink(from, at);
  await mkdir(at);
  for (const name of await readdir(from)) {
    const [source, place] = [join(from, name), join(at, name)];
    const below = inward.flatMap((path) => (path.startsWith(`${name}/`) ? [path.slice(name.length + 1)] : []));
    if (inward.includes(name)) await symlink(await readlink(source), place);
    else await linkTo(source, place, below);
  }
}

/** Only what is surely ours: the link to the store, the folder of links, or an empty mount point. */
async function removeTrace({ from, at, inward = [] }: Mount, jailKind: JailKind): Promise<void> {
  const facts = await lstat(at);
  // Nothing stood there before; what a program added to it are dependencies, and no part of the tree.
  if (facts.isDirectory() && !traitsOf(jailKind).mounts && inward.length > 0)
    return rm(at, { recursive: true, force: true });
  if (facts.isSymbolicLink()) {
    if ((await readlink(at)) === from) await unlink(at);
  } else if (facts.isDirectory()) {
    if ((await readdir(at)).length === 0) await rmdir(at);
  } else if (facts.size === 0 && (await stat(from)).isFile()) {
    await unlink(at);
  }
}

async function exists(path: string): Promise<boolean> {
  return (await lstat(path).catch(() => null)) !== null;
}
