import type { TestFailure } from '../../../domain/evidence/evidence.js';
import type { Fields } from '../fields.js';
import { typeScriptFailure } from '../jest/ts-error.js';
import { failureOfError, nodeErrorOf } from '../node-test/node-error.js';
import type { NodeError, Surroundings } from '../node-test/node-facts.js';
import { failureOf } from '../test-list.js';

/** The kind of a failure: what compilers of test files say, what assertion libraries of mocha's world throw, else Node's own. */
export function failureOfMocha(fields: Fields | null, file: string, around: Surroundings): TestFailure {
  const error = withImporter(plain(nodeErrorOf(fields)), file, around);
  if (isUnreadable(error)) return failureOf('syntax', error.message);
  const types = typeScriptFailure(error.message, { ...around, file, rootDir: '/' });
  if (types !== null) return types;
  if (isAssertion(error)) return failureOf('assertion', `${error.name ?? ''}: ${error.message}`);
  return failureOfError(error, around);
}

/** ts-node colours its words when told nothing. */
function plain(error: NodeError): NodeError {
  return { ...error, message: error.message.replace(/\u001b\[[\d;]*m/g, '') };
}

/** Newer Nodes load ES modules by `require`, whose linker doesn't tell the importing file. */
function withImporter(error: NodeError, file: string, { source }: Surroundings): NodeError {
  const specifier =
    /^The requested module '([^']+)'/.exec(error.message)?.[1] ??
    /^Named export '[^']+' not found\. The requested module '([^']+)'/.exec(error.message)?.[1];
  if (specifier === undefined || /:\d+$/.test(error.header ?? '')) return error;
  return (source(file) ?? '').includes(specifier) ? { ...error, header: `${file}:1` } : error;
}

/** Babel has a code; swc and esbuild, which tsx is made of, have fixed words. */
function isUnreadable({ code, message }: NodeError): boolean {
  if (code !== null && /^BABEL_PARSER?(?:_SYNTAX)?_ERROR$/.test(code)) return true;
  if (code === 'GenericFailure' && /\bSyntax Error\b/.test(message)) return true;
  return /^Transform failed with \d+ error/.test(message);
}

/** sinon's and unexpected's own classes, which are no `AssertionError`. */
function isAssertion({ name }: NodeError): boolean {
  return name === 'AssertError' || name === 'UnexpectedError';
}
