import type { TestFailure } from '../../../domain/evidence/evidence.js';
import { readXml, type XmlElement } from '../junit/xml.js';
import { failureOf } from '../test-list.js';

/** Results of `dotnet test --logger trx`: Visual Studio's XML, which each version of it has a logger for. */
export interface TrxTest {
  readonly className: string;
  readonly name: string;
  readonly state: 'passed' | 'failed' | 'skipped';
  readonly durationMs: number;
  readonly failure: TestFailure | null;
  readonly trace: string;
}

/** The tests of one file, or why it can't be trusted. */
export function readTrx(text: string): readonly TrxTest[] | string {
  const read = readXml(text);
  if (read.kind === 'refused') return read.why;
  const { element } = read;
  if (element.name !== 'TestRun') return 'its first element is no TestRun';
  const classes = new Map<string, string>();
  for (const { attributes, children } of below(element, 'UnitTest')) {
    const method = children.find(({ name }) => name === 'TestMethod');
    classes.set(attributes['id'] ?? '', method?.attributes['className'] ?? '');
  }
  const tests = below(element, 'UnitTestResult').map((one) => testOf(one, classes));
  const [counters] = below(element, 'Counters');
  const total = Number(counters?.attributes['total'] ?? Number.NaN);
  return total === tests.length
    ? tests
    : `it counts ${counters?.attributes['total'] ?? 'no'} tests and has ${tests.length}`;
}

function below(element: XmlElement, name: string): readonly XmlElement[] {
  return element.children.flatMap((child) => [...(child.name === name ? [child] : []), ...below(child, name)]);
}

function testOf(one: XmlElement, classes: ReadonlyMap<string, string>): TrxTest {
  const { attributes } = one;
  const told = (attributes['testName'] ?? 'unnamed test').trim();
  const className = (classes.get(attributes['testId'] ?? '') ?? '').split(',')[0]?.trim() ?? '';
  const state = stateOf(attributes['outcome'] ?? '');
  const message = below(one, 'Message')[0]?.text ?? '';
  const trace = below(one, 'StackTrace')[0]?.text ?? '';
  return {
    className,
    // xUnit puts the class in front, the others don't.
    name: told.startsWith(`${className}.`) ? told.slice(className.length + 1) : told,
    ...{ state, trace, durationMs: durationOf(attributes['duration'] ?? '') },
    failure: state === 'failed' ? failureOfDotnet(message, trace) : null,
  };
}

function stateOf(outcome: string): TrxTest['state'] {
  if (outcome === 'Passed') return 'passed';
  return outcome === 'NotExecuted' || outcome === 'Inconclusive' || outcome === 'Pending' ? 'skipped' : 'failed';
}

function durationOf(text: string): number {
  const [, hours, minutes, seconds] = /^(\d+):(\d+):([\d.]+)$/.exec(text) ?? [];
  return seconds === undefined ? 0 : (Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds)) * 1_000;
}

const assertions =
  /^(?:\w*Assert\w*Exception|XunitException|(?:Equal|NotEqual|True|False|Null|NotNull|Contains|DoesNotContain|Empty|NotEmpty|Single|Same|Throws|ThrowsAny|IsType|InRange|Collection|All|Fail)Exception|ExpectationException|MultipleAssertException)$/;

/** xUnit and NUnit write `Class : words` for what a test throws, MSTest its own sentence; an assertion has its words alone. */
function failureOfDotnet(message: string, trace: string): TestFailure {
  const thrown =
    /^(?:.*\bthrew exception:\s*)?(?:----\s*)?([A-Za-z_][\w.+`]*(?:Exception|Error))\s*: /.exec(message.trim())?.[1] ??
    null;
  const name = thrown?.split(/[.+]/).at(-1) ?? null;
  const words = message.trim() === '' ? trace.trim() : message.trim();
  if (name === null) return failureOf(words === '' ? 'error' : 'assertion', words || 'failed without a message');
  // Unit tests of xUnit v3 name the assertion's class, too.
  if (/^Xunit\./.test(thrown ?? '') || assertions.test(name)) return failureOf('assertion', words);
  return failureOf(name === 'NotImplementedException' ? 'not-implemented' : 'error', words);
}
