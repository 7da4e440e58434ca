import { isAbsolute } from 'node:path';
import type { TestFailure } from '../../../domain/evidence/evidence.js';
import type { Place } from '../places.js';
import { failureOf } from '../test-list.js';
import { definedIn, requiredFiles } from './required-files.js';

export interface RubyError {
  /** Class, with its modules. */
  readonly name: string;
  readonly message: string;
  /** Innermost call first; empty where none is told. */
  readonly frames: readonly string[];
}

export interface RspecPlace {
  readonly root: string;
  readonly place: Place;
  /** Repository-relative path of the spec. */
  readonly spec: string;
}

const assertions =
  /^(?:RSpec::Expectations::(?:Multiple)?Expectations?NotMetError|Minitest::Assertion|Test::Unit::AssertionFailedError)$/;

/** The kind of a failure from the class of what was thrown; of Ruby's own errors the fixed words tell what is missing. */
export function failureOfRuby({ name, message, frames }: RubyError, around: RspecPlace): TestFailure {
  const words = `${name}: ${message.trim()}`;
  const inHook = frames.some((frame) =>
    /\b(?:run_before_example|run_after_example|run_before_context_hooks)\b/.test(frame),
  );
  // What was expected of a mock is asked for after the example.
  if (name === 'RSpec::Mocks::MockExpectationError') return failureOf('assertion', words);
  if (assertions.test(name)) return failureOf(inHook ? 'error' : 'assertion', words);
  switch (name) {
    case 'LoadError': {
      const missing = missingFile(message, around);
      return failureOf('missing-module', words, missing === null ? null : { missing, module: null });
    }
    case 'SyntaxError':
      return failureOf(
        /^\S{1,1000}\.rb:\d+: /.test(message.trim()) || message.includes('.rb:') ? 'syntax' : 'error',
        words,
      );
    case 'NotImplementedError':
      return failureOf('not-implemented', words);
    case 'NameError':
    case 'NoMethodError': {
      const found = missingName(message, frames, around);
      return found === null ? failureOf('error', words) : failureOf('missing-symbol', words, found);
    }
    default:
      return failureOf('error', words);
  }
}

/** A bare name is looked for below `lib` first, as every gem has it. */
function missingFile(message: string, { place }: RspecPlace): string | null {
  const found = /cannot load such file -- (\S{1,1000})/.exec(message)?.[1];
  if (found === undefined) return null;
  const file = found.endsWith('.rb') ? found : `${found}.rb`;
  if (isAbsolute(found)) return place(file);
  return file.startsWith('.') ? place(file) : `lib/${file}`;
}

interface MissingName {
  readonly missing: string;
  readonly module: string;
}

/** A constant, method or function that the spec itself asks for; `nil.total` and errors inside of the product stay errors. */
function missingName(message: string, frames: readonly string[], around: RspecPlace): MissingName | null {
  const { root, place, spec } = around;
  const first = frames.find((frame) => !/\/rspec-(?:core|expectations|mocks|support)-|`method_missing'/.test(frame));
  const at = first === undefined ? spec : place(/^(.{1,1000}?):\d+/.exec(first)?.[1] ?? '');
  if (at !== spec) return null;
  const loose = looseName(message);
  if (loose !== null) {
    const [only, ...others] = requiredFiles(root, spec);
    return only === undefined || others.length > 0 ? null : { missing: loose, module: only };
  }
  const [, method, owner] =
    /undefined method [`']([\w?!=]{1,200})' for (?:#<|an instance of |class |module )?([A-Z]\w{0,199}(?:::\w{1,99}){0,9})/.exec(
      message,
    ) ?? [];
  const module = owner === undefined ? null : definedIn(root, spec, owner);
  return method === undefined || module === null ? null : { missing: method, module };
}

/** What has no owner that a file could define: a constant, a function that the example calls. */
function looseName(message: string): string | null {
  const found =
    /uninitialized constant (?:RSpec::ExampleGroups::\w+::)?([\w:]{1,200})/.exec(message) ??
    /undefined local variable or method [`']([\w?!]{1,200})'/.exec(message) ??
    /undefined method [`']([\w?!]{1,200})' for (?:#<|an instance of )RSpec::ExampleGroups/.exec(message);
  return found?.[1] ?? null;
}
