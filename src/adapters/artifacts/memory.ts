import { constants } from 'node:fs';
import { mkdir, open } from 'node:fs/promises';
import { join } from 'node:path';
import { maxMemoryBytes, merged, parseMemory, renderMemory } from '../../domain/leaf/memory-notes.js';
import type { Memory } from '../../ports/memory.js';
import { writeAtomically } from './atomic-write.js';
import { safeName } from './safe-name.js';

/** `<Pawl's home>/memory/<origin>.md`. */
export function createMemory({ home }: { readonly home: string }): Memory {
  const folder = join(home, 'memory');
  const fileOf = (originKey: string): string => join(folder, `${safeName('origin', originKey)}.md`);
  // Two commits at once in this worker must not lose each other's notes.
  let last: Promise<void> = Promise.resolve();

  async function add(path: string, notes: readonly string[]): Promise<void> {
    const text = await readText(path);
    const next = renderMemory(merged(parseMemory(text), notes));
    if (next === text) return;
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await writeAtomically(path, next);
  }

  return {
    async remember(originKey, notes) {
      const path = fileOf(originKey);
      if (notes.length === 0) return;
      const mine = last.then(() => add(path, notes));
      last = mine.catch(() => undefined);
      await mine;
    },
    recall: async (originKey) => parseMemory(await readText(fileOf(originKey))),
  };
}

/** No link is followed and no pipe waited for; a person may have written more than is kept, so it is cut. */
async function readText(path: string): Promise<string> {
  const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants;
  const file = await open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK).catch(() => null);
  if (file === null) return '';
  try {
    if (!(await file.stat()).isFile()) return '';
    const buffer = Buffer.alloc(4 * maxMemoryBytes);
    const { bytesRead } = await file.read(buffer, 0, buffer.length, 0);
    return buffer.toString('utf8', 0, bytesRead);
  } finally {
    await file.close();
  }
}
