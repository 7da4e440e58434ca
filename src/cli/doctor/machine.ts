import { constants } from 'node:fs';
import { access, stat, statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { hasCode, reasonOf } from '../../domain/thrown.js';
import { fine, trouble, type Check } from './check.js';
import { isAtLeast, versionIn } from './versions.js';

export const oldestNode = '20.0.0';
/** `git ls-tree --format` and what the trusted repository is made with came with it. */
export const oldestGit = '2.36.0';

/** @param version as in `process.version` */
export function judgeNode(version: string): Check {
  const found = versionIn(version);
  if (found !== null && isAtLeast(found, oldestNode)) return fine('node', version);
  return trouble('node', 'fail', version, 'install Node 20 or newer');
}

/** @param says what `git --version` prints; null when there is no git on PATH */
export function judgeGit(says: string | null): Check {
  const install = 'apt-get install git (Debian, Ubuntu), dnf install git (Fedora), brew install git (macOS)';
  if (says === null) return trouble('git', 'fail', 'not found on PATH', install);
  const version = versionIn(says);
  if (version === null) return trouble('git', 'fail', `"${says}" names no version`, 'install git 2.36 or newer');
  if (isAtLeast(version, oldestGit)) return fine('git', version);
  return trouble('git', 'fail', `${version} is too old`, 'install git 2.36 or newer');
}

export interface HomeLook {
  readonly path: string;
  /** Why nothing can be written there; null when it can. */
  readonly problem: string | null;
  /** False: it would be made by the first command that needs it. */
  readonly isThere: boolean;
  readonly freeBytes: number;
}

/** As preflight asks for it: below this a run does not start. */
const neededBytes = 500 * 1024 * 1024;
const easyBytes = 4 * neededBytes;

/** Looks at Pawl's home, or at the nearest folder above it in which it would be made. Makes nothing. */
export async function lookAtHome(path: string): Promise<HomeLook> {
  let [at, isThere] = [path, true];
  for (;;) {
    try {
      const found = await stat(at);
      const problem = found.isDirectory() ? await unwritable(at) : `${at} is no folder`;
      const { bavail, bsize } = await statfs(at);
      return { path, problem, isThere, freeBytes: bavail * bsize };
    } catch (error) {
      const parent = dirname(at);
      if (!hasCode(error, 'ENOENT') || parent === at) return { path, problem: reasonOf(error), isThere, freeBytes: 0 };
      [at, isThere] = [parent, false];
    }
  }
}

async function unwritable(folder: string): Promise<string | null> {
  try {
    await access(folder, constants.W_OK | constants.X_OK);
    return null;
  } catch (error) {
    return `${folder} can't be written (${reasonOf(error)})`;
  }
}

export function judgeHome({ path, problem, isThere, freeBytes }: HomeLook): Check {
  const mend = 'name a home that can be written, for example: PAWL_HOME=/var/lib/pawl';
  if (problem !== null) return trouble('home', 'fail', problem, mend);
  const size =
    freeBytes >= 1_024 ** 3 ? `${Math.floor(freeBytes / 1_024 ** 3)} GiB` : `${Math.floor(freeBytes / 1_024 ** 2)} MiB`;
  const found = `${path}${isThere ? '' : ' (not made yet)'}, ${size} free`;
  if (freeBytes >= easyBytes) return fine('home', found);
  const room = 'make room on that disk, or name another home, for example: PAWL_HOME=/data/pawl';
  return trouble('home', freeBytes < neededBytes ? 'fail' : 'warn', `${found}; a run needs 500 MiB`, room);
}
