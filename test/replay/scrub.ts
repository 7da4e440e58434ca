/** What of this machine stands in a history, and what stands there instead: the longest first. */
export type Replacements = readonly (readonly [from: string, to: string])[];

interface Payload {
  readonly metadata: unknown;
  readonly data: string;
}

/**
 * A history without names of the machine it was recorded on: the same text everywhere, in payloads too, so that a replay meets
 * what it met then. Ids, hashes and times stay.
 */
export function scrubbed(value: unknown, replacements: Replacements): unknown {
  if (typeof value === 'string') return replaced(value, replacements);
  if (Array.isArray(value)) return value.map((one) => scrubbed(one, replacements));
  if (typeof value !== 'object' || value === null) return value;
  if (isPayload(value)) return { ...value, data: inBase64(value.data, replacements) };
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, scrubbed(one, replacements)]));
}

/** Every text in it, payloads decoded: for a search. */
export function textsOf(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap(textsOf);
  if (typeof value !== 'object' || value === null) return [];
  if (isPayload(value)) return [Buffer.from(value.data, 'base64').toString('utf8')];
  return Object.values(value).flatMap(textsOf);
}

function replaced(text: string, replacements: Replacements): string {
  return replacements.reduce((done, [from, to]) => done.replaceAll(from, to), text);
}

function inBase64(data: string, replacements: Replacements): string {
  const bytes = Buffer.from(data, 'base64');
  return Buffer.from(replaced(bytes.toString('utf8'), replacements), 'utf8').toString('base64');
}

function isPayload(value: object): value is Payload {
  return 'metadata' in value && 'data' in value && typeof value.data === 'string';
}
