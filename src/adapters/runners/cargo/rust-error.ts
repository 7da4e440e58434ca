import type { TestFailure } from '../../../domain/evidence/evidence.js';
import { failureOf } from '../test-list.js';
import type { RustTestSeen } from './cargo-events.js';

/** Text of a source line, from a column on: `tests/cart.rs`, 5, 12 (both from 1). */
export type SourceAt = (file: string, line: number, column: number) => Promise<string | null>;

interface Panic {
  readonly message: string;
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/**
 * The kind of a failing test from what its panic says and where it began: an assertion with words of its own looks like
 * any panic, so the source at its place is looked at. Words are those of Rust 1.63 to 1.95.
 */
export async function failureOfRust(test: RustTestSeen, sourceAt: SourceAt): Promise<TestFailure> {
  const { output, message } = test;
  const mismatch =
    /panic did not contain expected string\s+panic message: ["`]?([^]*?)["`]?,?\s+expected substring:/.exec(
      `${message}\n${output}`,
    )?.[1];
  if (mismatch !== undefined) {
    return failureOf(isUnwritten(mismatch) ? 'not-implemented' : 'assertion', `panicked with other words: ${mismatch}`);
  }
  if (/test did not panic as expected/.test(message + output))
    return failureOf('assertion', 'did not panic as expected');
  const panic = panicOf(test);
  if (panic === null) return failureOf('error', (message || output).trim() || 'failed without a message');
  if (isUnwritten(panic.message)) return failureOf('not-implemented', panic.message);
  if (/^(?:assertion (?:failed\b|`left)|snapshot assertion for )/.test(panic.message)) {
    return failureOf('assertion', panic.message);
  }
  const source = await sourceAt(panic.file, panic.line, panic.column);
  const isOwn = source !== null && /^(?:\w+::)*(?:\w*assert\w*|panic|prop_assert\w*)!/.test(source);
  return failureOf(isOwn ? 'assertion' : 'error', panic.message);
}

/** `todo!()` and `unimplemented!()`, with or without words. */
function isUnwritten(message: string): boolean {
  return /^not (?:yet )?implemented(?:: |$)/.test(message.trim());
}

/** The last panic of the test's own thread, which may have printed the like before; else the first of another one. */
function panicOf({ name, output }: RustTestSeen): Panic | null {
  const now =
    /^thread '([^\n]*?)'(?: \(\d+\))? panicked at ([^\n]+?):(\d+):(\d+):\n([^]*?)(?=\nstack backtrace:|\nnote: |\n\nthread '|$(?![^]))/gm;
  const before = /^thread '([^\n]*?)' panicked at '([^]*?)', ([^\n']+?):(\d+):(\d+)$/gm;
  const found = [
    ...[...output.matchAll(now)].map((m) => ({ thread: m[1], panic: panicFrom(m[5], m[2], m[3], m[4]) })),
    ...[...output.matchAll(before)].map((m) => ({ thread: m[1], panic: panicFrom(m[2], m[3], m[4], m[5]) })),
  ];
  return (found.findLast(({ thread }) => thread === name) ?? found[0])?.panic ?? null;
}

function panicFrom(message = '', file = '', line = '0', column = '0'): Panic {
  return { message: message.trimEnd(), file, line: Number(line), column: Number(column) };
}
