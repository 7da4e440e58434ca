import { tighten, type StopMode, type StopRequest } from './stop.js';

/** A file by which a person asks for a stop, as it lies in the origin now. */
export interface FoundStop {
  /** Repository-relative. */
  readonly file: string;
  /** Of this very version: the same words written anew are asked anew. */
  readonly digest: string;
  /** Null when it can't be read: counts as `at-ledger` (R-002-51). */
  readonly mode: StopMode | null;
}

/** What changed since the run last took notice of the stop files. */
export type StopFileNews =
  | { readonly kind: 'asked'; readonly file: string; readonly mode: StopMode | null; readonly seen: string }
  /** A file is gone: that withdraws nothing, but is said (C-20). `seen` is null when none is left. */
  | { readonly kind: 'gone'; readonly file: string; readonly seen: string | null };

/**
 * The strictest of the files that are new; one that was taken notice of and lies there as it was asks for nothing any
 * more, so that a withdrawn stop stays withdrawn (R-000-37, C-20). Null when nothing changed.
 * @param seen as an earlier answer gave it; null for none
 */
export function stopFileNews(seen: string | null, found: readonly FoundStop[]): StopFileNews | null {
  const known = parseSeenStops(seen);
  const fresh = found.filter((one) => known.get(one.file) !== one.digest);
  const [first, ...rest] = fresh;
  if (first !== undefined) {
    for (const one of fresh) known.set(one.file, one.digest);
    const strictest = rest.reduce((before, one) => (isStricter(one, before) ? one : before), first);
    return { kind: 'asked', file: strictest.file, mode: strictest.mode, seen: renderSeenStops(known) ?? '' };
  }
  const gone = [...known.keys()].find((file) => !found.some((one) => one.file === file));
  if (gone === undefined) return null;
  known.delete(gone);
  return { kind: 'gone', file: gone, seen: renderSeenStops(known) };
}

function isStricter(one: FoundStop, before: FoundStop): boolean {
  const request = ({ mode }: FoundStop): StopRequest => ({ mode: mode ?? 'at-ledger', by: null, atMs: 0 });
  const asked = request(one);
  return tighten(request(before), asked) === asked;
}

/** `<file>=<digest>;…`: neither may hold these two marks. */
function renderSeenStops(known: ReadonlyMap<string, string>): string | null {
  return known.size === 0 ? null : [...known].map(([file, digest]) => `${file}=${digest}`).join(';');
}

function parseSeenStops(seen: string | null): Map<string, string> {
  const pairs = (seen ?? '').split(';').filter((pair) => pair.includes('='));
  return new Map(pairs.map((pair) => [pair.slice(0, pair.lastIndexOf('=')), pair.slice(pair.lastIndexOf('=') + 1)]));
}
