import type { LeafOutcome } from '../../src/domain/leaf/leaf-outcome.js';

export interface Places {
  /** A folder outside of all that is the leaf's own. */
  readonly outside: string;
  /** A file that what the leaf leaves behind writes to, below the workspace; its name is found in no other process. */
  readonly ticks: string;
}

/** What is seen of a leaf from outside. */
export interface Expected {
  readonly outcome: LeafOutcome;
  /** What the run does next; for a verifier its verdict. */
  readonly follows: string;
  /** The one line that status shows. */
  readonly message: RegExp;
  /** What is refused of the tree. */
  readonly refusal?: RegExp;
}

/** One way in which a leaf misbehaves, or only looks so. */
export interface Mode {
  /** Names it, and is the step that it is played in. */
  readonly id: string;
  /** Of the faults and cases that it shows: `F22`, `R05`. */
  readonly shows: readonly string[];
  /** For docs/leaves.md: what the leaf does. */
  readonly what: string;
  readonly does: (places: Places) => readonly object[];
  /** More of the scenario's line: answer, question, failure … */
  readonly line?: object;
  /** `idle` and `wall`: that clock is short; both are long when left out. */
  readonly clock?: 'idle' | 'wall';
  readonly role?: 'developer' | 'verifier';
  readonly expects: Expected;
  /** Where the process jail differs, and what only bubblewrap holds. */
  readonly inProcess?: { readonly expects: Partial<Expected>; readonly why: string };
}

export const good = { append: 'src/cart.js', text: 'export const total = () => 3;\n' };

export const done = (follows: string, message = /^done as scripted$/): Expected => ({
  outcome: 'done',
  follows,
  message,
});

export const refused = (refusal: RegExp): Expected => ({ ...done('refused'), refusal });

export const base64 = (...parts: readonly (string | readonly number[])[]): string =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : Buffer.from(part)))).toString(
    'base64',
  );
