import { readFileSync } from 'node:fs';

/** A small list, and how a careful person reads it; `shown` in shown.ts writes the readings. */
export interface SmallList {
  readonly name: string;
  readonly text: string;
  /** A line for each task, its criteria below it; or why there is none. */
  readonly reads: readonly string[];
  /** What is said about it. */
  readonly notes?: readonly string[];
}

type Written = Omit<SmallList, 'text'> & { readonly text: readonly string[] };

const written = JSON.parse(readFileSync(new URL('lists.json', import.meta.url), 'utf8')) as readonly Written[];

/** Made for Pawl after the shapes that lists have in the wild (issue 7). */
export const smallLists: readonly SmallList[] = written.map((list) => ({ ...list, text: list.text.join('\n') }));
