import { readFile } from 'node:fs/promises';
import { join, posix } from 'node:path';
import { filesBelow } from '../junit/walk.js';
import type { CargoTarget } from './cargo-events.js';

/** Where modules and types of Rust stand in a tree. Paths are repository-relative. */
export interface RustTree {
  /** A file that the compiler or a panic names, relative to a workspace's folder. */
  locate(told: string): string;
  text(file: string): Promise<string>;
  /** The file of a module path below a crate's root file, as deep as files go, and what is left of the path. */
  moduleAt(rootFile: string, path: readonly string[]): { readonly file: string; readonly rest: readonly string[] };
  /** The one file of a crate that declares a type. */
  typeFile(rootFile: string, name: string): Promise<string | null>;
  /** Root file of one of the repository's own libraries. */
  crate(name: string): string | null;
}

const mostTexts = 2_000;

export async function readRustTree(
  root: string,
  place: (path: string) => string,
  libraries: readonly CargoTarget[],
): Promise<RustTree> {
  // A module may be called `target`; what was built stands beside the sources.
  const files = (await filesBelow(root, '')).filter(
    (path) => path.endsWith('.rs') && !/(?:^|\/)target(?:\/|$)/.test(path.split(/(?:^|\/)(?:src|tests)\//)[0] ?? ''),
  );
  const there = new Set(files);
  const texts = new Map<string, Promise<string>>();
  const text = (file: string): Promise<string> => {
    const known = texts.get(file) ?? readFile(join(root, file), 'utf8').catch(() => '');
    texts.set(file, known);
    return known;
  };
  const crates = new Map(libraries.map(({ name, source }) => [name, place(source)]));
  return {
    locate(told) {
      const path = place(told);
      if (there.has(path) || told.startsWith('/')) return path;
      // The tool may have been started in a member of a workspace, whose top the compiler's paths begin at.
      const fitting = files.filter((file) => `/${file}`.endsWith(`/${posix.normalize(told)}`));
      return fitting.length === 1 ? (fitting[0] ?? path) : path;
    },
    text,
    moduleAt(rootFile, path) {
      let [file, folder] = [rootFile, posix.dirname(rootFile)];
      for (let at = 0; at < path.length; at += 1) {
        const own = posix.join(folder, path[at] ?? '');
        const next = [`${own}.rs`, `${own}/mod.rs`].find((one) => there.has(one) && one !== rootFile);
        if (next === undefined) return { file, rest: path.slice(at) };
        [file, folder] = [next, own];
      }
      return { file, rest: [] };
    },
    async typeFile(rootFile, name) {
      if (!/^\w+$/.test(name)) return null;
      const folder = posix.dirname(rootFile);
      const own = files.filter((file) => folder === '.' || file.startsWith(`${folder}/`)).slice(0, mostTexts);
      const declares = new RegExp(`\\b(?:struct|enum|union|trait|type)\\s+${name}\\b`);
      const found: string[] = [];
      for (const file of own) if (declares.test(await text(file))) found.push(file);
      return found.length === 1 ? (found[0] ?? null) : null;
    },
    crate: (name) => crates.get(name) ?? null,
  };
}
