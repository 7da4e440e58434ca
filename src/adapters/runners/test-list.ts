import type { FailureKind, TestCase, TestFailure, TestState } from '../../domain/evidence/evidence.js';
import { shortHash } from '../../domain/short-hash.js';
import { testId, testIdPart } from '../../domain/evidence/test-ids.js';

export interface SeenTest {
  readonly file: string;
  /** Suites, then the test's own name. */
  readonly names: readonly string[];
  readonly state: TestState;
  readonly durationMs: number;
  readonly failure: TestFailure | null;
}

/** Gives each test its id, in the order of the report: a second test of the same name gets ` #2`. */
export function withIds(tests: readonly SeenTest[]): readonly TestCase[] {
  const taken = new Set<string>();
  const numbers = new Map<string, number>();
  return tests.map(({ file, names, ...rest }) => {
    const base = testId([file, ...names].map((part) => testIdPart(part, shortHash)));
    let id = base;
    let number = numbers.get(base) ?? 2;
    // The name with its number may itself be the name of another test.
    for (; taken.has(id); number += 1) id = `${base} #${number}`;
    numbers.set(base, number);
    taken.add(id);
    return { id, file, name: names.at(-1) ?? file, ...rest };
  });
}

const mostBytes = 4_096;

/** At most 4 KiB of UTF-8, whole characters. */
export function capMessage(text: string): string {
  const bytes = Buffer.from(text, 'utf8');
  if (bytes.length <= mostBytes) return text;
  const cut = bytes.subarray(0, mostBytes - 3).toString('utf8');
  return `${cut.replace(/\ufffd$/, '')}…`;
}

export function failureOf(
  kind: FailureKind,
  message: string,
  missing: { readonly missing: string; readonly module: string | null } | null = null,
): TestFailure {
  return { kind, message: capMessage(message), missing: missing?.missing ?? null, module: missing?.module ?? null };
}
