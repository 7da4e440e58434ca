import { z } from 'zod';

/** A change that makes the code wrong on purpose, for one run of the tests (R-000-56, R-000-57). Never committed. */
export const Mutation = z.strictObject({
  /** Repository-relative, a file of production code. */
  path: z.string().min(1).max(400),
  /** Letter for letter, and once in that file. */
  from: z.string().min(1).max(4_000),
  to: z.string().max(4_000),
  /** What the test says then, in a few words. */
  breaks: z.string().max(400),
});
export type Mutation = z.infer<typeof Mutation>;

export type Mutated =
  { readonly kind: 'mutated'; readonly text: string } | { readonly kind: 'refused'; readonly why: string };

/** The file with that one place changed; refused where the place is not certain. */
export function mutate(text: string | null, { path, from, to }: Mutation): Mutated {
  if (text === null) return { kind: 'refused', why: `${path}, which the mutation names, is not there` };
  if (from === to) return { kind: 'refused', why: 'the mutation changes nothing: "from" and "to" are the same' };
  const at = text.indexOf(from);
  if (at < 0) return { kind: 'refused', why: `${path} does not hold the "from" of the mutation, letter for letter` };
  if (text.includes(from, at + 1)) {
    return { kind: 'refused', why: `${path} holds the "from" of the mutation more than once; make it longer` };
  }
  return { kind: 'mutated', text: text.slice(0, at) + to + text.slice(at + from.length) };
}

/** `src/a.js: "+" became "-" (the total is too low)`: for the evidence and the commit's body. */
export function mutationText({ path, from, to, breaks }: Mutation): string {
  const short = (text: string): string => JSON.stringify(text.length > 120 ? `${text.slice(0, 119)}…` : text);
  return `${path}: ${short(from)} became ${short(to)}${breaks === '' ? '' : ` (${breaks})`}`;
}
