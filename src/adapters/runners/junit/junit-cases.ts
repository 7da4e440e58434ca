import type { SeenTest } from '../test-list.js';
import type { Surroundings } from '../node-test/node-facts.js';
import { failureOfJunit } from './junit-error.js';
import type { TestPlaces } from './test-places.js';
import type { XmlElement } from './xml.js';

export interface JunitSuites {
  readonly cases: readonly JunitCase[];
  /** Why the document contradicts itself, or null. */
  readonly contradiction: string | null;
  /** The earliest time that a suite says it began at, milliseconds since the epoch; null where none does. */
  readonly beganAtMs: number | null;
}

interface JunitCase {
  readonly element: XmlElement;
  /** From the nearest suite around that names one. */
  readonly file: string | null;
}

/** All test cases of a document, in its order. */
export function readSuites(root: XmlElement): JunitSuites | null {
  if (root.name !== 'testsuites' && root.name !== 'testsuite') return null;
  const cases: JunitCase[] = [];
  const times: number[] = [];
  const visit = (element: XmlElement, file: string | null): void => {
    const own = element.attributes['file'] ?? element.attributes['filepath'] ?? file;
    if (element.name === 'testcase') cases.push({ element, file: own });
    const time = Date.parse(element.attributes['timestamp'] ?? '');
    if (element.name === 'testsuite' && Number.isFinite(time)) times.push(time);
    for (const child of element.children) visit(child, own);
  };
  visit(root, null);
  return {
    cases,
    contradiction: contradictionIn(root),
    beganAtMs: times.length === 0 ? null : Math.min(...times.slice(0, 10_000)),
  };
}

/** A suite that counts its own tests must have them: else the file was cut, or put together by hand. */
function contradictionIn(element: XmlElement): string | null {
  if (element.name === 'testcase') return null;
  const deep = element.children.map(contradictionIn).find((found) => found !== null);
  if (deep !== undefined) return deep;
  if (element.name !== 'testsuite' || element.children.some((child) => child.name === 'testsuite')) return null;
  const told = /^\d{1,9}$/.test(element.attributes['tests'] ?? '') ? Number(element.attributes['tests']) : null;
  const there = element.children.filter((child) => child.name === 'testcase').length;
  // Some tools count what they ran again, or leave tests out that passed; more than told is never right.
  if (told === null || there <= told) return null;
  return `suite "${(element.attributes['name'] ?? '').slice(0, 80)}" counts ${told} tests and has ${there}`;
}

/** Where a document's tests are looked for, and what their files hold. */
export interface JunitSurroundings extends Surroundings {
  readonly places: TestPlaces;
}

export async function testOf({ element, file }: JunitCase, around: JunitSurroundings): Promise<SeenTest> {
  const { places, place } = around;
  const name = element.attributes['name'] ?? 'unnamed test';
  const className = element.attributes['classname'] ?? element.attributes['class'] ?? '';
  const told = file === null || file.trim() === '' ? null : place(file.trim());
  const at = told ?? (await places.find(className, name)) ?? (className === '' ? 'unknown file' : className);
  const failed = element.children.find((child) => child.name === 'failure' || child.name === 'error');
  const seconds = Number((element.attributes['time'] ?? '').replaceAll(',', ''));
  return {
    file: at,
    names: className === '' || className === at ? [name] : [className, name],
    state: stateOf(element, failed),
    durationMs: Number.isFinite(seconds) ? seconds * 1_000 : 0,
    failure: failed === undefined ? null : failureOfJunit(failed, at, around),
  };
}

function stateOf(element: XmlElement, failed: XmlElement | undefined): SeenTest['state'] {
  if (failed !== undefined) return 'failed';
  const status = element.attributes['status'] ?? element.attributes['result'] ?? '';
  const isIdle = /^(?:notrun|suppressed|disabled|skipped|ignored|pending)$/i.test(status);
  return isIdle || element.children.some((child) => child.name === 'skipped') ? 'skipped' : 'passed';
}
