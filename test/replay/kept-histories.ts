import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync, gzipSync } from 'node:zlib';

export const historiesFolder = fileURLToPath(new URL('./histories', import.meta.url));
const ending = '.json.gz';

export interface KeptHistory {
  readonly name: string;
  /** Absolute path. */
  readonly file: string;
}

/** Of this Pawl, and in a folder each of the releases before it. */
export async function keptHistories(): Promise<readonly KeptHistory[]> {
  const all = await readdir(historiesFolder, { recursive: true });
  const names = all.filter((name) => name.endsWith(ending)).sort();
  return names.map((name) => ({ name: name.slice(0, -ending.length), file: join(historiesFolder, name) }));
}

/** A history, packed (`scrub.ts`). */
export async function readHistory(file: string): Promise<unknown> {
  return JSON.parse(gunzipSync(await readFile(file)).toString('utf8'));
}

export async function keepHistory(name: string, history: unknown): Promise<void> {
  const text = gzipSync(`${JSON.stringify(history)}\n`, { level: 9 });
  await writeFile(join(historiesFolder, `${name}${ending}`), text);
}
