import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import type { ProgramOutput } from '../../ports/program.js';
import { tailBytes } from '../process/guard-protocol.js';

/** The pump keeps 16 MiB of a stream; a little more, so that what it kept is never cut here. */
const maxOutputBytes = 17 * 1024 * 1024;

/**
 * What a leaf printed: its file, and behind a gap the remembered tail when the file was cut. The line that
 * the gap goes through is broken, so the tail begins after it.
 */
export async function readOutput({ path, bytes, truncated, tail }: ProgramOutput): Promise<string> {
  const kept = await readBytes(path, maxOutputBytes);
  if (kept === null) return tail;
  if (!truncated) return kept.toString('utf8');
  const tailStart = bytes - tailBytes;
  // Little was cut off: the tail begins inside what is kept, and nothing may be read twice.
  if (tailStart <= kept.length) return kept.toString('utf8', 0, Math.max(0, tailStart)) + tail;
  return `${kept.toString('utf8')}\n${tail.slice(tail.indexOf('\n') + 1)}`;
}

/**
 * The text of a plain file, or null: for one that is not there, is longer than `maxBytes`, or is a link, a pipe or a
 * device (a leaf may have put anything in its place).
 */
export async function readBounded(path: string, maxBytes: number): Promise<string | null> {
  return (await readBytes(path, maxBytes))?.toString('utf8') ?? null;
}

async function readBytes(path: string, maxBytes: number): Promise<Buffer | null> {
  let file: FileHandle | null = null;
  try {
    file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    const facts = await file.stat();
    if (!facts.isFile() || facts.size > maxBytes) return null;
    const bytes = Buffer.alloc(facts.size);
    const { bytesRead } = await file.read(bytes, 0, facts.size, 0);
    return bytes.subarray(0, bytesRead);
  } catch {
    return null;
  } finally {
    await file?.close();
  }
}
