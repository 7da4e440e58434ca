import type { TestFailure } from '../../../domain/evidence/evidence.js';
import { fieldsOf, listOf, numberOf, textOf, type Fields } from '../fields.js';
import type { Place } from '../places.js';
import type { FileFailure, SeenRun } from '../seen-run.js';
import type { SeenTest } from '../test-list.js';
import { failureOfRuby, type RubyError } from './rspec-error.js';

export interface RspecRun extends SeenRun {
  /** Failed to load, so that RSpec ran nothing at all. */
  readonly unbuilt: boolean;
  /** Errors outside of examples that no message of a file tells. */
  readonly untold: number;
  readonly examples: number;
  readonly failures: number;
  /** Why the result contradicts itself, or null. */
  readonly contradiction: string | null;
}

interface Around {
  readonly root: string;
  readonly place: Place;
}

/** The document of RSpec's JSON formatter; null when it is none. */
export function readRspec(text: string, around: Around): RspecRun | null {
  const document = parsed(text);
  const summary = fieldsOf(document?.['summary']);
  if (document === null || summary === null) return null;
  const examples = listOf(document['examples']).map((example) => fieldsOf(example) ?? {});
  const messages = listOf(document['messages']).flatMap((message) => textOf(message) ?? []);
  const outside = messages.flatMap((message) => outsideOf(message, around) ?? []);
  const files = new Map<string, FileFailure>();
  for (const { file, failure } of outside) if (!files.has(file)) files.set(file, { file, failure });
  const tests = examples.map((example) => testOf(example, around));
  const failures = tests.filter((test) => test.state === 'failed').length;
  return {
    tests,
    fileFailures: [...files.values()].filter(({ failure }) => !isAbsent(failure)),
    unbuilt: outside.some(({ load, failure }) => load && !isAbsent(failure)),
    untold: Math.max(0, (numberOf(summary['errors_outside_of_examples_count']) ?? 0) - outside.length),
    examples: tests.length,
    failures,
    contradiction: contradictionIn(summary, examples, failures),
  };
}

function parsed(text: string): Fields | null {
  try {
    return fieldsOf(JSON.parse(text));
  } catch {
    return null;
  }
}

function contradictionIn(summary: Fields, examples: readonly Fields[], failures: number): string | null {
  const open = examples.find((example) => textOf(example['status']) === null || example['status'] === '');
  if (open !== undefined) return `"${textOf(open['full_description']) ?? ''}" began and did not end`;
  const [told, failed] = [numberOf(summary['example_count']), numberOf(summary['failure_count'])];
  if (told === examples.length && failed === failures) return null;
  return `its summary tells ${told ?? 'no'} examples and ${failed ?? 'no'} failures, it has ${examples.length} and ${failures}`;
}

/** The id names the spec, also of an example that is shared between several. */
function testOf(example: Fields, { root, place }: Around): SeenTest {
  const path = /^(.*)\[[\d:]{1,99}\]$/.exec(textOf(example['id']) ?? '')?.[1] ?? textOf(example['file_path']);
  const file = path === null ? 'unknown file' : place(path);
  const whole = textOf(example['full_description']) ?? 'unnamed example';
  const own = textOf(example['description']) ?? '';
  const isSplit = own !== '' && whole.endsWith(` ${own}`);
  const names = isSplit ? [whole.slice(0, -own.length - 1), own] : [whole];
  const rest = { file, names, durationMs: (numberOf(example['run_time']) ?? 0) * 1_000 };
  switch (example['status']) {
    case 'passed':
      return { ...rest, state: 'passed', failure: null };
    case 'pending':
      return { ...rest, state: 'skipped', failure: null };
    default:
      return { ...rest, state: 'failed', failure: failureOfRuby(thrown(example), { root, place, spec: file }) };
  }
}

function thrown(example: Fields): RubyError {
  const exception = fieldsOf(example['exception']);
  return {
    name: textOf(exception?.['class']) ?? 'unknown error',
    message: textOf(exception?.['message']) ?? 'failed without a reason',
    frames: listOf(exception?.['backtrace']).flatMap((frame) => textOf(frame) ?? []),
  };
}

interface Outside extends FileFailure {
  readonly load: boolean;
}

/** What RSpec prints of an error outside of examples: a file that did not load, a hook around all. */
function outsideOf(message: string, { root, place }: Around): Outside | null {
  const loading = /^\s*An error occurred while loading (.{1,1000}?)\.(?: - Did you mean\?)?$/m.exec(message)?.[1];
  const hook = /^\s*An error occurred in an? [`'](.{1,99}?)[`'] hook\.$/m.exec(message)?.[1];
  const frame = /^# (\.\/.{1,1000}?):\d+:in /m.exec(message)?.[1];
  const path = loading ?? frame;
  if ((loading ?? hook) === undefined || path === undefined) return null;
  const [, name = 'unknown error', words = message] =
    /^([A-Z][\w:]{0,200}):\n([^]{0,8000}?)(?=\n# |\n*$)/m.exec(message) ?? [];
  const file = place(path);
  const frames = loading === undefined ? ['run_before_context_hooks'] : [];
  const failure = failureOfRuby({ name, message: words, frames }, { root, place, spec: file });
  const kind = failure.kind === 'assertion' ? 'error' : failure.kind;
  return { file, failure: { ...failure, kind, message: titled(failure, hook) }, load: loading !== undefined };

  function titled({ message: said }: TestFailure, title: string | undefined): string {
    return title === undefined ? said : `${title} hook: ${said}`;
  }
}

/** The spec that the command names is itself not there. */
function isAbsent(failure: TestFailure): boolean {
  return failure.kind === 'missing-module' && /(?:^|\/)spec(?:\/.*)?\.rb$|_spec\.rb$/.test(failure.missing ?? '');
}
