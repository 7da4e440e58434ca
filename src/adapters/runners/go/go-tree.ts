import { readFile } from 'node:fs/promises';
import { join, posix } from 'node:path';
import { filesBelow } from '../junit/walk.js';

/** Where packages and tests of Go stand in a tree: its results name packages by import path, and no files. */
export interface GoTree {
  /** `''` is the top; null for a package of elsewhere. */
  folderOf(importPath: string): string | null;
  /** Go test files directly in a folder, sorted. */
  testFilesIn(folder: string): readonly string[];
  /** The test file that declares a function. */
  fileOf(folder: string, test: string): Promise<string | null>;
  /** The folder of what a file imports under a name (`cart.Total`), or null. */
  importedAs(file: string, name: string): Promise<string | null>;
  /** Does the file import this package? */
  imports(file: string, importPath: string): Promise<boolean>;
}

const mostModules = 200;

export async function readGoTree(root: string): Promise<GoTree> {
  const files = await filesBelow(root, '');
  const texts = new Map<string, Promise<string>>();
  const textOf = (file: string): Promise<string> => {
    const known = texts.get(file) ?? readFile(join(root, file), 'utf8').catch(() => '');
    texts.set(file, known);
    return known;
  };
  const modules = await modulesOf(files, textOf);
  const tests = new Map<string, string[]>();
  for (const file of files.filter((path) => path.endsWith('_test.go'))) {
    const folder = folderOfFile(file);
    tests.set(folder, [...(tests.get(folder) ?? []), file]);
  }
  const folderOf = (importPath: string): string | null => {
    const module = modules.find(({ path }) => importPath === path || importPath.startsWith(`${path}/`));
    return module === undefined ? null : posix.join(module.folder, importPath.slice(module.path.length + 1), '.');
  };
  const plain = (importPath: string): string | null => folderOf(importPath)?.replace(/^\.$|\/\.$/, '') ?? null;
  const testFilesIn = (folder: string): readonly string[] => tests.get(folder) ?? [];
  return {
    folderOf: plain,
    testFilesIn,
    async fileOf(folder, test) {
      for (const file of testFilesIn(folder)) if (declares(await textOf(file), test)) return file;
      return null;
    },
    async importedAs(file, name) {
      const path = importsIn(await textOf(file)).find((one) => (one.name ?? lastPart(one.path)) === name)?.path;
      return path === undefined ? null : plain(path);
    },
    imports: async (file, importPath) => importsIn(await textOf(file)).some(({ path }) => path === importPath),
  };
}

interface GoModule {
  readonly path: string;
  readonly folder: string;
}

/** The longest path first: a module may stand in another one's folder. */
async function modulesOf(
  files: readonly string[],
  textOf: (file: string) => Promise<string>,
): Promise<readonly GoModule[]> {
  const found: GoModule[] = [];
  for (const file of files.filter((path) => /(?:^|\/)go\.mod$/.test(path)).slice(0, mostModules)) {
    const path = /^\s*module\s+(?:"([^"\s]+)"|`([^`\s]+)`|(\S+))/m.exec(await textOf(file));
    const name = path?.[1] ?? path?.[2] ?? path?.[3];
    if (name !== undefined) found.push({ path: name, folder: folderOfFile(file) });
  }
  return found.sort((one, other) => other.path.length - one.path.length);
}

/** `''` for a file at the top. */
function folderOfFile(file: string): string {
  return file.includes('/') ? posix.dirname(file) : '';
}

function declares(text: string, test: string): boolean {
  return /^\w+$/u.test(test) ? new RegExp(`^func ${test}\\s*\\(`, 'm').test(text) : text.includes(`func ${test}(`);
}

function importsIn(text: string): readonly { readonly name: string | null; readonly path: string }[] {
  const head = text.split(/^(?:func|var|const|type)\b/m, 1)[0] ?? '';
  const lines = head.matchAll(/^\s*(?:import\s*\(?\s*)?(?:([\w.]+)\s+)?"([^"\n]+)"|;\s*(?:([\w.]+)\s+)?"([^"\n]+)"/gm);
  return [...lines].map((line) => ({ name: line[1] ?? line[3] ?? null, path: line[2] ?? line[4] ?? '' }));
}

/** `example.com/shop/v2` is imported as `shop`, `gopkg.in/yaml.v3` as `yaml`. */
function lastPart(path: string): string {
  const parts = path.split('/').filter((part) => !/^v\d+$/.test(part));
  return (parts.at(-1) ?? path).replace(/\.v\d+$/, '').replace(/^go-/, '');
}
