/**
 * The files that a task of a spec names, from its `Files:` or `Implementation files:` lines and its `Test file:`,
 * `Test files:` lines (C-26). Null when no line names production files: then the file gate is off for the step.
 */
export function stepFiles(
  details: readonly string[],
  earlier: (task: string) => readonly string[] | null,
): readonly string[] | null {
  const lines = details.flatMap((line) => fileLine(line) ?? []);
  const production = lines.filter(({ isTest }) => !isTest);
  if (production.length === 0) return null;
  const named = lines.flatMap(({ text }) => {
    const same = /^same as (?:task\s+)?([A-Za-z0-9._-]+)\.?$/i.exec(text);
    return same === null ? pathsIn(text) : (earlier(same[1] ?? '') ?? []);
  });
  return [...new Set(named)];
}

/** The files that the `Test file:` and `Test files:` lines of a task name. */
export function testFilesIn(details: readonly string[]): readonly string[] {
  const lines = details.flatMap((line) => fileLine(line) ?? []);
  return [...new Set(lines.filter(({ isTest }) => isTest).flatMap(({ text }) => pathsIn(text)))];
}

const label = /^\s*(?:[-*+]\s+)?\**(files|implementation files?|test files?)\**\s*:\**\s*(.*)$/i;

function fileLine(line: string): readonly [{ readonly isTest: boolean; readonly text: string }] | null {
  if (line.length > 4_000) return null;
  const match = label.exec(line);
  if (match === null) return null;
  return [{ isTest: /^test/i.test(match[1] ?? ''), text: (match[2] ?? '').trim() }];
}

/** Separated by `;`, `,` or blanks, back-ticks around them or not; `none` is no file (upstreams.md). */
function pathsIn(text: string): readonly string[] {
  const quoted = [...text.matchAll(/`([^`]{1,400})`/g)].map((match) => match[1] ?? '');
  const words = quoted.length > 0 ? quoted : text.split(/[;,\s]+/);
  return words
    .map((word) => word.replace(/^\.\//, '').trim())
    .filter((word) => word !== '' && word.toLowerCase() !== 'none' && !/^\((?:new|none)\)$/i.test(word));
}
