import { randomBytes } from 'node:crypto';
import { link, lstat, open, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { HandPlace, HandWrite } from '../../ports/hand-files.js';
import { syncFolder } from '../artifacts/atomic-write.js';
import { errorCode, errorWords } from '../artifacts/error-facts.js';
import { makeFolders } from './folders.js';
import { digestOf, readHandFile } from './read.js';

/** Drafts lie where `info/exclude` hides them, so that one of a killed worker does not show in `git status`. */
const draftFolder = '.tdd';
const draftName = /^\.hand-file-[0-9a-f]{12}\.draft$/;
const staleMs = 10 * 60_000;

export async function writeHandFile(place: HandPlace, text: string, replaces: string | null): Promise<HandWrite> {
  const { origin, file } = place;
  const draft = join(origin, draftFolder, `.hand-file-${randomBytes(6).toString('hex')}.draft`);
  try {
    await makeFolders(origin, dirname(file));
    await makeFolders(origin, draftFolder);
    await writeDraft(place, draft, text);
    const result = await putInPlace(place, draft, replaces);
    return result ?? { kind: 'written', digest: digestOf(text) };
  } catch (error) {
    return { kind: 'failed', why: errorWords(error) };
  } finally {
    await rm(draft, { force: true }).catch(() => undefined);
    await sweep(join(origin, draftFolder)).catch(() => undefined);
  }
}

async function writeDraft({ origin, file }: HandPlace, draft: string, text: string): Promise<void> {
  const old = await lstat(join(origin, file)).catch(() => null);
  const owner = old ?? (await lstat(origin));
  const handle = await open(draft, 'wx', 0o600);
  try {
    await handle.writeFile(text);
    await handle.chmod(old === null ? 0o644 : old.mode & 0o777);
    // A worker that runs as root must not take the file from the person who is to edit it.
    await handle.chown(owner.uid, owner.gid).catch(() => undefined);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Looks once more right before: what a person saved meanwhile is not overwritten. Null when it was done. */
async function putInPlace(place: HandPlace, draft: string, replaces: string | null): Promise<HandWrite | null> {
  const path = join(place.origin, place.file);
  const now = await readHandFile(place);
  if (replaces === null) {
    if (now.kind !== 'absent') return { kind: 'changed' };
    const isMade = await makeNew(draft, path);
    if (!isMade) return { kind: 'changed' };
  } else {
    if (now.kind === 'absent' || now.digest !== replaces) return { kind: 'changed' };
    if (now.kind === 'unreadable') return { kind: 'failed', why: `it ${now.why}` };
    await rename(draft, path);
  }
  await syncFolder(dirname(path));
  return null;
}

/** A second name for the draft, which fails where there is a file by now; some disks know no second names. */
async function makeNew(draft: string, path: string): Promise<boolean> {
  try {
    await link(draft, path);
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false;
    await rename(draft, path);
  }
  return true;
}

async function sweep(folder: string): Promise<void> {
  for (const name of (await readdir(folder)).filter((one) => draftName.test(one))) {
    const path = join(folder, name);
    if (Date.now() - (await lstat(path)).mtimeMs > staleMs) await rm(path, { force: true });
  }
}
