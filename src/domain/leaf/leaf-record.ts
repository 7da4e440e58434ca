import { LeafOutcome } from './leaf-outcome.js';

/** What an agent's own final record can say went wrong. All else is told by how the process ended, never by a record. */
export const RecordFailure = LeafOutcome.extract([
  'limit',
  'contract',
  'auth',
  'config',
  'transient',
  'usage-limit',
  'needs-user',
  'crashed',
]);
export type RecordFailure = (typeof RecordFailure.options)[number];

/** An answer in a record that is longer than this is none: 1 MiB, many times what any form of an answer needs. */
export const maxAnswerBytes = 1_048_576;

/** What the final record of a leaf says, in words that belong to no vendor. */
export type RecordWord =
  /** It did what it was asked, and here is the answer, of this many bytes as JSON. */
  | { readonly says: 'done'; readonly answerBytes?: number }
  | { readonly says: 'failed'; readonly as: RecordFailure }
  /** More than one, and nobody knows which is the agent's own (R17). */
  | { readonly says: 'several' }
  /** Something that begins as a record does and can't be read: cut, half a letter, another form. */
  | { readonly says: 'unreadable' }
  | { readonly says: 'nothing' }
  /** It never began: nothing on standard output, and its reason on standard error. */
  | { readonly says: 'refused'; readonly as: 'config' | 'auth' };
