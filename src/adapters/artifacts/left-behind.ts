import { constants } from 'node:fs';
import { open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { LeftFolder } from '../../ports/run-folders.js';

/** Beside the folders that a leaf may write to. */
export const recordName = 'record.json';
const mostRecordBytes = 1_000_000;

/** Folders of the run's `work` that have a record, oldest label first: a tidy end removes folder and record alike. */
export async function leftBehind(workFolder: string): Promise<readonly LeftFolder[]> {
  const labels = await readdir(workFolder).catch(() => []);
  const found: LeftFolder[] = [];
  for (const label of labels.sort()) {
    const record = await readRecord(join(workFolder, label, recordName));
    if (record !== null) found.push({ label, work: join(workFolder, label, 'work'), record });
  }
  return found;
}

/** Under the process jail a leaf can reach the file: no link is followed, no pipe waited for. */
async function readRecord(path: string): Promise<string | null> {
  const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants;
  const file = await open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK).catch(() => null);
  if (file === null) return null;
  try {
    const stats = await file.stat();
    return stats.isFile() && stats.size <= mostRecordBytes ? await file.readFile('utf8') : null;
  } finally {
    await file.close();
  }
}
