/** The little of a TOML table that a detection asks for: its keys, and whether one of them is a list with something in it. */
export interface TomlTable {
  readonly keys: readonly string[];
  lists(key: string): boolean;
}

/** Reads the table's lines; a file that is not TOML yields what can be seen, and its package manager says what is wrong. */
export function tomlTable(text: string, name: string): TomlTable {
  const lines = linesOf(text, name);
  const entries = lines.flatMap((line, at) => {
    const key = /^\s*(?:"([^"]+)"|([\w-]+))\s*=\s*(.*)$/.exec(line);
    if (key === null) return [];
    return [{ key: key[1] ?? key[2] ?? '', value: [key[3] ?? '', ...lines.slice(at + 1)].join('\n') }];
  });
  return {
    keys: entries.map(({ key }) => key),
    lists: (wanted) => entries.some(({ key, value }) => key === wanted && /^\[(?:\s|#[^\n]*\n)*[^\s\]#]/.test(value)),
  };
}

function linesOf(text: string, name: string): readonly string[] {
  const lines = text.split(/\r?\n/);
  const heads = lines.map((line) => /^\s*\[+\s*([^\]]+?)\s*\]+\s*(?:#.*)?$/.exec(line)?.[1]?.replace(/["\s]/g, ''));
  const start = heads.indexOf(name);
  if (start === -1) return [];
  const end = heads.findIndex((head, at) => at > start && head !== undefined);
  return lines.slice(start + 1, end === -1 ? undefined : end);
}
