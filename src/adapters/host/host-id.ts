import { randomBytes } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { hasCode } from '../../domain/thrown.js';

const form = /^[a-z0-9]{12}$/;

/**
 * The stable id of this host, part of its queue names (design 7): made once in Pawl's home, so that a restarted
 * worker carries on with its host's leaves. Two first starts at once agree on one id.
 */
export async function hostId(home: string): Promise<string> {
  const path = join(home, 'host-id');
  const known = await readId(path);
  if (known !== null) return known;
  await mkdir(home, { recursive: true, mode: 0o700 });
  const draft = `${path}.${randomBytes(6).toString('hex')}`;
  await writeFile(draft, `${randomBytes(6).toString('hex')}\n`, { mode: 0o600 });
  try {
    // A link fails when the id is there already: the first one stays, and is never seen half-written.
    await link(draft, path).catch((error: unknown) => {
      if (!hasCode(error, 'EEXIST')) throw error;
    });
  } finally {
    await rm(draft, { force: true });
  }
  const made = await readId(path);
  if (made === null)
    throw new Error(`${path} holds no host id; expected 12 characters a-z 0-9; remove the file to get a new one`);
  return made;
}

/** The same without making one: null as long as there is none. */
export async function knownHostId(home: string): Promise<string | null> {
  return readId(join(home, 'host-id'));
}

async function readId(path: string): Promise<string | null> {
  const text = await readFile(path, 'utf8').catch(() => null);
  const id = text?.trim() ?? null;
  return id !== null && form.test(id) ? id : null;
}
