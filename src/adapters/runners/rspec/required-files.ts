import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

const mostBytes = 256 * 1024;
const requires = /^[ \t]{0,99}(require|require_relative|load)[ (]{1,9}(['"])([^'"\n]{1,300})\2/gm;

/** Files of the product that a spec asks for by `require` and its like, as far as they are there; repository-relative. */
export function requiredFiles(root: string, spec: string): readonly string[] {
  const found = [...textOf(root, spec).matchAll(requires)].flatMap(([, how, , name = '']) => {
    const file = /\.rb$/.test(name) ? name : `${name}.rb`;
    const places =
      how === 'require_relative' ? [join(dirname(spec), file)] : [join('lib', file), file, join('app', file)];
    return places.filter((path) => !path.startsWith('..') && existsSync(join(root, path))).slice(0, 1);
  });
  return [...new Set(found)].filter((path) => !/(?:^|\/)spec\//.test(relative('.', path)));
}

/** The one file that defines a class or module of this name, of those that the spec asks for. */
export function definedIn(root: string, spec: string, name: string): string | null {
  const last = name.split('::').at(-1) ?? name;
  if (!/^[A-Z]\w{0,199}$/.test(last)) return null;
  const defines = new RegExp(`^[ \\t]{0,99}(?:class|module) (?:[\\w:]{0,199}::)?${last}\\b`, 'm');
  const found = requiredFiles(root, spec).filter((path) => defines.test(textOf(root, path)));
  return found.length === 1 ? (found[0] ?? null) : null;
}

/** Text of one file of the tree, read as data. */
function textOf(root: string, path: string): string {
  try {
    const at = join(root, path);
    const facts = statSync(at);
    return facts.isFile() && facts.size <= mostBytes ? readFileSync(at, 'utf8') : '';
  } catch {
    return '';
  }
}
