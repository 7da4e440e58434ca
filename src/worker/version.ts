import { readFile } from 'node:fs/promises';

/** Digits of a build's hash that are shown: enough to tell builds of one release apart. */
const shownDigits = 8;

/**
 * Version of this Pawl: release and build, such as `0.1.0+3f2a91bc`. Two builds of one release are two versions, since a
 * run can tell them apart by what they do. Without a build (sources under test) it is the release alone.
 */
export async function pawlVersion(): Promise<string> {
  const text = await readFile(new URL('../../package.json', import.meta.url), 'utf8');
  const parsed: unknown = JSON.parse(text);
  const isPackage = typeof parsed === 'object' && parsed !== null && 'version' in parsed;
  const release = isPackage && typeof parsed.version === 'string' ? parsed.version : 'unknown';
  // Of everything that dist/ was made from; `scripts/lib/build.mjs` writes it.
  const hash = await readFile(new URL('../.source-hash', import.meta.url), 'utf8').catch(() => '');
  return hash === '' ? release : `${release}+${hash.slice(0, shownDigits)}`;
}
