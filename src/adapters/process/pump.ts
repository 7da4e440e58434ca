import { closeSync, openSync, writeSync } from 'node:fs';
import { plainTail } from './plain-text.js';
import { keepBytes, tailBytes } from './guard-protocol.js';
import type { StreamStatus } from './guard-protocol.js';

/** Where one output stream of a program goes. */
export interface Pump {
  take(chunk: Buffer): void;
  readonly bytes: () => number;
  /** A line that begins with the report prefix has come by. */
  readonly reported: () => boolean;
  /** Nothing that comes from now on counts: the program has ended, and others write in its place (F43). */
  seal(): void;
  /** Closes the file. */
  finish(): StreamStatus;
}

/**
 * Takes a stream of any length in bounded memory and never makes the writer wait (F27): the first 16 MiB go to
 * the file, the rest is only counted, the last 32 KiB are remembered. A full disk ends the keeping, not the program.
 */
export function createPump(path: string, reportPrefix: string | null): Pump {
  const file = openSync(path, 'w', 0o600);
  const tail = createTail();
  const report = createLineFinder(reportPrefix);
  let bytes = 0;
  let kept = 0;
  let keeping = true;
  let sealed = false;
  const keep = (chunk: Buffer): void => {
    const part = chunk.subarray(0, keepBytes - kept);
    try {
      for (let done = 0; done < part.length;) {
        const written = writeSync(file, part, done);
        done += written;
        kept += written;
      }
    } catch {
      keeping = false;
    }
  };
  return {
    take: (chunk) => {
      if (sealed) return;
      bytes += chunk.length;
      if (keeping) keep(chunk);
      tail.take(chunk);
      report.take(chunk);
    },
    bytes: () => bytes,
    reported: report.found,
    seal: () => {
      sealed = true;
    },
    finish: () => {
      closeSync(file);
      return { bytes, keptBytes: kept, tail: plainTail(tail.read(), tailBytes, bytes > tailBytes) };
    },
  };
}

function createTail(): { take(chunk: Buffer): void; read(): Buffer } {
  const ring = Buffer.alloc(tailBytes);
  let next = 0;
  let full = false;
  return {
    take: (chunk) => {
      const part = chunk.length > tailBytes ? chunk.subarray(chunk.length - tailBytes) : chunk;
      const beforeWrap = Math.min(part.length, tailBytes - next);
      part.copy(ring, next, 0, beforeWrap);
      part.copy(ring, 0, beforeWrap);
      full ||= next + part.length >= tailBytes;
      next = (next + part.length) % tailBytes;
    },
    read: () => (full ? Buffer.concat([ring.subarray(next), ring.subarray(0, next)]) : ring.subarray(0, next)),
  };
}

/** Finds a line start across chunk borders with one search a chunk, so that a flood of short lines costs nothing. */
function createLineFinder(prefix: string | null): { take(chunk: Buffer): void; found(): boolean } {
  const needle = Buffer.from(`\n${prefix ?? ''}`, 'utf8');
  let carry = Buffer.from('\n');
  let found = false;
  return {
    take: (chunk) => {
      if (prefix === null || found) return;
      const seam = Buffer.concat([carry, chunk.subarray(0, needle.length)]);
      found = seam.includes(needle) || chunk.includes(needle);
      const end = Buffer.concat([carry, chunk.subarray(-needle.length)]);
      carry = end.subarray(Math.max(0, end.length - needle.length + 1));
    },
    found: () => found,
  };
}
