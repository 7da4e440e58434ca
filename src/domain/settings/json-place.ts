const token =
  /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null|[[\]{},:]/y;

type Expected = 'value' | 'value or ]' | '"key" or }' | '"key"' | ':' | ', or end' | 'nothing more';

export interface JsonPlace {
  readonly line: number;
  readonly column: number;
  readonly expected: string;
  readonly found: string;
}

/** Where a text stops being JSON; null when it is JSON. The engine's own message does not always tell. */
export function jsonErrorPlace(text: string): JsonPlace | null {
  const open: ('{' | '[')[] = [];
  let expected: Expected = 'value';
  let at = 0;
  for (;;) {
    while (isBlank(text[at])) at += 1;
    token.lastIndex = at;
    const word = token.exec(text)?.[0];
    if (word === undefined && at >= text.length && expected === 'nothing more') return null;
    const next: Expected | null = word === undefined ? null : follow(expected, word, open);
    if (word === undefined || next === null) return placeOf(text, at, nameOf(expected, open));
    expected = next;
    at += word.length;
  }
}

/** What may follow after this word; null when the word may not stand here. */
function follow(expected: Expected, word: string, open: ('{' | '[')[]): Expected | null {
  const after = (): Expected => (open.length === 0 ? 'nothing more' : ', or end');
  const inside = open.at(-1);
  switch (expected) {
    case '"key"':
    case '"key" or }':
      if (word === '}' && expected === '"key" or }') return close(open, after);
      return word.startsWith('"') ? ':' : null;
    case ':':
      return word === ':' ? 'value' : null;
    case ', or end':
      if (word === ',') return inside === '{' ? '"key"' : 'value';
      return word === (inside === '{' ? '}' : ']') ? close(open, after) : null;
    case 'value':
    case 'value or ]':
      if (word === ']' && expected === 'value or ]') return close(open, after);
      return followValue(word, open, after);
    case 'nothing more':
      return null;
  }
}

function followValue(word: string, open: ('{' | '[')[], after: () => Expected): Expected | null {
  if (word === '{' || word === '[') {
    open.push(word);
    return word === '{' ? '"key" or }' : 'value or ]';
  }
  return /^[\]},:]/.test(word) ? null : after();
}

function close(open: ('{' | '[')[], after: () => Expected): Expected {
  open.pop();
  return after();
}

function isBlank(char: string | undefined): boolean {
  return char === ' ' || char === '\t' || char === '\n' || char === '\r';
}

function nameOf(expected: Expected, open: readonly ('{' | '[')[]): string {
  if (expected !== ', or end') return expected;
  return open.at(-1) === '{' ? ', or }' : ', or ]';
}

function placeOf(text: string, at: number, expected: string): JsonPlace {
  const before = text.slice(0, at).split('\n');
  const found = at >= text.length ? 'the end of the text' : JSON.stringify(text.slice(at, at + 20));
  return { line: before.length, column: (before.at(-1) ?? '').length + 1, expected, found };
}
