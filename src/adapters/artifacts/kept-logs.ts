import { constants } from 'node:fs';
import { open, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** Of the last leaves and test runs of a step; what came before stands in the logs that stay in the run's folder. */
const mostLabels = 8;
const mostBytes = 128 * 1024;
const names = ['prompt.txt', 'out', 'err'] as const;

/** The end of each log, as text: `<label>/<name>`. Files that are empty or not there are left out. */
export async function keptLogs(leaves: string, wanted: (label: string) => boolean): Promise<Record<string, string>> {
  const labels = (await readdir(leaves).catch(() => [])).filter(wanted);
  const aged = await Promise.all(labels.map(async (label) => ({ label, atMs: await changedAt(join(leaves, label)) })));
  const newest = aged.sort((one, other) => other.atMs - one.atMs).slice(0, mostLabels);
  const logs: Record<string, string> = {};
  for (const { label } of newest) {
    for (const name of names) {
      const text = await endOf(join(leaves, label, name));
      if (text !== '') logs[`${label}/${name}`] = text;
    }
  }
  return logs;
}

async function changedAt(folder: string): Promise<number> {
  return (await stat(folder).catch(() => null))?.mtimeMs ?? 0;
}

async function endOf(path: string): Promise<string> {
  const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK).catch(() => null);
  if (file === null) return '';
  try {
    const stats = await file.stat();
    if (!stats.isFile()) return '';
    const from = Math.max(0, stats.size - mostBytes);
    const { buffer, bytesRead } = await file.read(Buffer.alloc(stats.size - from), 0, stats.size - from, from);
    const text = buffer.subarray(0, bytesRead).toString('utf8');
    return from === 0 ? text : `(${from} bytes before this are left out)\n${text}`;
  } finally {
    await file.close();
  }
}
