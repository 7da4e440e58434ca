import { createHash } from 'node:crypto';
import { createReadStream, type Stats } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { writeFileAtomic } from './atomic-file.js';
import type { Pinned } from './pinned.js';

export type Intact =
  { readonly kind: 'absent' } | { readonly kind: 'intact' } | { readonly kind: 'damaged'; readonly why: string };

/** Compares size and hash with what is pinned, so that nothing cut off or exchanged is ever run. */
export async function isIntact(path: string, pinned: Pinned): Promise<Intact> {
  const found = await stat(path).catch(() => null);
  if (found === null) return { kind: 'absent' };
  if (!found.isFile()) return { kind: 'damaged', why: 'it is no file' };
  if (found.size !== pinned.binaryBytes) {
    return { kind: 'damaged', why: `it has ${found.size} bytes instead of ${pinned.binaryBytes}` };
  }
  const [mark, seal] = [`${path}.checked`, sealOf(found, pinned)];
  if ((await readFile(mark, 'utf8').catch(() => null)) === seal) return { kind: 'intact' };
  if ((await sha256(path)) !== pinned.binarySha256)
    return { kind: 'damaged', why: 'its content is not the pinned one' };
  // Only a saving of 0.2 s at the next start: where it can't be written, the hash is taken again.
  await writeFileAtomic(mark, seal).catch(() => undefined);
  return { kind: 'intact' };
}

/** Changes with every write to the file; its last part can't be set back by ordinary means. */
function sealOf(found: Stats, pinned: Pinned): string {
  return `${pinned.binarySha256} ${found.size} ${found.ino} ${found.mtimeMs} ${found.ctimeMs}\n`;
}

async function sha256(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path, { highWaterMark: 1024 * 1024 }), hash);
  return hash.digest('hex');
}
