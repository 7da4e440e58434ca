import { before, headAt, indentOf, indexOutside } from './heads.js';

interface Open {
  readonly indent: number;
  readonly isClass: boolean;
}

/** Functions and classes of a module and members of its classes; names with one underscore in front are left out. */
export function pythonSignatures(lines: readonly string[]): readonly string[] {
  let open: readonly Open[] = [];
  return lines.flatMap((line, at) => {
    if (line.trim() === '' || line.trimStart().startsWith('#')) return [];
    const indent = indentOf(line);
    open = open.filter((one) => one.indent < indent);
    const inFunction = open.some((one) => !one.isClass);
    const what = /^\s*(?:async\s+)?(def|class)\s+(\w+)/.exec(line);
    if (what === null) return inFunction ? [] : plain(line);
    open = [...open, { indent, isClass: what[1] === 'class' }];
    if (inFunction || /^_(?!_)/.test(what[2] ?? '')) return [];
    return [
      `${line.slice(0, indent)}${before(
        headAt(lines, at, (head) => indexOutside(head, ':') >= 0),
        ':',
      )}`,
    ];
  });
}

/** Decorators and names with a type or a value; never the value. */
function plain(line: string): readonly string[] {
  if (/^\s*@\w/.test(line)) return [line];
  const name = /^(\s*[A-Za-z]\w*)\s*(?::([^=]+))?=(?!=)/.exec(line);
  if (name === null) return [];
  return [name[2] === undefined ? (name[1] ?? '') : `${name[1] ?? ''}:${name[2].trimEnd()}`];
}
