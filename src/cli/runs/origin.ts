import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import { renderOrigin, type OriginName } from '../../domain/run/names.js';

/** How the runs of an origin are named: by its remote, else by its folder on this host (design 7). */
export function originName(origin: { readonly path: string; readonly remoteSlug: string | null }): OriginName {
  if (origin.remoteSlug !== null) return { kind: 'remote', slug: origin.remoteSlug };
  const hex = createHash('sha256').update(origin.path).digest('hex').slice(0, 6);
  return { kind: 'local', folder: basename(origin.path), hex };
}

/** What every workflow id of this origin begins with. */
export function runPrefix(origin: OriginName): string {
  return `tdd/${renderOrigin(origin)}/`;
}
