import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { fieldsOf, listOf, textOf } from '../fields.js';

/** Where a class of the product stands, or would stand; paths are repository-relative. */
export interface PhpClasses {
  fileOf(test: string, name: string): string | null;
  /** The one file of the product that the test reads in. */
  requiredBy(test: string): string | null;
}

const mostBytes = 256 * 1024;
const requires = /\b(?:require|include)(?:_once)?[ (]{1,9}(?:(__DIR__)[ .]{1,9})?(['"])([^'"\n]{1,300}\.php)\2/g;

/** By composer's own table of namespaces (PSR-4), else beside the files that the test reads in. */
export function createPhpClasses(root: string): PhpClasses {
  const prefixes = prefixesOf(fileText(root, 'composer.json'));
  const required = (test: string): readonly string[] => {
    const found = [...fileText(root, test).matchAll(requires)].map(([, here, , path = '']) =>
      normalize(here === undefined ? path : join(dirname(test), path)),
    );
    return [...new Set(found)].filter((path) => !path.startsWith('..') && !/(?:^|\/)vendor\//.test(path));
  };
  const there = (test: string): readonly string[] => required(test).filter((path) => existsSync(join(root, path)));
  return {
    fileOf(test, name) {
      const plain = name.replace(/^\\/, '');
      for (const [prefix, folder] of prefixes) {
        if (plain.startsWith(prefix))
          return normalize(join(folder, `${plain.slice(prefix.length).replaceAll('\\', '/')}.php`));
      }
      const file = `${plain.split('\\').at(-1) ?? plain}.php`;
      const own = required(test).find((path) => path === file || path.endsWith(`/${file}`));
      const folders = [...new Set(there(test).map((path) => dirname(path)))];
      return own ?? (folders.length === 1 ? normalize(join(folders[0] ?? '', file)) : null);
    },
    requiredBy(test) {
      const [only, ...others] = there(test);
      return only === undefined || others.length > 0 ? null : only;
    },
  };
}

/** The longest prefix first. */
function prefixesOf(text: string): readonly (readonly [string, string])[] {
  try {
    const composer = fieldsOf(JSON.parse(text));
    const tables = ['autoload', 'autoload-dev'].map((key) => fieldsOf(fieldsOf(composer?.[key])?.['psr-4']));
    const all = tables.flatMap((table) =>
      Object.entries(table ?? {}).flatMap(([prefix, folders]): [string, string][] => {
        const first = textOf(folders) ?? textOf(listOf(folders)[0]);
        return first === null ? [] : [[prefix, first]];
      }),
    );
    return all.toSorted(([one], [other]) => other.length - one.length);
  } catch {
    return [];
  }
}

function fileText(root: string, path: string): string {
  try {
    const at = join(root, path);
    const facts = statSync(at);
    return facts.isFile() && facts.size <= mostBytes ? readFileSync(at, 'utf8') : '';
  } catch {
    return '';
  }
}
