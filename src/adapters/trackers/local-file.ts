import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { basename } from 'node:path';
import type { SourceBytes, Tracker } from '../../ports/tracker.js';

/** A local Markdown file as the source: read once, never written (ticks live in the ledger on the branch). */
export const localFileTracker: Tracker = {
  read: async (path, maxBytes) => {
    try {
      return await readCapped(path, maxBytes);
    } catch (error) {
      return {
        kind: 'missing',
        why: `${path} can't be read (${codeOf(error)}); expected a Markdown file, for example: docs/issue.md`,
      };
    }
  },
};

async function readCapped(path: string, maxBytes: number): Promise<SourceBytes> {
  // Non-blocking, so that a FIFO named as an issue is refused below instead of waiting for a writer.
  const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    const facts = await file.stat();
    if (!facts.isFile()) {
      return { kind: 'missing', why: `${path} is no file; expected a Markdown file, for example: docs/issue.md` };
    }
    const buffer = new Uint8Array(Math.min(facts.size, maxBytes + 1));
    let filled = 0;
    while (filled < buffer.length) {
      const { bytesRead } = await file.read(buffer, filled, buffer.length - filled, filled);
      if (bytesRead === 0) break;
      filled += bytesRead;
    }
    return { kind: 'found', name: basename(path), bytes: buffer.subarray(0, filled) };
  } finally {
    await file.close();
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : String(error);
}
