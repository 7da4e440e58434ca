import type { TestFailure } from '../../../domain/evidence/evidence.js';
import { listOf, textOf, type Fields } from '../fields.js';
import type { Place } from '../places.js';
import { failureOf } from '../test-list.js';

/** The kind of a failure from the classes of its exception, never from its words. */
export function failureOfPython(error: Fields, place: Place): TestFailure {
  const classes = listOf(error['classes']).flatMap((name) => textOf(name) ?? []);
  const words = textOf(error['message']) ?? '';
  const message = `${shortName(classes[0])}: ${words}`;
  const is = (name: string): boolean => classes.includes(`builtins.${name}`);
  if (is('ModuleNotFoundError')) {
    const module = textOf(error['module']);
    const missing = module === null ? null : { missing: module.replaceAll('.', '/'), module: null };
    return failureOf('missing-module', message, missing);
  }
  if (is('ImportError') || is('AttributeError')) return ofMissingName(error, message, place);
  if (is('SyntaxError')) {
    // `eval` and `ast.literal_eval` throw it too, for text that is no file.
    const isFile = (textOf(error['path']) ?? '').endsWith('.py');
    return failureOf(isFile ? 'syntax' : 'error', message);
  }
  if (is('NotImplementedError')) return failureOf('not-implemented', message);
  return failureOf(is('AssertionError') || isFail(classes, words) ? 'assertion' : 'error', message);
}

function shortName(name: string | undefined): string {
  return name?.replace(/^builtins\./, '') ?? 'unknown error';
}

/** `pytest.fail` and "DID NOT RAISE" are assertions; pytest-timeout ends a test by the same class. */
function isFail(classes: readonly string[], words: string): boolean {
  return classes.includes('builtins.Failed') && !/^Timeout \(?>/.test(words);
}

/** The plugin tells the module of an attribute only when the test file itself asked for it. */
function ofMissingName(error: Fields, message: string, place: Place): TestFailure {
  const wanted = textOf(error['wanted']);
  const path = textOf(error['path']);
  const module = path === null ? folderOf(textOf(error['module'])) : place(path);
  const isCircle = message.includes('partially initialized module');
  if (wanted === null || module === null || isCircle) return failureOf('error', message);
  return failureOf('missing-symbol', message, { missing: wanted, module });
}

/** A package without `__init__.py` has no path: it is the folder of its name. */
function folderOf(module: string | null): string | null {
  return module === null ? null : `${module.replaceAll('.', '/')}/__init__.py`;
}
