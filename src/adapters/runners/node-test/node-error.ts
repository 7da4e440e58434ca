import { dirname, isAbsolute, join } from 'node:path';
import type { FailureKind, TestFailure } from '../../../domain/evidence/evidence.js';
import { fieldsOf, textOf } from '../fields.js';
import type { Place } from '../places.js';
import { failureOf } from '../test-list.js';
import { missingCall } from './missing-call.js';
import { pathOf, type NodeError, type Surroundings } from './node-facts.js';

export function nodeErrorOf(value: unknown): NodeError {
  const fields = fieldsOf(value) ?? {};
  return {
    name: textOf(fields['name']),
    code: textOf(fields['code']),
    message: textOf(fields['message']) ?? '',
    header: textOf(fields['header']),
    frame: textOf(fields['frame']),
    url: textOf(fields['url']),
    importer: textOf(fields['importer']),
    matcher: fields['matcher'] === true,
  };
}

/** The kind of a failure, from codes and names and, where Node has no code, from the fixed words of its messages. */
export function failureOfError(error: NodeError, around: Surroundings): TestFailure {
  const message = error.name === null || error.name === 'Error' ? error.message : `${error.name}: ${error.message}`;
  if (error.code === 'ERR_MODULE_NOT_FOUND' || error.code === 'MODULE_NOT_FOUND') {
    const missing = missingModule(error, around.place);
    return failureOf('missing-module', message, missing === null ? null : { missing, module: null });
  }
  if (error.name === 'SyntaxError') return ofSyntaxError(error, message, around.place);
  if (error.name === 'TypeError') {
    const call = missingCall(error, around);
    if (call !== null) return failureOf('missing-symbol', message, call);
  }
  return failureOf(plainKind(error), message);
}

function plainKind(error: NodeError): FailureKind {
  const name = error.name ?? '';
  // Assertion libraries have no common class: they share the name, and `expect` its own mark.
  if (error.code === 'ERR_ASSERTION' || /^(?:\w+)?AssertionError\b/.test(name) || error.matcher) return 'assertion';
  const isOpen = /^NotImplemented(?:Error|Exception)?$/.test(name);
  if (isOpen || error.code === 'ERR_METHOD_NOT_IMPLEMENTED' || error.code === 'ERR_NOT_IMPLEMENTED') {
    return 'not-implemented';
  }
  return 'error';
}

function missingModule(error: NodeError, place: Place): string | null {
  if (error.url !== null) return placeOfUrl(error.url, place);
  const specifier = /^Cannot find (?:module|package) '([^']*)'/.exec(error.message)?.[1];
  if (specifier === undefined) return null;
  if (isAbsolute(specifier)) return place(specifier);
  const importer = error.importer ?? /' imported from (.*)$/m.exec(error.message)?.[1] ?? null;
  return resolved(specifier, importer, place);
}

/** Where an import would be found; a bare name is a package. */
function resolved(specifier: string, importer: string | null, place: Place): string {
  if (!/^\.\.?(?:\/|$)/.test(specifier)) return `node_modules/${specifier}`;
  return place(importer === null ? specifier : join(dirname(pathOf(importer)), specifier));
}

function placeOfUrl(url: string, place: Place): string {
  return url.startsWith('file:') ? place(pathOf(url)) : url;
}

/** A missing export is a SyntaxError of the linker; a file that can't be parsed is one of the compiler. */
function ofSyntaxError(error: NodeError, message: string, place: Place): TestFailure {
  const lacking = /^The requested module '([^']+)' does not provide an export named '([^']+)'/.exec(error.message);
  const named = /^Named export '([^']+)' not found\. The requested module '([^']+)'/.exec(error.message);
  const specifier = lacking?.[1] ?? named?.[2];
  const symbol = lacking?.[2] ?? named?.[1];
  if (specifier !== undefined && symbol !== undefined) {
    const importer = /^(.*?):\d+$/.exec(error.header ?? '')?.[1] ?? null;
    const module = importer === null ? null : moduleAt(specifier, importer, place);
    return failureOf('missing-symbol', message, { missing: symbol, module });
  }
  // JSON.parse and `new Function` throw the same class from calls of their own.
  const isCompiler = error.frame !== null && error.frame.includes('(node:internal/');
  return failureOf(isCompiler ? 'syntax' : 'error', message);
}

function moduleAt(specifier: string, importer: string, place: Place): string {
  return specifier.startsWith('file:') ? placeOfUrl(specifier, place) : resolved(specifier, importer, place);
}
