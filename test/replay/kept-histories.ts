import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync, gzipSync } from 'node:zlib';

export const historiesFolder = fileURLToPath(new URL('./histories', import.meta.url));
const ending = '.json.gz';

/** A history as the server gives it, in its JSON form. */
export interface KeptHistory {
  readonly name: string;
  readonly history: unknown;
}

export async function keptHistories(): Promise<readonly KeptHistory[]> {
  const names = (await readdir(historiesFolder)).filter((name) => name.endsWith(ending)).sort();
  return Promise.all(
    names.map(async (file) => {
      const text = gunzipSync(await readFile(join(historiesFolder, file))).toString('utf8');
      return { name: file.slice(0, -ending.length), history: JSON.parse(text) as unknown };
    }),
  );
}

export async function keepHistory({ name, history }: KeptHistory): Promise<void> {
  const text = gzipSync(`${JSON.stringify(history)}\n`, { level: 9 });
  await writeFile(join(historiesFolder, `${name}${ending}`), text);
}
