import type { LeafLabel } from '../contract/activities.js';
import { stopFileFailure } from '../contract/failures.js';
import { stopFileNews, type FoundStop } from '../domain/steering/stop-files.js';
import type { StopMode } from '../domain/steering/stop.js';
import { parseStopFile } from '../texts/stop-file.js';
import type { Run } from './run-facts.js';
import type { Tools } from './tools.js';

type ReadMode = (tools: Tools, origin: string) => Promise<StopMode | null>;

/** The files whose presence asks for a stop (R-000-37, R-002-46). */
const stopFiles: Readonly<Record<string, ReadMode>> = {
  '.tdd/stop': async (tools, origin) => {
    const read = await tools.handFiles.read({ origin, file: '.tdd/stop' });
    return read.kind === 'text' ? parseStopFile(read.text) : null;
  },
  RALPH_STOP: () => Promise.resolve('at-ledger'),
};

/**
 * Looks for stop files before a leaf is laid or tests are run.
 * @throws stop-file when they are not what the run has taken notice of: the workflow decides what follows
 */
export async function heedStopFiles(tools: Tools, run: Run, label: LeafLabel): Promise<void> {
  const { path: origin, gitDir } = run.facts.origin;
  if (origin === gitDir) return;
  const found: FoundStop[] = [];
  for (const [file, readMode] of Object.entries(stopFiles)) {
    const digest = await tools.handFiles.find({ origin, file });
    if (digest !== null) found.push({ file, digest, mode: await readMode(tools, origin) });
  }
  const news = stopFileNews(label.stopSeen, found);
  if (news === null) return;
  const mode = news.kind === 'asked' ? news.mode : null;
  throw stopFileFailure({ kind: news.kind, file: news.file, mode, seen: news.seen });
}
