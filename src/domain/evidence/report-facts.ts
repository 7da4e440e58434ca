import type { TestCase, TestFailure, TestReport } from './evidence.js';
import { displayLine } from '../sanitise.js';

/** Small readings of a test report that RED, GREEN and baseline share. */

const mostIds = 50;

/** A finding names at most 50 ids; its text says how many there are. */
export function capIds(ids: readonly string[]): readonly string[] {
  return ids.slice(0, mostIds);
}

const mostSent = { ids: 200, characters: 16_000 };

/**
 * As many ids as may go into history (D5): a test of ten thousand parameters has as many. The first always goes; the
 * whole list stays in the report.
 */
export function sentIds(ids: readonly string[]): readonly string[] {
  const sent: string[] = [];
  let characters = 0;
  for (const id of ids.slice(0, mostSent.ids)) {
    characters += id.length;
    if (sent.length > 0 && characters > mostSent.characters) break;
    sent.push(id);
  }
  return sent;
}

/** `a, b, c and 4 more`, for a sentence. */
export function nameSome(ids: readonly string[], most = 3): string {
  const shown = ids.slice(0, most).map((id) => `"${displayLine(id, 160)}"`);
  const more = ids.length - shown.length;
  return more > 0 ? `${shown.join(', ')} and ${more} more` : shown.join(', ');
}

/** For a summary: tests that gave both answers on one tree (F56). */
export function flakyWords(ids: readonly string[]): string {
  return `flaky, nobody is blamed for it: ${nameSome(ids, 6)}`;
}

export function countOf(amount: number, singular: string, plural = `${singular}s`): string {
  return `${amount} ${amount === 1 ? singular : plural}`;
}

/** Did the test run to a result? Skipped and to-do tests prove nothing (R12b). */
export function ran(test: TestCase): boolean {
  return test.state === 'passed' || test.state === 'failed';
}

export function failedTests(report: TestReport): readonly TestCase[] {
  return report.tests.filter((test) => test.state === 'failed');
}

/** Ids of failing tests, then of files that failed outside their tests, each once. */
export function failingIds(report: TestReport): readonly string[] {
  const files = report.fileFailures.map((failed) => failed.file);
  return [...new Set([...failedTests(report).map((test) => test.id), ...files])];
}

export function idsWith(report: TestReport, wanted: (test: TestCase) => boolean): ReadonlySet<string> {
  return new Set(report.tests.filter(wanted).map((test) => test.id));
}

export function passedIds(report: TestReport): ReadonlySet<string> {
  return idsWith(report, (test) => test.state === 'passed');
}

/** `id (kind: message)`, one line. */
export function describeFailure(id: string, failure: TestFailure | null): string {
  const why = failure === null ? 'no reason given' : `${failure.kind}: ${displayLine(failure.message, 240)}`;
  return `"${displayLine(id, 160)}" (${why})`;
}

/** How many ran, passed, failed and were skipped, as one line for people. */
export function tally(report: TestReport): string {
  const passed = report.tests.filter((test) => test.state === 'passed').length;
  const failed = failedTests(report).length;
  const idle = report.tests.length - passed - failed;
  const broken = new Set(report.fileFailures.map((failure) => failure.file)).size;
  const parts = [`${countOf(passed + failed, 'test')} ran`, `${passed} passed`];
  if (failed > 0) parts.push(`${failed} failed`);
  if (broken > 0) parts.push(`${countOf(broken, 'file')} failed outside their tests`);
  if (idle > 0) parts.push(`${idle} skipped`);
  return parts.join(', ');
}
