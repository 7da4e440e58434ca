import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { identify, isAlive, ProcessIdentity } from '../../embedded/process-identity.js';
import { stopServer } from '../../embedded/stop-server.js';
import type { Io } from '../io.js';
import { demoPrefix, removeTree, type DemoPlace } from './place.js';

const ownerFile = 'owner.json';

/** Says which process this demo belongs to, for the next demo to see. */
export async function markOwner(place: DemoPlace): Promise<void> {
  await writeFile(join(place.home, ownerFile), JSON.stringify(await identify(process.pid)), { mode: 0o600 });
}

/** A home that is kept on purpose is not left over. */
export async function unmarkOwner(place: DemoPlace): Promise<void> {
  await rm(join(place.home, ownerFile), { force: true });
}

/** Ends the server of a demo that was killed outright and takes its home away; its repository stays. */
export async function sweepLeftovers(io: Io): Promise<void> {
  const names = await readdir(tmpdir()).catch(() => []);
  for (const name of names.filter((one) => one.startsWith(demoPrefix))) {
    const home = join(tmpdir(), name, 'home');
    const owner = await ownerOf(home);
    if (owner === null || (await isAlive(owner))) continue;
    io.say(`A demo was killed before it could clean up; its server and home are taken away: ${home}`);
    await stopServer({ home, progress: io, graceMs: 2_000 });
    await removeTree(home);
  }
}

/** Null for a home that is just being made, that is gone, or that is somebody else's. */
async function ownerOf(home: string): Promise<ProcessIdentity | null> {
  const text = await readFile(join(home, ownerFile), 'utf8').catch(() => null);
  if (text === null) return null;
  try {
    return ProcessIdentity.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}
