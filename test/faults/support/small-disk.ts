import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, open, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { removal } from '../../support/removal.js';

const run = promisify(execFile);

/** For `missing`: whoever may not mount has no small disk to fill. */
export async function noMounts(): Promise<string | null> {
  const folder = await mkdtemp(join(tmpdir(), 'pawl-mount-'));
  try {
    await (await mountDisk(folder)).unmount();
    return null;
  } catch {
    return 'skipped: the right to mount not installed';
  } finally {
    await rm(folder, removal);
  }
}

export interface Disk {
  /** Leaves nothing free, and writes next to nothing: the disk shrinks to what is on it. */
  fill(): Promise<void>;
  free(): Promise<void>;
  /** Takes the disk away and leaves what it held in the folder. */
  unmount(): Promise<void>;
}

const size = '700m';
const slackBytes = 256 * 1024;

/** A disk of its own in the place of a folder, with what lies there; of this machine's memory it takes only what is used. */
export async function mountDisk(folder: string): Promise<Disk> {
  await mkdir(folder, { recursive: true });
  const keep = `${folder}-kept`;
  await run('cp', ['-a', folder, keep]);
  await run('mount', ['-t', 'tmpfs', '-o', `size=${size},mode=700`, 'tmpfs', folder]);
  await run('cp', ['-a', `${keep}/.`, folder]);
  await rm(keep, removal);
  const filler = join(folder, 'filler');
  const resize = async (to: string): Promise<void> => void (await run('mount', ['-o', `remount,size=${to}`, folder]));
  return {
    fill: async () => {
      const { blocks, bfree, bsize } = await statfs(folder);
      // A little more than is used, which may grow at this moment; the rest is taken by the byte.
      await resize(String((blocks - bfree) * bsize + slackBytes));
      await fillUp(filler);
    },
    free: async () => {
      await resize(size);
      await rm(filler, { force: true });
    },
    unmount: async () => {
      await run('cp', ['-a', folder, keep]);
      // The worker has files open there, and goes on.
      await run('umount', ['--lazy', folder]);
      await run('cp', ['-a', `${keep}/.`, folder]);
      await rm(keep, removal);
    },
  };
}

/** Bounded by the disk, on which there is next to no room. */
async function fillUp(path: string): Promise<void> {
  const file = await open(path, 'a');
  const block = Buffer.alloc(4_096, 1);
  const takes = (): Promise<boolean> =>
    file.write(block).then(
      () => true,
      () => false,
    );
  try {
    while (await takes());
  } finally {
    await file.close();
  }
}

/** The folder as it is, for reading only, until it is given back. */
export async function readOnly(folder: string): Promise<() => Promise<void>> {
  await mkdir(folder, { recursive: true });
  await run('mount', ['--bind', folder, folder]);
  await run('mount', ['-o', 'remount,ro,bind', folder]);
  return async () => void (await run('umount', [folder]));
}
