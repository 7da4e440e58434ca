import { parseTrailers } from '../commit/parse-trailers.js';
import { readPawlTrailers } from '../commit/trailers.js';

export type HookedMessage =
  | { readonly kind: 'same' }
  | { readonly kind: 'changed'; readonly message: string }
  | { readonly kind: 'broken'; readonly why: string };

const maxChars = 32_000;

/**
 * A commit's message after a commit-msg hook. It may add and reword; Pawl's trailers must stand in the final paragraph
 * as they were, for the commit is found and counted by them (R-001-40).
 */
export function hookedMessage(before: string, after: string): HookedMessage {
  if (after === before) return { kind: 'same' };
  if (after.trim() === '') return { kind: 'broken', why: 'it left an empty message' };
  if (after.includes('\0') || after.length > maxChars) return { kind: 'broken', why: 'it left what is no message' };
  if (after.split('\n')[0]?.trim() === '') return { kind: 'broken', why: 'it left a message without a subject' };
  const [had, has] = [parseTrailers(before), parseTrailers(after)];
  const lost = had.filter(({ key, value }) => !has.some((one) => one.key === key && one.value === value));
  const same = JSON.stringify(readPawlTrailers(had)) === JSON.stringify(readPawlTrailers(has));
  if (lost.length === 0 && same) return { kind: 'changed', message: after.endsWith('\n') ? after : `${after}\n` };
  const names = lost.length === 0 ? had.map(({ key }) => key) : lost.map(({ key }) => key);
  return { kind: 'broken', why: `the last paragraph does not hold the trailers ${names.join(', ')} as they were` };
}
