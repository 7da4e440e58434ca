import { describe, expect, test } from '@jest/globals';
import type { TestCase, TestReport } from '../../../src/domain/evidence/evidence.js';
import { asItIs, underMutation } from '../../../src/domain/evidence/judge-characterised.js';
import { mutate, mutationText } from '../../../src/domain/evidence/mutation.js';

const mutation = { path: 'src/a.js', from: 'a + b', to: 'a - b', breaks: 'the sum is wrong' };

describe('R-000-56: one named place of the code, made wrong', () => {
  test('once and letter for letter, or not at all', () => {
    expect(mutate('return a + b;', mutation)).toEqual({ kind: 'mutated', text: 'return a - b;' });
    expect(mutate('a + b; a + b', mutation)).toMatchObject({
      kind: 'refused',
      why: expect.stringContaining('more than once'),
    });
    expect(mutate('a+b', mutation)).toMatchObject({
      kind: 'refused',
      why: expect.stringContaining('letter for letter'),
    });
    expect(mutate(null, mutation)).toMatchObject({ kind: 'refused', why: expect.stringContaining('not there') });
    expect(mutate('a + b', { ...mutation, to: 'a + b' })).toMatchObject({ kind: 'refused' });
    expect(mutate('aaa', { ...mutation, from: 'aa', to: 'b' })).toMatchObject({ kind: 'refused' });
  });

  test('what stands in "to" is no pattern', () => {
    expect(mutate('x', { ...mutation, from: 'x', to: '$&$1' })).toEqual({ kind: 'mutated', text: '$&$1' });
    expect(mutationText(mutation)).toBe('src/a.js: "a + b" became "a - b" (the sum is wrong)');
  });
});

const file = 'test/a.test.js';
const caseOf = (name: string, state: TestCase['state'], kind: 'assertion' | 'error' = 'assertion'): TestCase => ({
  ...{ id: `${file} > ${name}`, file, name, state, durationMs: 1 },
  failure: state === 'failed' ? { kind, message: 'wrong', missing: null, module: null } : null,
});
const report = (...tests: readonly TestCase[]): TestReport => ({
  ...{ runner: 'node:test', end: 'exited', fileFailures: [], problem: null, durationMs: 1, tests },
  exitCode: tests.some(({ state }) => state === 'failed') ? 1 : 0,
});
const old = caseOf('old', 'passed');
const facts = (now: TestReport) => ({
  report: now,
  baseline: report(old),
  testFiles: [file],
  newTests: 1,
  sources: [],
});

describe('R14: a test of what is there already', () => {
  test('passes on the code as it is', () => {
    expect(asItIs(facts(report(old, caseOf('new', 'passed'))))).toBeNull();
    expect(asItIs(facts(report(old, caseOf('new', 'failed'))))).toMatchObject({ class: 'error' });
    expect(asItIs(facts(report(old)))).toMatchObject({ class: 'no-tests' });
    expect(asItIs(facts(report(old, caseOf('new', 'skipped'))))).toMatchObject({ class: 'no-tests' });
    expect(asItIs(facts(report(caseOf('old', 'failed'), caseOf('new', 'passed'))))).toMatchObject({ class: 'error' });
    expect(asItIs(facts(report(old, caseOf('one', 'passed'), caseOf('two', 'passed'))))).toMatchObject({
      class: 'several-tests',
    });
  });

  test('R-000-57: fails by its assertion with the code made wrong; else it records nothing', () => {
    const asIs = report(old, caseOf('new', 'passed'));
    const under = (...tests: readonly TestCase[]) => underMutation(asIs, report(...tests), facts(asIs));
    expect(under(old, caseOf('new', 'failed'))).toMatchObject({ kind: 'red', testIds: [`${file} > new`] });
    expect(under(old, caseOf('new', 'passed'))).toMatchObject({ kind: 'refused', class: 'passes' });
    expect(under(old, caseOf('new', 'failed', 'error'))).toMatchObject({ kind: 'refused', class: 'error' });
    expect(under(old)).toMatchObject({ kind: 'refused', class: 'error' });
    // Other tests may fail, too: the code is wrong on purpose.
    expect(under(caseOf('old', 'failed'), caseOf('new', 'failed'))).toMatchObject({ kind: 'red' });
  });
});
