import type { TestFailure } from '../../../domain/evidence/evidence.js';
import type { Place } from '../places.js';
import { failureOf } from '../test-list.js';
import type { PhpClasses } from './php-classes.js';

export interface PhpError {
  /** Class with its namespace. */
  readonly type: string;
  readonly words: string;
  /** Where it was thrown, innermost first: `/path/File.php:12`. */
  readonly frames: readonly string[];
}

export interface PhpPlace {
  readonly place: Place;
  readonly classes: PhpClasses;
  /** Text of a test file by its absolute path, or null. */
  readonly source: (path: string) => string | null;
  /** Repository-relative path of the test file. */
  readonly test: string;
}

const assertions =
  /^(?:PHPUnit\\Framework\\(?:ExpectationFailedException|AssertionFailedError|ComparisonFailure)|Mockery\\Exception\\InvalidCountException|Prophecy\\Exception\\Prediction\\\w+)$/;

/** The kind of a failure from the class of what was thrown; of PHP's own errors the fixed words tell what is missing. */
export function failureOfPhp(error: PhpError, around: PhpPlace): TestFailure {
  const { type, words } = error;
  const message = words.includes(type) ? words : `${type}: ${words}`;
  if (assertions.test(type)) return failureOf(inFixture(error, around) ? 'error' : 'assertion', message);
  if (type === 'ParseError') return failureOf('syntax', message);
  if (/(?:^|\\)NotImplemented(?:Error|Exception)?$/.test(type)) return failureOf('not-implemented', message);
  const file =
    /(?:require|include)(?:_once)?\(([^)\n]{1,1000})\): Failed to open stream|Failed opening required '([^'\n]{1,1000})'/i.exec(
      words,
    );
  const path = file?.[1] ?? file?.[2];
  if (path !== undefined) return failureOf('missing-module', message, { missing: around.place(path), module: null });
  return type === 'Error' && isOwn(error, around) ? ofMissingName(words, message, around) : failureOf('error', message);
}

function ofMissingName(words: string, message: string, { classes, test }: PhpPlace): TestFailure {
  const name = /(?:Class|Interface|Trait|Enum) "([\w\\]{1,300})" not found/.exec(words)?.[1];
  const module = name === undefined ? null : classes.fileOf(test, name);
  if (module !== null) return failureOf('missing-module', message, { missing: module, module: null });
  const [, owner, method] = /Call to undefined method ([\w\\]{1,300})::(\w{1,200})\(\)/.exec(words) ?? [];
  const found = owner === undefined ? null : classes.fileOf(test, owner);
  if (method !== undefined && found !== null)
    return failureOf('missing-symbol', message, { missing: method, module: found });
  const symbol = /Call to undefined function ([\w\\]{1,300})\(\)|Undefined constant "([\w\\:]{1,300})"/.exec(words);
  const missing = (symbol?.[1] ?? symbol?.[2])?.split('\\').at(-1);
  const only = classes.requiredBy(test);
  if (missing === undefined || only === null) return failureOf('error', message);
  return failureOf('missing-symbol', message, { missing, module: only });
}

/** Was it thrown by the test file itself? */
function isOwn({ frames }: PhpError, { place, test }: PhpPlace): boolean {
  const path = frameOf(frames[0])?.path;
  return path === undefined || place(path) === test;
}

/** PHPUnit doesn't tell whether a test or its `setUp` failed: the function around the line does. */
function inFixture({ frames }: PhpError, { place, source, test }: PhpPlace): boolean {
  const own = frames.map(frameOf).findLast((frame) => frame !== null && place(frame.path) === test);
  if (own === undefined || own === null) return false;
  const before = (source(own.path) ?? '').split('\n').slice(0, own.line).join('\n');
  const name = [...before.matchAll(/\bfunction &?(\w{1,200})\s{0,9}\(/g)].at(-1)?.[1] ?? '';
  return /^(?:setUp|tearDown|setUpBeforeClass|tearDownAfterClass|assertPreConditions|assertPostConditions)$/.test(name);
}

function frameOf(frame: string | undefined): { readonly path: string; readonly line: number } | null {
  const [, path, line] = /^(\/.{1,1000}?):(\d{1,9})$/.exec(frame ?? '') ?? [];
  return path === undefined ? null : { path, line: Number(line) };
}
