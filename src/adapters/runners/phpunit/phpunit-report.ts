import { readSuites, testOf } from '../junit/junit-cases.js';
import { createTestPlaces } from '../junit/test-places.js';
import { readXml, type XmlElement } from '../junit/xml.js';
import type { Place } from '../places.js';
import { testSources } from '../script-sources.js';
import type { FileFailure, SeenRun } from '../seen-run.js';
import { failureOf, type SeenTest } from '../test-list.js';
import { createPhpClasses } from './php-classes.js';
import { failureOfPhp, type PhpError, type PhpPlace } from './phpunit-error.js';

export interface PhpunitRun extends SeenRun {
  /** Classes without a test, which PHPUnit 9 warns of. */
  readonly emptyClasses: number;
  /** All that PHPUnit counts as tests. */
  readonly cases: number;
}

export type PhpunitReading =
  { readonly kind: 'run'; readonly run: PhpunitRun } | { readonly kind: 'refused'; readonly why: string };

export function phpPlaces(root: string, place: Place, isTestFile: (path: string) => boolean): Omit<PhpPlace, 'test'> {
  return { place, classes: createPhpClasses(root), source: testSources(place, isTestFile) };
}

/** PHPUnit's own JUnit log. */
export async function readPhpunit(text: string, root: string, around: Omit<PhpPlace, 'test'>): Promise<PhpunitReading> {
  const read = readXml(text);
  if (read.kind === 'refused') return read;
  const suites = readSuites(read.element);
  if (suites === null) return { kind: 'refused', why: 'its first element is no testsuite' };
  if (suites.contradiction !== null) return { kind: 'refused', why: suites.contradiction };
  const tests: SeenTest[] = [];
  const files = new Map<string, FileFailure>();
  let emptyClasses = 0;
  const places = createTestPlaces(root);
  for (const one of suites.cases) {
    const odd = oddWords(one.element);
    if (odd === null) {
      tests.push(mended(await testOf(one, { ...around, places }), one.element, around));
    } else if (odd.includes('No tests found in class')) {
      emptyClasses += 1;
    } else {
      const file = one.file === null ? 'unknown file' : around.place(one.file);
      if (!files.has(file)) files.set(file, { file, failure: failureOf('error', odd) });
    }
  }
  const run = { tests, fileFailures: [...files.values()], emptyClasses, cases: suites.cases.length };
  return { kind: 'run', run };
}

/** What PHPUnit puts in the place of a test that it can't run: data that is not there, a class without tests. */
function oddWords({ attributes, children }: XmlElement): string | null {
  const isTest = (attributes['class'] ?? attributes['classname']) !== undefined;
  const said = children.find((child) => child.name === 'warning' || (!isTest && child.name === 'error'));
  return said === undefined ? null : said.text.trim();
}

/** JUnit's reading of the test, with what PHP's own words tell. A test without an assertion proves nothing. */
function mended(test: SeenTest, element: XmlElement, around: Omit<PhpPlace, 'test'>): SeenTest {
  const failed = element.children.find((child) => child.name === 'failure' || child.name === 'error');
  if (failed === undefined) return test;
  const error = thrown(failed);
  if (error.type === 'PHPUnit\\Framework\\RiskyTestError') return { ...test, state: 'skipped', failure: null };
  return { ...test, failure: failureOfPhp(error, { ...around, test: test.file }) };
}

/** `Class::test`, the words, an empty line, and a line for each call. */
function thrown({ attributes, text }: XmlElement): PhpError {
  const lines = text.trim().split('\n');
  const frames = lines.filter((line) => /^\/.{1,1000}:\d{1,9}$/.test(line));
  const words = lines
    .filter((line, at) => at > 0 && !frames.includes(line))
    .join('\n')
    .trim();
  return { type: attributes['type'] ?? 'unknown error', words: words === '' ? text.trim() : words, frames };
}
