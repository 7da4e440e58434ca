import { dirname, join } from 'node:path';
import type { FailureKind, TestFailure } from '../../../domain/evidence/evidence.js';
import type { Surroundings } from '../node-test/node-facts.js';
import { failureOf } from '../test-list.js';
import { missingInScript } from './script-error.js';
import type { XmlElement } from './xml.js';

/** Class names of what assertions throw, by their last part: JUnit, Hamcrest, PHPUnit, RSpec, xUnit, chai, … */
const assertions =
  /^(?:(?:\w+)?Assertion(?:Error|FailedError|FailedException|Exception)?|ComparisonFailure|MultipleFailuresError|MultiFailException|ExpectationFailedException|ExpectationNotMetError|JestAssertionError|(?:Equal|True|False|Null|NotNull|Contains|Throws|Xunit)Exception)$/;

/**
 * What JavaScript says by its runtime's own codes; else the kind of a failure from the class that `type` names, else
 * from the one that its words begin with. Many tools write <failure> for every failing test: where no class is told,
 * it stays an error, and the words say so.
 */
export function failureOfJunit(element: XmlElement, file: string, around?: Surroundings): TestFailure {
  const missing = around === undefined ? null : missingInScript(element.text, around);
  return missing ?? failureByClass(element, file);
}

function failureByClass(element: XmlElement, file: string): TestFailure {
  const own = element.attributes['message'] ?? '';
  const words = own.trim() === '' ? element.text.trim() : own.trim();
  const told = (element.attributes['type'] ?? '').trim();
  const type = told === 'testCodeFailure' ? (causeIn(element.text) ?? told) : told;
  const name = lastPart(type) ?? lastPart(classIn(words));
  const message = type === '' || words.includes(type) ? words : `${type}: ${words}`;
  if (name === null) return failureOf('error', `(no error class in the JUnit file) ${message}`);
  const kind = kindOf(name);
  if (kind !== 'missing-module') return failureOf(kind, message);
  const missing = moduleIn(`${words}\n${element.text}`, file);
  return failureOf(kind, message, missing === null ? null : { missing, module: null });
}

function kindOf(name: string): FailureKind {
  if (assertions.test(name)) return 'assertion';
  if (/^NotImplemented(?:Error|Exception)?$/.test(name)) return 'not-implemented';
  if (/^(?:ModuleNotFoundError|MODULE_NOT_FOUND|ERR_MODULE_NOT_FOUND)$/.test(name)) return 'missing-module';
  return /^(?:SyntaxError|ParseError|IndentationError)$/.test(name) ? 'syntax' : 'error';
}

/** `org.opentest4j.AssertionFailedError`, `Acme\Missing`, `Test::Failure`: the last part of one name. */
function lastPart(type: string | null): string | null {
  if (type === null || !/^[A-Za-z_][\w.$\\:]{0,300}$/.test(type)) return null;
  const last = type.split(/[.\\:$]+/).at(-1) ?? '';
  return /(?:Error|Exception|Failure|Assertion|NotMet|NOT_FOUND)$/.test(last) || assertions.test(last) ? last : null;
}

/** Node's own JUnit reporter gives each failure of a test one type, and writes what was thrown below it as a cause. */
function causeIn(text: string): string | null {
  return /^ *cause: ([A-Za-z_][\w.]{0,200})(?: \[[^\]\n]{1,80}\])?:/m.exec(text)?.[1] ?? null;
}

function classIn(words: string): string | null {
  return (
    /^([A-Za-z_][\w.$\\]{0,200}): /.exec(words)?.[1] ??
    (/^(?:assert |AssertionError\b)/.test(words) ? 'AssertionError' : null)
  );
}

/** Python names a module by dots, Node by a path from the file that imports it. */
function moduleIn(words: string, file: string): string | null {
  const python = /No module named '([\w.]+)'/.exec(words)?.[1];
  if (python !== undefined) return python.replaceAll('.', '/');
  const script = /Cannot find (?:module|package) '([^'/][^']*)'/.exec(words)?.[1];
  if (script === undefined) return null;
  return script.startsWith('.') ? join(dirname(file), script) : `node_modules/${script}`;
}
