/** Names that become one part of a path: letters, digits, `.`, `_`, `-`; never a separator, never `..`. */
const safe = /^[A-Za-z0-9_][A-Za-z0-9._-]{0,199}$/;

/** Refuses rather than mends: two different names must never meet in one folder. */
export function safeName(what: string, name: string): string {
  if (safe.test(name)) return name;
  const expected = "Expected letters, digits, '.', '_' and '-', such as step-1-red-1.";
  throw new Error(`The ${what} ${JSON.stringify(name.slice(0, 200))} can't name a folder. ${expected}`);
}
