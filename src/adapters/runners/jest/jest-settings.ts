import { globProblem } from '../../../domain/files/path-globs.js';
import { fieldsOf, listOf, textOf, type Fields } from '../fields.js';
import type { ReadFile } from '../package-script.js';

/** Keys that name files of the tests alone. */
const own = ['testMatch', 'setupFiles', 'setupFilesAfterEnv', 'globalSetup', 'globalTeardown'];
const mostGlobs = 50;

/**
 * Test files by jest's settings, as globs of pawl.json's kind. Settings that are a program are not started to be
 * read, and patterns beyond such globs are left out: pawl.json's `testFiles` name those.
 */
export async function jestTestFiles(read: ReadFile): Promise<readonly string[]> {
  const manifest = parsed(await read('package.json'));
  const settings = fieldsOf(manifest?.['jest']) ?? parsed(await read('jest.config.json'));
  const rootDir = settings?.['rootDir'];
  if (settings === null || (rootDir !== undefined && rootDir !== '.' && rootDir !== './')) return [];
  const patterns = own.flatMap((key) => [settings[key], ...listOf(settings[key])].flatMap((one) => textOf(one) ?? []));
  const globs = patterns.flatMap((pattern) => plainGlobs(pattern.replace(/^(?:<rootDir>)?\/|^\.\//, '')));
  return [...new Set(globs)].filter((glob) => globProblem(glob) === null).slice(0, mostGlobs);
}

function parsed(text: string | null): Fields | null {
  try {
    return text === null ? null : fieldsOf(JSON.parse(text.replace(/^\ufeff/, '')));
  } catch {
    return null;
  }
}

/** One choice of a pattern: `?(x)`, `@(a|b)`, `+(a|b)`, `{a,b}`, `[jt]`. */
const choice = /([?@+])\(([^()]{0,200})\)|\{([^{}]{0,200})\}|\[([A-Za-z0-9]{1,20})\]/;

/** All plain globs that a pattern stands for, its choices taken one by one. */
export function plainGlobs(pattern: string): readonly string[] {
  let open = [pattern];
  const done: string[] = [];
  while (open.length > 0 && open.length + done.length <= mostGlobs) {
    open = open.flatMap((one) => {
      const match = choice.exec(one);
      if (match === null) {
        done.push(one);
        return [];
      }
      const before = one.slice(0, match.index);
      const after = one.slice(match.index + match[0].length);
      return choicesOf(match).map((chosen) => before + chosen + after);
    });
  }
  return open.length > 0 ? [] : done;
}

function choicesOf([, mark, group, list, letters]: RegExpExecArray): readonly string[] {
  if (group !== undefined) return [...(mark === '?' ? [''] : []), ...group.split('|')];
  return list === undefined ? (letters ?? '').split('') : list.split(',');
}
