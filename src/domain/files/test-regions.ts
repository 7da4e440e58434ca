/** A `#[cfg(test)] mod … { }` of a Rust file, from its first attribute to its closing brace. */
export interface TestRegion {
  readonly start: number;
  readonly end: number;
}

export type TestRegions =
  | { readonly kind: 'regions'; readonly regions: readonly TestRegion[] }
  /** Unbalanced, or cut off: nothing can be told, so all of the file counts as production. */
  | { readonly kind: 'unclear'; readonly why: string };

/**
 * Inline test modules by a small scanner that knows strings, raw strings, characters, lifetimes, nested comments and
 * braces. Those at the top of the file alone: whatever stands deeper, in a macro or a function, counts as production.
 */
export function testRegions(text: string): TestRegions {
  const regions: TestRegion[] = [];
  let depth = 0;
  let start: number | null = null;
  let at = 0;
  while (at < text.length) {
    const next = skipToken(text, at);
    if (next === null) return unclear(`a comment or text that begins at ${placeOf(text, at)} does not end`);
    if (next > at) {
      at = next;
      continue;
    }
    const head = depth === 0 && text[at] === '#' ? headEnd(text, at) : null;
    if (head !== null) start = at;
    depth += head === null ? bracketStep(text[at] ?? '') : 1;
    if (depth < 0) return unclear(`a bracket too many closes at ${placeOf(text, at)}`);
    at = head ?? at + 1;
    if (start !== null && depth === 0) {
      regions.push({ start, end: at });
      start = null;
    }
  }
  return depth === 0 ? { kind: 'regions', regions } : unclear('a bracket is not closed at the end of the file');
}

function unclear(why: string): TestRegions {
  return { kind: 'unclear', why };
}

function bracketStep(char: string): number {
  if ('{(['.includes(char)) return 1;
  return '})]'.includes(char) ? -1 : 0;
}

function placeOf(text: string, at: number): string {
  return `line ${text.slice(0, at).split('\n').length}`;
}

/** Where the token at this place ends, when it may hold brackets that are none; the place itself for all else. */
function skipToken(text: string, at: number): number | null {
  const char = text[at] ?? '';
  if (char === '/') return commentEnd(text, at);
  if (char === '"') return stringEnd(text, at);
  if (char === "'") return charEnd(text, at);
  if (/[A-Za-z_]/.test(char)) return wordEnd(text, at);
  return at;
}

function commentEnd(text: string, at: number): number | null {
  if (text[at + 1] === '/') {
    const end = text.indexOf('\n', at);
    return end < 0 ? text.length : end;
  }
  if (text[at + 1] !== '*') return at + 1;
  let depth = 1;
  for (let next = at + 2; next < text.length; next += 1) {
    const pair = text.slice(next, next + 2);
    if (pair === '/*') depth += 1;
    if (pair === '*/') depth -= 1;
    if (pair === '/*' || pair === '*/') next += 1;
    if (depth === 0) return next + 1;
  }
  return null;
}

function stringEnd(text: string, at: number): number | null {
  for (let next = at + 1; next < text.length; next += 1) {
    if (text[next] === '\\') next += 1;
    else if (text[next] === '"') return next + 1;
  }
  return null;
}

/** `'a'`, `'\''`, `'\u{1F600}'` are characters; `'a` and `'static` are lifetimes. */
function charEnd(text: string, at: number): number {
  const literal = /'(?:\\(?:u\{[0-9A-Fa-f_]{1,8}\}|x[0-9A-Fa-f]{2}|[^])|[^\\'])'/uy;
  literal.lastIndex = at;
  const found = literal.exec(text);
  return found === null ? at + 1 : at + found[0].length;
}

/** A word whole, so that `r"…"`, `br#"…"#` and `c"…"` are seen and `for"` in a name is not. */
function wordEnd(text: string, at: number): number | null {
  const word = /[A-Za-z0-9_]+/y;
  word.lastIndex = at;
  const name = word.exec(text)?.[0] ?? '';
  const after = at + name.length;
  if (/^(?:r|br|cr)$/.test(name)) {
    const hashes = /#*/y;
    hashes.lastIndex = after;
    const fence = hashes.exec(text)?.[0] ?? '';
    if (text[after + fence.length] === '"') {
      const close = text.indexOf(`"${fence}`, after + fence.length + 1);
      return close < 0 ? null : close + 1 + fence.length;
    }
  }
  return after;
}

/** After the opening brace of `#[cfg(test)] … mod name {`; null when something else begins here. */
function headEnd(text: string, at: number): number | null {
  const head =
    /#\s*\[\s*cfg\s*\(\s*test\s*\)\s*\](?:\s|\/\/[^\n]*\n|#\s*\[[^\]\n]{0,200}\])*(?:pub(?:\([^)\n]{0,100}\))?\s+)?mod\s+\w+\s*\{/y;
  head.lastIndex = at;
  const found = head.exec(text);
  return found === null ? null : at + found[0].length;
}

/** What one change of a Rust file touched. */
export interface RegionChange {
  readonly inside: boolean;
  readonly outside: boolean;
  /** Set when the file could not be divided: all of it counts as production. */
  readonly unclear: string | null;
}

/** Compares a file before and after by region; null stands for a file that is not there. */
export function regionChange(before: string | null, after: string | null): RegionChange {
  const one = divide(before ?? '');
  const other = divide(after ?? '');
  const unclear = one.unclear ?? other.unclear;
  if (unclear !== null) return { inside: false, outside: true, unclear };
  // A file that goes takes its code with it, and one that comes without code is tests alone.
  const gone = before !== null && after === null;
  return { inside: one.inside !== other.inside, outside: gone || one.outside !== other.outside, unclear: null };
}

interface Divided {
  readonly inside: string;
  readonly outside: string;
  readonly unclear: string | null;
}

/** Blanks beside a region belong to neither side: a region that is added at the end brings its own. */
function divide(text: string): Divided {
  const found = testRegions(text);
  if (found.kind === 'unclear') return { inside: '', outside: text, unclear: found.why };
  const edges = [0, ...found.regions.flatMap(({ start, end }) => [start, end]), text.length];
  const pieces: string[] = [];
  for (let at = 0; at + 1 < edges.length; at += 2) pieces.push(text.slice(edges[at], edges[at + 1]).trim());
  return {
    inside: found.regions.map(({ start, end }) => text.slice(start, end)).join('\n'),
    outside: pieces.filter((piece) => piece !== '').join('\n'),
    unclear: null,
  };
}

/**
 * The file as it was before, with the test modules it has after: a change without its production part. Null when a
 * side could not be divided, or has no test module to take: then all of the file is one thing or the other.
 */
export function withTestsOf(before: string | null, after: string): string | null {
  const then = divide(before ?? '');
  const now = divide(after);
  if (then.unclear !== null || now.unclear !== null || now.inside === '') return null;
  // Where in a file a module stands makes no difference to Rust.
  return `${[then.outside, now.inside].filter((part) => part !== '').join('\n\n')}\n`;
}
