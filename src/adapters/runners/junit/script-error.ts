import type { TestFailure } from '../../../domain/evidence/evidence.js';
import { failureOfError } from '../node-test/node-error.js';
import type { NodeError, Surroundings } from '../node-test/node-facts.js';

/** `TypeError: words`, `Error [ERR_MODULE_NOT_FOUND]: words`; Node's own reporter writes what was thrown as a cause. */
const thrown = /^ {0,8}(?:cause: )?([A-Za-z_$][\w$]{0,99})(?: \[([\w$]{1,99})\])?: (.{1,2000})$/gm;
const call = /^ {1,8}at (?:.{1,300}\()?(?:file:\/\/)?\/.{1,1000}:\d{1,7}:\d{1,7}\)?$/m;
const importer = /^ {0,8}Require stack:\n {0,8}- (\/.{1,1000})$/m;

/**
 * What a test of JavaScript misses, from the error that its tool printed into the JUnit file: by the runtime's own
 * codes and class names and the call that failed, as the adapters of known runners tell it. Null for all else.
 */
export function missingInScript(text: string, around: Surroundings): TestFailure | null {
  const error = errorIn(text);
  const failure = error === null ? null : failureOfError(error, around);
  if (failure === null || failure.kind === 'not-implemented') return failure;
  return failure.missing !== null && failure.kind.startsWith('missing-') ? failure : null;
}

function errorIn(text: string): NodeError | null {
  // The reporter's own wrapping comes first, and some words only look like an error.
  const found = [...text.matchAll(thrown)].find(
    ([, name = '', more]) => more !== 'ERR_TEST_FAILURE' && /(?:Error|Exception)$/.test(name),
  );
  if (found === undefined) return null;
  const [, name = '', more = '', message = ''] = found;
  const isName = /.(?:Error|Exception)$/.test(more);
  return {
    ...{ name: isName ? more : name, code: isName || more === '' ? codeIn(text) : more, message },
    ...{ frame: call.exec(text)?.[0] ?? null, importer: importer.exec(text)?.[1] ?? null },
    ...{ header: null, url: null, matcher: false },
  };
}

function codeIn(text: string): string | null {
  const codes = [...text.matchAll(/^ {1,8}code: '([A-Z_]{1,99})'/gm)].map(([, code]) => code ?? '');
  return codes.find((code) => code !== 'ERR_TEST_FAILURE') ?? null;
}
