import type { Sections } from './readers.js';

interface Section {
  readonly name: string;
  readonly lines: readonly string[];
}

/**
 * The lines under each header, comments and blank lines left out. Enough to see a change: a header inside of a text of
 * several lines makes two sections of one, before and after alike.
 */
function split(text: string): readonly Section[] {
  const sections: { name: string; lines: string[] }[] = [{ name: '', lines: [] }];
  for (const line of text.replace(/^\ufeff/, '').split(/\r?\n/)) {
    const head = /^\s*\[+([^[\]\n]*)\]+\s*(?:[#;].*)?$/.exec(line)?.[1];
    if (head !== undefined)
      sections.push({
        name: head
          .replace(/\s*\.\s*/g, '.')
          .replace(/["']/g, '')
          .trim(),
        lines: [],
      });
    else if (line.trim() !== '' && !/^\s*[#;]/.test(line)) sections.at(-1)?.lines.push(line.trimEnd());
  }
  return sections;
}

/** Sections with this name, one text a name. */
export function iniSections(text: string, names: RegExp): Sections {
  return gathered(split(text).filter(({ name }) => names.test(name)));
}

/** As above; keys with dots that stand in a table further up, `[tool]` and `pytest.ini_options.addopts = …`, count too. */
export function tomlSections(text: string, names: RegExp): Sections {
  const dotted = split(text).flatMap(({ name, lines }) =>
    lines.flatMap((line) => {
      const key = /^\s*([\w."'-]+)\s*=/.exec(line)?.[1]?.replace(/["']/g, '');
      const whole = key === undefined ? '' : [name, key].filter((part) => part !== '').join('.');
      return !names.test(name) && names.test(whole) ? [{ name: whole, lines: [line] }] : [];
    }),
  );
  return gathered([...split(text).filter(({ name }) => names.test(name)), ...dotted]);
}

/** `[[test]]`, `[[bench]]`, `[profile.test]` and what of `[lib]` and `[package]` turns tests off or on. */
export function cargoSections(text: string): Sections {
  const key = /^\s*(?:test|doctest|bench|harness|autotests|autobenches|autoexamples)\s*=/;
  return gathered(
    split(text).flatMap(({ name, lines }) => {
      if (/^(?:test|bench|profile\.test|profile\.bench)(?:\.|$)/.test(name)) return [{ name, lines }];
      const own = lines.filter((line) => key.test(line));
      return /^(?:lib|package|bin|example)$/.test(name) && own.length > 0 ? [{ name, lines: own }] : [];
    }),
  );
}

function gathered(sections: readonly Section[]): Sections {
  const found = new Map<string, string>();
  for (const { name, lines } of sections) {
    const key = `[${name}]`;
    const before = found.get(key);
    found.set(key, [...(before === undefined ? [] : [before, '---']), ...lines].join('\n'));
  }
  return found;
}
