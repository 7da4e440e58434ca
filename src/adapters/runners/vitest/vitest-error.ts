import { dirname, isAbsolute, join } from 'node:path';
import type { TestFailure } from '../../../domain/evidence/evidence.js';
import { fieldsOf, numberOf, textOf, type Fields } from '../fields.js';
import { failureOfError } from '../node-test/node-error.js';
import type { Surroundings } from '../node-test/node-facts.js';
import { failureOf } from '../test-list.js';

/** Where a failure of vitest was seen. */
export interface VitestPlace extends Surroundings {
  /** Vite's root: a path that begins with "/" may stand below it. */
  readonly root: string;
}

export function failureOfVitest(error: Fields | null, around: VitestPlace): TestFailure {
  const name = textOf(error?.['name']);
  const code = textOf(error?.['code']);
  const message = textOf(error?.['message']) ?? 'failed without a reason';
  const missing = missingModule(message, around);
  if (missing !== null) return failureOf('missing-module', message, { missing, module: null });
  if (isSyntax(error, message)) return failureOf('syntax', message);
  if (isAssertion(error, message)) return failureOf('assertion', message);
  const facts = { name, code, message, header: null, url: null, importer: null, matcher: false };
  return failureOfError({ ...facts, frame: frameOf(error) }, around);
}

/** As vitest 4 says it, then vite's own resolver, then vitest 3 and before. */
const missingWords: readonly RegExp[] = [
  /^Cannot find (?:module|package) '(?<what>[^']+)' imported from '?(?<by>[^'\n]+)'?$/m,
  /^Failed to resolve import "(?<what>[^"]+)" from "(?<by>[^"]+)"/,
  /^Failed to load url (?<what>\S+) \(resolved id: [^)]*\)(?: in (?<by>.+?))?\. Does the file exist\?/,
];

function missingModule(message: string, { place, root }: VitestPlace): string | null {
  for (const words of missingWords) {
    const { what, by } = words.exec(message)?.groups ?? {};
    if (what === undefined) continue;
    if (isAbsolute(what)) return place(what.startsWith(`${root}/`) ? what : join(root, what));
    if (!/^\.\.?(?:\/|$)/.test(what)) return `node_modules/${what}`;
    if (by === undefined) return place(join(root, what));
    return place(join(dirname(isAbsolute(by) ? by : join(root, by)), what));
  }
  return null;
}

/** What vite's plugins say of a file that no parser could read. */
function isSyntax(error: Fields | null, message: string): boolean {
  if (textOf(error?.['code']) === 'PARSE_ERROR') return true;
  if (textOf(error?.['plugin']) === null && textOf(error?.['name']) !== 'RollupError') return false;
  return /^Transform failed with \d+ error|^Failed to parse source for import analysis|^(?:Parse failure|Expression expected|Unexpected token)|\bPARSE_ERROR\b|: ERROR: /m.test(
    message,
  );
}

/** Matchers that a project adds throw a class of their own, snapshots a plain Error. */
function isAssertion(error: Fields | null, message: string): boolean {
  if (textOf(error?.['class']) === 'Function<JestExtendError>') return true;
  return textOf(error?.['name']) === 'Error' && /^Snapshot `[^]*` mismatched$/.test(message);
}

/** The first place of the stack, in the words of a stack. Vitest 4 has it in a field, 3 only in the text. */
function frameOf(error: Fields | null): string | null {
  const frame = fieldsOf(error?.['frame']);
  const file = textOf(frame?.['file']);
  if (file === null) return /^ {4}at .*$/m.exec(textOf(error?.['stack']) ?? '')?.[0] ?? null;
  return `    at ${file}:${numberOf(frame?.['line']) ?? 0}:${numberOf(frame?.['column']) ?? 0}`;
}
