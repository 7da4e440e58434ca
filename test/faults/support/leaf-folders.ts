import { access, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Ground, WatchedRun } from './fault.js';

/** Folders of leaves of this name that were really started: their guards left files there, whatever Pawl says of them. */
export async function leavesThatRan({ rig }: Ground, { told }: WatchedRun, name: string): Promise<readonly string[]> {
  const { firstRunId } = await told.status();
  const leaves = join(rig.home, 'runs', firstRunId, 'leaves');
  const folders = (await readdir(leaves).catch(() => [])).filter((folder) => folder.includes(name));
  const ran = await Promise.all(folders.map((folder) => exists(join(leaves, folder, 'status.json'))));
  return folders.filter((_, at) => ran[at] === true);
}

function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
