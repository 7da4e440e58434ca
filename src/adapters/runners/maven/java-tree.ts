import { readFile } from 'node:fs/promises';
import { join, posix } from 'node:path';
import { filesBelow } from '../junit/walk.js';

/** Where classes of the JVM's languages stand in a tree, or would stand. Paths are repository-relative. */
export interface JavaTree {
  readonly files: readonly string[];
  text(file: string): Promise<string>;
  /** The production file of a class by its full name, as seen from a test file; null when there is none. */
  fileOf(className: string, from: string): string | null;
  /** Where a class that is not there yet belongs. */
  wouldBe(className: string, from: string): string;
  /** Is there production code in this package? */
  hasPackage(name: string): boolean;
  /** Folders with test sources, each ending in `/`: `src/test/`, `core/src/test/`. */
  readonly testFolders: readonly string[];
}

const source = /\.(?:java|kt|groovy|scala)$/;
const testSet = /^(.*?(?:^|\/)src\/(?:test|[a-zA-Z]+-?[tT]est|it)\/)/;

export async function readJavaTree(root: string): Promise<JavaTree> {
  // A package may be called `build`; what was built stands beside the sources.
  const files = (await filesBelow(root, '')).filter(
    (path) => !/(?:^|\/)(?:target|build)(?:\/|$)/.test(path.split(/(?:^|\/)src\//)[0] ?? ''),
  );
  const production = files.filter((path) => source.test(path) && !testSet.test(path));
  const texts = new Map<string, Promise<string>>();
  return {
    files,
    text(file) {
      const known = texts.get(file) ?? readFile(join(root, file), 'utf8').catch(() => '');
      texts.set(file, known);
      return known;
    },
    fileOf(className, from) {
      const parts = className.split(/[.$]/);
      // `shop.Cart.Kind` stands in the file of `shop.Cart`.
      for (let length = parts.length; length > 0; length -= 1) {
        const stem = `/${parts.slice(0, length).join('/')}.`;
        const fitting = production.filter((path) => `/${path.replace(source, '.')}`.endsWith(stem));
        const near = fitting.find((path) => path.startsWith(moduleOf(from)));
        if (fitting.length > 0) return near ?? fitting[0] ?? null;
      }
      return null;
    },
    wouldBe(className, from) {
      const end = posix.extname(from) === '.kt' ? 'kt' : 'java';
      const folder = /\/src\/[^/]+\/(\w+)\//.exec(`/${from}`)?.[1] ?? 'java';
      return `${moduleOf(from)}src/main/${folder}/${className.replaceAll('.', '/')}.${end}`;
    },
    hasPackage(name) {
      const folder = `/${name.replaceAll('.', '/')}/`;
      return production.some((path) => `/${posix.dirname(path)}/`.endsWith(folder));
    },
    testFolders: [...new Set(files.flatMap((path) => (source.test(path) ? (testSet.exec(path)?.[1] ?? []) : [])))],
  };
}

/** `core/` for `core/src/test/java/…`, empty at the top. */
function moduleOf(file: string): string {
  return /^(.*?\/)?src\//.exec(file)?.[1] ?? '';
}
