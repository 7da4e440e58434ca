import { renameSync, statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { stripControls } from '../domain/sanitise.js';

const largestLog = 10 * 1024 * 1024;

/** Keeps one older log when this one has grown large; returns the size of the one that goes on. */
export function rotateLog(log: string): number {
  const size = statSync(log, { throwIfNoEntry: false })?.size ?? 0;
  if (size <= largestLog) return size;
  renameSync(log, `${log}.1`);
  return 0;
}

const tailBytes = 4_096;

/** The log's end as text for a person, nothing from before the byte `from`. */
export async function logTail(log: string, from: number): Promise<string> {
  const file = await open(log, 'r').catch(() => null);
  if (file === null) return `(there is no log at ${log})`;
  try {
    const { size } = await file.stat();
    const start = Math.max(from, size - tailBytes);
    const buffer = Buffer.alloc(Math.max(0, size - start));
    const { bytesRead } = await file.read(buffer, 0, buffer.length, start);
    const text = stripControls(buffer.toString('utf8', 0, bytesRead)).trim();
    return `${text === '' ? '(nothing)' : text}\n(the whole log: ${log})`;
  } finally {
    await file.close();
  }
}
