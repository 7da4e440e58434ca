import { readFile } from 'node:fs/promises';

/** Version of this Pawl, from its package.json. */
export async function pawlVersion(): Promise<string> {
  const text = await readFile(new URL('../../package.json', import.meta.url), 'utf8');
  const parsed: unknown = JSON.parse(text);
  const isPackage = typeof parsed === 'object' && parsed !== null && 'version' in parsed;
  return isPackage && typeof parsed.version === 'string' ? parsed.version : 'unknown';
}
