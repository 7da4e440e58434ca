import { dirname, join } from 'node:path';
import type { TestFailure } from '../../../domain/evidence/evidence.js';
import { textOf, type Fields } from '../fields.js';
import { failureOfError } from '../node-test/node-error.js';
import type { Surroundings } from '../node-test/node-facts.js';
import { failureOf } from '../test-list.js';
import { typeScriptFailure } from './ts-error.js';

/** Where a failure of jest was seen. */
export interface JestPlace extends Surroundings {
  /** Absolute path of the test file. */
  readonly file: string;
  readonly rootDir: string;
}

interface JestError {
  readonly fields: Fields;
  readonly stack: string;
  /** The stack before its first call. */
  readonly head: string;
  readonly name: string | null;
  readonly code: string | null;
  readonly message: string;
}

/** Errors cross jest's processes as a stack and their own fields: class and words are read back from the stack. */
function errorOf(fields: Fields): JestError {
  const stack = withoutColour(textOf(fields['stack']) ?? '');
  const head = stack.split(/\n {4}at /, 1)[0] ?? '';
  const named = /^([A-Za-z_$][\w$]{0,99}): ([^]*)$/.exec(head);
  const words = named?.[2] ?? withoutColour(textOf(fields['message']) ?? '');
  const message = words === '' ? head : words;
  return { fields, stack, head, name: named?.[1] ?? null, code: textOf(fields['code']), message };
}

export function failureOfJest(fields: Fields | null, around: JestPlace): TestFailure {
  const error = errorOf(fields ?? {});
  const { message, stack, name, code } = error;
  const parse = syntaxWords(error);
  if (parse !== null) return failureOf('syntax', parse);
  const missing = missingModule(error, around);
  if (missing !== null) return failureOf('missing-module', message, { missing, module: null });
  const types = typeScriptFailure(message, around);
  if (types !== null) return types;
  if (isAssertion(error)) return failureOf(inHook(stack) ? 'error' : 'assertion', message);
  const frame = /^ {4}at .*$/m.exec(stack)?.[0] ?? null;
  const facts = { name, code, message, frame, url: null, importer: null, matcher: false };
  return failureOfError({ ...facts, header: importerOf(message, around) }, around);
}

/** Babel has a code; swc and esbuild have fixed words. Jest puts its own advice in front. */
function syntaxWords({ code, head }: JestError): string | null {
  const isBabel = code !== null && /^BABEL_PARSER?(?:_SYNTAX)?_ERROR$/.test(code);
  const isSwc = code === 'GenericFailure' && /\bSyntax Error\b/.test(head);
  const isOther = /^(?:SyntaxError: )?Jest encountered an unexpected token|^Transform failed with \d+ error/.test(head);
  if (!isBabel && !isSwc && !isOther) return null;
  const details = head.indexOf('\nDetails:\n');
  const from = details === -1 ? head : head.slice(details + 10);
  return from
    .replace(/\n+Caused by:[^]*$/, '')
    .replace(/^Error:/, '')
    .trim();
}

/** Jest resolves on its own: a module that is missing, or one that its name mapper leads nowhere. */
function missingModule({ message, fields }: JestError, around: JestPlace): string | null {
  const found = /^Cannot find module '([^']+)' from '([^']+)'/.exec(message);
  const mapped = /^(?:Configuration error:\s+)?Could not locate module (\S+) mapped as:/.exec(message)?.[1];
  const specifier = found?.[1] ?? mapped ?? textOf(fields['missing']);
  if (specifier === null) return null;
  if (!/^\.\.?(?:\/|$)/.test(specifier)) return `node_modules/${specifier}`;
  const importer = found?.[2] === undefined ? around.file : join(around.rootDir, found[2]);
  return around.place(join(dirname(importer), specifier));
}

/**
 * `expect` marks its errors, but not those of `expect.assertions` and of promises that end the wrong way; those of
 * node's assert jest writes anew, without their class.
 */
function isAssertion({ fields, name, message }: JestError): boolean {
  if (fields['matcher'] === true) return true;
  if (name === 'Error') return /^expect(?:\(received\)\.|\.assertions\(|\.hasAssertions\()/.test(message);
  return name === null && /^assert(?:\.\w+)?\((?:received|function|)/.test(message);
}

/** A hook's assertion is none of the test that it keeps from running. */
function inHook(stack: string): boolean {
  return stack.includes('_callCircusHook') && !stack.includes('_callCircusTest');
}

/** With ES modules a missing export is found by the linker, which doesn't tell the importing file. */
function importerOf(message: string, { file, source }: JestPlace): string | null {
  const specifier = /^The requested module '([^']+)'/.exec(message)?.[1];
  return specifier !== undefined && (source(file) ?? '').includes(specifier) ? `${file}:1` : null;
}

/** ts-jest colours its words whatever it is told. */
function withoutColour(text: string): string {
  return text.replace(/\u001b\[[\d;]*m/g, '');
}
