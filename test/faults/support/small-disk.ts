import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { removal } from '../../support/removal.js';

const run = promisify(execFile);

/** For `missing`: whoever may not mount has no small disk to fill. */
export async function noMounts(): Promise<string | null> {
  const folder = await mkdtemp(join(tmpdir(), 'pawl-mount-'));
  try {
    await (await mountSmall(folder, 1)).unmount();
    return null;
  } catch {
    return 'skipped: the right to mount not installed';
  } finally {
    await rm(folder, removal);
  }
}

export interface SmallDisk {
  /** Takes what is left, to the last byte. */
  fill(): Promise<void>;
  free(): Promise<void>;
  /** Takes the disk away and leaves what it held in the folder. */
  unmount(): Promise<void>;
}

/** A disk of so many MiB in the place of a folder. */
export async function mountSmall(folder: string, mebibytes: number): Promise<SmallDisk> {
  await mkdir(folder, { recursive: true });
  await run('mount', ['-t', 'tmpfs', '-o', `size=${mebibytes}m`, 'tmpfs', folder]);
  const filler = join(folder, 'filler');
  return {
    fill: () => fillWith(filler),
    free: () => rm(filler, { force: true }),
    unmount: async () => {
      const copy = `${folder}-copy`;
      await rm(filler, { force: true });
      await cp(folder, copy, { recursive: true, preserveTimestamps: true, verbatimSymlinks: true });
      await run('umount', [folder]);
      await cp(copy, folder, { recursive: true, preserveTimestamps: true, verbatimSymlinks: true });
      await rm(copy, removal);
    },
  };
}

async function fillWith(path: string): Promise<void> {
  const file = await open(path, 'a');
  try {
    for (const size of [65_536, 4_096, 1]) {
      const block = Buffer.alloc(size, 1);
      // Bounded by the disk itself, which is a few MiB.
      while (
        await file.write(block).then(
          () => true,
          () => false,
        )
      );
    }
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
