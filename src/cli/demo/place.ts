import { chmod, lstat, mkdir, mkdtemp, readdir, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The folders of one demo. */
export interface DemoPlace {
  readonly folder: string;
  /** Pawl's home for the demo: taken away at its end. */
  readonly home: string;
  /** The git repository that stays. */
  readonly repository: string;
}

export const demoPrefix = 'pawl-demo-';

export async function makePlace(): Promise<DemoPlace> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), demoPrefix)));
  const place = { folder, home: join(folder, 'home'), repository: join(folder, 'repository') };
  await mkdir(place.home, { mode: 0o700 });
  return place;
}

/** Removes a folder whose content may be read-only, as dependency stores are (F39). */
export async function removeTree(path: string): Promise<void> {
  try {
    await rm(path, { recursive: true, force: true });
  } catch {
    await makeWritable(path);
    await rm(path, { recursive: true, force: true });
  }
}

async function makeWritable(folder: string): Promise<void> {
  const found = await lstat(folder).catch(() => null);
  if (found === null || !found.isDirectory()) return;
  await chmod(folder, 0o700);
  for (const name of await readdir(folder)) await makeWritable(join(folder, name));
}
