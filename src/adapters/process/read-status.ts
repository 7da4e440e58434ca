import { open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ProgramOutput } from '../../ports/program.js';
import { keepBytes, tailBytes } from './guard-protocol.js';
import type { GuardStatus, StreamStatus } from './guard-protocol.js';
import { plainTail } from './plain-text.js';

/** Null when there is none, or it belongs to another start (R-002-38). */
export async function readStatus(logFolder: string, id: string): Promise<GuardStatus | null> {
  try {
    const status: unknown = JSON.parse(await readFile(join(logFolder, 'status.json'), 'utf8'));
    return isStatus(status) && status.id === id ? status : null;
  } catch {
    return null;
  }
}

/** Written whole by our own guard, or not at all: one look at the shape is enough. */
function isStatus(value: unknown): value is GuardStatus {
  return typeof value === 'object' && value !== null && 'id' in value && 'endedBy' in value && 'out' in value;
}

export function outputFrom(path: string, stream: StreamStatus): ProgramOutput {
  return { path, bytes: stream.bytes, truncated: stream.keptBytes < stream.bytes, tail: stream.tail };
}

/** What a guard that vanished had put aside: at most the first 16 MiB, and nobody counted the rest. */
export async function outputLeftIn(path: string): Promise<ProgramOutput> {
  try {
    const file = await open(path, 'r');
    try {
      const { size } = await file.stat();
      const start = Math.max(0, size - tailBytes);
      const { buffer, bytesRead } = await file.read(Buffer.alloc(size - start), 0, size - start, start);
      const tail = plainTail(buffer.subarray(0, bytesRead), tailBytes, start > 0);
      return { path, bytes: size, truncated: size >= keepBytes, tail };
    } finally {
      await file.close();
    }
  } catch {
    return { path, bytes: 0, truncated: false, tail: '' };
  }
}
