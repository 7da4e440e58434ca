import type { CompilerError } from './cargo-events.js';
import type { RustTree } from './rust-tree.js';

/** Reads Rust's paths (`shop::cart::Cart`) as far as the repository's own crates go. */
export interface RustPaths {
  /** The file of the module that a path names, as seen from a file; null for one of elsewhere. */
  moduleOf(file: string, path: readonly string[]): Promise<string | null>;
  /** The file that declares a type, from the name that the compiler gives it. */
  fileOfType(file: string, told: string): Promise<string | null>;
  /** The file whose names a file has without saying where from: `use super::*`, `use shop::cart::*`. */
  scopeOf(file: string): Promise<string | null>;
}

export function createRustPaths(error: CompilerError, tree: RustTree, place: (path: string) => string): RustPaths {
  const ownRoot = place(error.target.source);

  const rootOf = (name: string): string | null => (name === 'crate' || name === '$crate' ? ownRoot : tree.crate(name));

  const moduleOf = async (file: string, path: readonly string[]): Promise<string | null> => {
    const [first = '', ...rest] = path;
    if (/^(?:self|super)$/.test(first)) {
      // A test module stands in the file that it tests.
      return rest.every((part) => /^(?:self|super)$/.test(part)) ? file : tree.moduleAt(file, rest).file;
    }
    const root = rootOf(first);
    if (root !== null) return tree.moduleAt(root, rest).file;
    const used = usesIn(await tree.text(file)).find((one) => one.at(-1) === first);
    if (used === undefined || used.length < 2) return null;
    return moduleOf(file, [...used, ...rest]);
  };

  const scopeOf = async (file: string): Promise<string | null> => {
    const globs = usesIn(await tree.text(file)).filter((one) => one.at(-1) === '*');
    const found = await Promise.all(globs.map((one) => moduleOf(file, one.slice(0, -1))));
    const own = [...new Set(found.filter((one) => one !== null))];
    return own.length === 1 ? (own[0] ?? null) : null;
  };

  return {
    moduleOf,
    scopeOf,
    async fileOfType(file, told) {
      const path = told
        .replace(/^&(?:'\w+ )?(?:mut )?/, '')
        .replace(/<.*$/s, '')
        .split('::');
      const [first = ''] = path;
      const name = path.at(-1) ?? '';
      if (!/^[A-Z]\w*$/.test(name)) return null;
      if (path.length > 1) {
        const root = rootOf(first);
        return root === null ? null : ((await tree.typeFile(root, name)) ?? (await moduleOf(file, path.slice(0, -1))));
      }
      // Without its path: of the file's own crate, or imported.
      const used = usesIn(await tree.text(file)).find((one) => one.at(-1) === name);
      const root = rootOf(used?.[0] ?? 'crate') ?? ownRoot;
      const direct = await tree.typeFile(root, name);
      if (direct !== null || used !== undefined) return direct;
      const scope = await scopeOf(file);
      return scope !== null && new RegExp(`\\b(?:struct|enum|union|trait)\\s+${name}\\b`).test(await tree.text(scope))
        ? scope
        : null;
    },
  };
}

/** The paths of `use` lines, groups taken apart, without new names; one level of groups in groups. */
export function usesIn(text: string): readonly (readonly string[])[] {
  return [...text.matchAll(/\buse\s+([\w:{}*,\s]{1,2000});/g)].flatMap(([, told = '']) =>
    expand(told.replace(/\s+as\s+\w+/g, '').replace(/\s+/g, '')).map((path) =>
      path.split('::').filter((part) => part !== ''),
    ),
  );
}

function expand(path: string): readonly string[] {
  const start = path.indexOf('{');
  if (start === -1) return [path];
  const lead = path.slice(0, start);
  const inner = path.slice(start + 1, path.lastIndexOf('}'));
  const parts: string[] = [];
  let depth = 0;
  let from = 0;
  for (let at = 0; at <= inner.length; at += 1) {
    const sign = inner[at];
    if (sign === '{') depth += 1;
    if (sign === '}') depth -= 1;
    if (at < inner.length && (sign !== ',' || depth > 0)) continue;
    parts.push(inner.slice(from, at));
    from = at + 1;
  }
  return parts
    .filter((part) => part !== '')
    .flatMap((part) => expand(part === 'self' ? lead.replace(/::$/, '') : lead + part));
}
