import { globProblem } from '../../../domain/files/path-globs.js';
import { fieldsOf, listOf, textOf, type Fields } from '../fields.js';
import { plainGlobs } from '../jest/jest-settings.js';
import type { ReadFile } from '../package-script.js';

/** Keys that name files of the tests alone. */
const own = ['spec', 'file', 'require'];
const mostGlobs = 50;

/**
 * Test files by mocha's settings, as globs of pawl.json's kind. Settings that are a program are not started to be
 * read; of YAML only plain lines are.
 */
export async function mochaTestFiles(read: ReadFile): Promise<readonly string[]> {
  const settings =
    parsed(await read('.mocharc.json')) ??
    parsed(await read('.mocharc.jsonc')) ??
    fromYaml((await read('.mocharc.yml')) ?? (await read('.mocharc.yaml'))) ??
    fieldsOf(parsed(await read('package.json'))?.['mocha']);
  if (settings === null) return [];
  const patterns = own.flatMap((key) =>
    [settings[key], ...listOf(settings[key])].flatMap((one) => {
      const path = textOf(one);
      // A bare name that is required is a package.
      return path === null || (key === 'require' && !path.startsWith('.')) ? [] : [path];
    }),
  );
  const globs = patterns.flatMap((pattern) => plainGlobs(pattern.replace(/^\.\//, ''))).map(below);
  return [...new Set(globs)].filter((glob) => globProblem(glob) === null).slice(0, mostGlobs);
}

/** A folder stands for what is in it. */
function below(glob: string): string {
  const last = glob.replace(/\/$/, '').split('/').at(-1) ?? '';
  return /[*.]/.test(last) ? glob : `${glob.replace(/\/$/, '')}/**`;
}

function parsed(text: string | null): Fields | null {
  try {
    const plain = text?.replace(/^\ufeff/, '').replace(/^[ \t]{0,99}\/\/.*$/gm, '');
    return plain === undefined ? null : fieldsOf(JSON.parse(plain));
  } catch {
    return null;
  }
}

/** `spec: a` and `spec: [a, b]`, or the lines of `- a` below `spec:`. */
function fromYaml(text: string | null): Fields | null {
  if (text === null) return null;
  const found: Record<string, string[]> = {};
  let key = '';
  for (const line of text.split('\n', 500).map((one) => one.slice(0, 300))) {
    const named = /^([a-z-]{1,40}):\s*(.*?)\s*$/.exec(line);
    const item = /^\s*-\s+(.*?)\s*$/.exec(line)?.[1];
    if (named !== null) key = named[1] ?? '';
    const words = named === null ? [item ?? ''] : (named[2] ?? '').replace(/^\[(.*)\]$/, '$1').split(',');
    for (const word of words.map(unquoted)) if (word !== '') (found[key] ??= []).push(word);
  }
  return found;
}

function unquoted(word: string): string {
  const bare = word.trim();
  return /^(['"]).*\1$/.test(bare) ? bare.slice(1, -1) : bare.replace(/\s+#.*$/, '');
}
