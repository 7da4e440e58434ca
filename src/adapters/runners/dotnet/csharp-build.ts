import { readFile } from 'node:fs/promises';
import { join, posix } from 'node:path';
import type { TestFailure } from '../../../domain/evidence/evidence.js';
import { filesBelow } from '../junit/walk.js';
import type { Place } from '../places.js';
import type { FileFailure } from '../seen-run.js';
import { failureOf } from '../test-list.js';

/** Where classes of C# stand in a tree. Paths are repository-relative. */
export interface CsharpTree {
  /** The one file that declares a type. */
  fileOf(type: string): Promise<string | null>;
  /** Where a new type belongs: the one project that a test file's own project refers to. */
  wouldBe(type: string, from: string): Promise<string | null>;
}

export async function readCsharpTree(root: string): Promise<CsharpTree> {
  const files = (await filesBelow(root, '')).filter((path) => !/(?:^|\/)(?:bin|obj)\//.test(path));
  const text = (file: string): Promise<string> => readFile(join(root, file), 'utf8').catch(() => '');
  const sources = files.filter((path) => path.endsWith('.cs')).slice(0, 2_000);
  return {
    async fileOf(type) {
      const name =
        type
          .replace(/[<`(].*$/s, '')
          .split(/[.+]/)
          .at(-1) ?? type;
      if (!/^\w+$/.test(name)) return null;
      const declares = new RegExp(`\\b(?:class|struct|record|interface|enum)\\s+${name}\\b`);
      const found: string[] = [];
      for (const file of sources) if (declares.test(await text(file))) found.push(file);
      return found.length === 1 ? (found[0] ?? null) : null;
    },
    async wouldBe(type, from) {
      const projects = files.filter((path) => path.endsWith('.csproj') && from.startsWith(folderOf(path)));
      const own = projects.toSorted((one, other) => other.length - one.length)[0];
      if (own === undefined) return null;
      const named = [...(await text(own)).matchAll(/<ProjectReference\s+Include="([^"]+)"/g)];
      const folders = named.map(([, path = '']) => posix.join(folderOf(own), folderOf(path.replaceAll('\\', '/'))));
      return folders.length === 1 ? posix.join(folders[0] ?? '', `${type}.cs`) : null;
    },
  };
}

function folderOf(path: string): string {
  return path.includes('/') ? `${posix.dirname(path)}/` : '';
}

/** What the compiler says, by its own codes: `Cart.cs(5,12): error CS0246: words [Shop.csproj]`. */
export async function failuresOfCsharp(
  lines: readonly string[],
  place: Place,
  tree: CsharpTree,
): Promise<readonly FileFailure[]> {
  const byFile = new Map<string, TestFailure[]>();
  const told = new Set<string>();
  for (const line of lines) {
    const [whole, path = '', code = '', words = ''] =
      /^\s*((?:[^\s(]|[^\s(] )+\.(?:cs|fs|vb))\(\d+,\d+\): error ((?:CS|FS|BC)\d+): (.*?)(?: \[[^\]]+\])?$/.exec(
        line,
      ) ?? [];
    // The build tells each error again at its end.
    if (whole === undefined || told.has(whole.trim()) || told.size > 300) continue;
    told.add(whole.trim());
    const file = place(path);
    byFile.set(file, [...(byFile.get(file) ?? []), await failureOfCode(code, words, file, tree)]);
  }
  return [...byFile].flatMap(([file, failures]) => {
    const wrong = failures.find(({ kind }) => kind === 'syntax') ?? failures.find(({ kind }) => kind === 'error');
    return (wrong === undefined ? failures.slice(0, 10) : [wrong]).map((failure) => ({ file, failure }));
  });
}

async function failureOfCode(code: string, words: string, file: string, tree: CsharpTree): Promise<TestFailure> {
  const message = `${code}: ${words}`;
  if (/^CS(?:10(?:0[1-3]|1[0-9]|2[0-6]|3[0-9]|5[0-6])|15(?:13|14|19|2[0-6]|33|41)|8641)$/.test(code)) {
    return failureOf('syntax', message);
  }
  const [first = '', second = ''] = [...words.matchAll(/'([^']+)'/g)].map(([, name = '']) => name);
  switch (code) {
    case 'CS0103':
    case 'CS0234':
    case 'CS0246': {
      const name = first.replace(/<.*$/s, '');
      const missing = /^[A-Z]\w*$/.test(name) ? await tree.wouldBe(name, file) : null;
      return missing === null
        ? failureOf('error', message)
        : failureOf('missing-module', message, { missing, module: null });
    }
    case 'CS0117':
    case 'CS1061':
    case 'CS1729':
      return ofMember(message, second === '' ? first : second, await tree.fileOf(first));
    case 'CS0122':
      return ofMember(message, first, await tree.fileOf(first.replace(/\.\w+(?:\(.*)?$/, '')));
    default:
      return failureOf('error', message);
  }
}

function ofMember(message: string, missing: string, module: string | null): TestFailure {
  return module === null ? failureOf('error', message) : failureOf('missing-symbol', message, { missing, module });
}
