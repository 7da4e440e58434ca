import { constants } from 'node:fs';
import { lstat, mkdir, open, readdir, realpath, statfs } from 'node:fs/promises';
import { basename, dirname, join, resolve, sep } from 'node:path';
import type { RunFolders, WorkFolder } from '../../ports/run-folders.js';
import { writeAtomically } from './atomic-write.js';
import { laidFiles } from './laid-files.js';
import { keptLogs } from './kept-logs.js';
import { leftBehind, recordName } from './left-behind.js';
import { removeTree } from './remove-tree.js';
import { createReviewFolders } from './review-folders.js';
import { safeName } from './safe-name.js';

/**
 * Run folders below Pawl's home: `runs/<run>/work/<label>/…` is thrown away, `runs/<run>/leaves/<label>`
 * (logs) and `runs/<run>/events.jsonl` stay.
 */
export function createRunFolders(options: { readonly home: string }): RunFolders {
  const runs = join(options.home, 'runs');
  const runFolder = (runKey: string) => join(runs, safeName('run key', runKey));
  const workFolder = (runKey: string) => join(runFolder(runKey), 'work');
  const reviewFolder = (runKey: string) => join(runFolder(runKey), 'review');

  async function openFolder(runKey: string, label: string): Promise<WorkFolder> {
    const top = join(workFolder(runKey), safeName('label', label));
    const folder: WorkFolder = {
      label,
      work: join(top, 'work'),
      base: join(top, 'base'),
      home: join(top, 'home'),
      temporary: join(top, 'temporary'),
      results: join(top, 'results'),
      logs: join(runFolder(runKey), 'leaves', label),
      record: join(top, recordName),
    };
    await refuseLinks(runs, workFolder(runKey));
    // Only a start that died half-way can have left something under this label.
    await removeWhole(runKey, [top]);
    for (const path of [folder.home, folder.temporary, folder.results, folder.logs]) {
      await mkdir(path, { recursive: true, mode: 0o700 });
    }
    return folder;
  }

  async function discardWhere(runKey: string, wanted: (label: string) => boolean): Promise<void> {
    const work = workFolder(runKey);
    await refuseLinks(runs, work);
    const labels = await readdir(work).catch(() => []);
    await removeWhole(
      runKey,
      labels.filter(wanted).map((label) => join(work, label)),
    );
  }

  /** What can't be removed (immutable, mounted) harms no later leaf, whose label is another: said, not thrown. */
  async function removeWhole(runKey: string, folders: readonly string[]): Promise<void> {
    for (const folder of folders) {
      const left = await removeTree(folder);
      if (left.length > 0)
        await appendEvent(runKey, { event: 'left-behind', paths: left.slice(0, 10), count: left.length });
    }
  }

  async function appendEvent(runKey: string, event: Readonly<Record<string, unknown>>): Promise<void> {
    await mkdir(runFolder(runKey), { recursive: true, mode: 0o700 });
    await appendLine(join(runFolder(runKey), 'events.jsonl'), JSON.stringify(event));
  }

  return {
    open: openFolder,
    ...createReviewFolders({ top: reviewFolder, refuseLinks: (path) => refuseLinks(runs, path), removeWhole }),
    discard: async (runKey, labelPrefix) => {
      const prefix = safeName('label prefix', labelPrefix);
      await discardWhere(runKey, (label) => label.startsWith(prefix));
    },
    leftBehind: (runKey) => leftBehind(workFolder(runKey)),
    logs: (runKey, wanted) => keptLogs(join(runFolder(runKey), 'leaves'), wanted),
    discardAll: (runKey) => discardWhere(runKey, () => true),
    laid: laidFiles,
    write: (path, text) => writeBelow(runs, path, text),
    appendEvent,
    freeBytes: () => freeBytesAt(options.home),
  };
}

/** One write of one line, so that lines of two workers never mix; a line cut off by a crash is closed first. */
async function appendLine(path: string, line: string): Promise<void> {
  const { O_APPEND, O_CREAT, O_RDWR, O_NOFOLLOW } = constants;
  const file = await open(path, O_APPEND | O_CREAT | O_RDWR | O_NOFOLLOW, 0o600);
  try {
    const { size } = await file.stat();
    const { buffer } = await file.read(Buffer.alloc(1), 0, 1, Math.max(0, size - 1));
    const cutOff = size > 0 && buffer[0] !== 0x0a;
    await file.write(`${cutOff ? '\n' : ''}${line}\n`);
  } finally {
    await file.close();
  }
}

async function writeBelow(runs: string, path: string, text: string): Promise<void> {
  const folder = dirname(resolve(path));
  if (!folder.startsWith(`${resolve(runs)}${sep}`)) {
    throw new Error(`${path} lies in no run folder. Expected a path below ${runs}.`);
  }
  await refuseLinks(runs, folder);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await writeAtomically(join(folder, basename(path)), text);
}

/** A leaf may have put a link in place of a folder of ours: nothing is made or removed through it. */
async function refuseLinks(runs: string, folder: string): Promise<void> {
  await mkdir(runs, { recursive: true, mode: 0o700 });
  let path = resolve(runs);
  for (const part of resolve(folder).slice(path.length).split(sep).filter(Boolean)) {
    path = join(path, part);
    const stats = await lstat(path).catch(() => null);
    if (stats === null) return;
    if (!stats.isDirectory())
      throw new Error(`${path} is no folder. Expected one of Pawl's own; remove what stands there.`);
  }
}

/** Free for this user on the disk of the nearest folder that exists. */
async function freeBytesAt(home: string): Promise<number> {
  let folder = resolve(home);
  while ((await realpath(folder).catch(() => null)) === null && folder !== dirname(folder)) folder = dirname(folder);
  const stats = await statfs(folder);
  return stats.bavail * stats.bsize;
}
