/** What of this machine stands in a history, and what stands there instead: the longest first. */
export type Replacements = readonly (readonly [from: string, to: string])[];

/** Bytes as JSON holds them. */
interface PackedBytes {
  readonly $bytes: string;
}

/** A history as plain JSON: bytes by base64, 64-bit numbers as numbers (none is near 2^53). `replay-all.mjs` reads it back. */
export function packed(value: unknown): unknown {
  if (value instanceof Uint8Array) return { $bytes: Buffer.from(value).toString('base64') } satisfies PackedBytes;
  if (Array.isArray(value)) return value.map(packed);
  if (typeof value !== 'object' || value === null) return value;
  if ('toNumber' in value && typeof value.toNumber === 'function') return (value.toNumber as () => unknown).call(value);
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, one]) => (one === null || one === undefined ? [] : [[key, packed(one)]])),
  );
}

/**
 * A packed history without names of the machine it was recorded on: the same text everywhere, in payloads too, so that a replay
 * meets what it met then. Ids, hashes and times stay.
 */
export function scrubbed(value: unknown, replacements: Replacements): unknown {
  if (typeof value === 'string') return replaced(value, replacements);
  if (Array.isArray(value)) return value.map((one) => scrubbed(one, replacements));
  if (typeof value !== 'object' || value === null) return value;
  if (isBytes(value)) return packed(Buffer.from(replaced(textIn(value), replacements), 'utf8'));
  // A stack names files of whoever built the bundle, and no replay asks for it.
  const kept = Object.entries(value).filter(([key]) => key !== 'stackTrace');
  return Object.fromEntries(kept.map(([key, one]) => [key, scrubbed(one, replacements)]));
}

/** Every text in it, payloads decoded: for a search. */
export function textsOf(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap(textsOf);
  if (typeof value !== 'object' || value === null) return [];
  return isBytes(value) ? [textIn(value)] : Object.values(value).flatMap(textsOf);
}

function replaced(text: string, replacements: Replacements): string {
  return replacements.reduce((done, [from, to]) => done.replaceAll(from, to), text);
}

function textIn({ $bytes }: PackedBytes): string {
  return Buffer.from($bytes, 'base64').toString('utf8');
}

function isBytes(value: object): value is PackedBytes {
  return '$bytes' in value && typeof value.$bytes === 'string';
}
