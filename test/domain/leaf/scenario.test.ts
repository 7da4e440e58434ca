import { describe, expect, test } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { jsonErrorPlace } from '../../../src/domain/settings/json-place.js';
import { readCritique } from '../../../src/domain/review/critique.js';
import { parseScenario } from '../../../src/domain/leaf/parse-scenario.js';
import { findScript } from '../../../src/domain/leaf/scenario.js';
import type { LeafCall, Scenario, Script } from '../../../src/domain/leaf/scenario.js';
import { Op, opExamples, opSchemas } from '../../../src/domain/leaf/scenario-ops.js';
import { readDomainAnswer, readVerdict } from '../../../src/domain/review/verdict.js';

const plan = { files: [{ path: 'src/a.js' }], steps: [{ id: '1', title: 'a is 1', criterion: 1 }] };
const whole = (leaves: readonly unknown[], more: object = {}): string =>
  JSON.stringify({ version: 1, plan, leaves, ...more });

function problem(text: string): string {
  const parsed = parseScenario(text);
  return parsed.ok ? 'no problem' : parsed.problem;
}

function scenario(leaves: readonly unknown[]): Scenario {
  const parsed = parseScenario(whole(leaves));
  if (!parsed.ok) throw new Error(parsed.problem);
  return parsed.scenario;
}

describe('a malformed scenario is refused with place, expectation and example', () => {
  const red = { role: 'developer', phase: 'red', step: '1', attempt: 1 };

  test.each([
    [
      'not JSON',
      '{"version": 1,\n "plan": }',
      /not JSON: line 2, column 10: expected value, found "\}"\nexpected: one JSON object, for example/,
    ],
    ['empty', '', /not JSON.*\nexpected: one JSON object/],
    ['no object', '[]', /the scenario: .*expected object/],
    ['another version', whole([], { version: 2 }), /^version: .*expected 1; got 2/],
    ['no plan', '{"version":1,"leaves":[]}', /^plan: .*got nothing/],
    ['an unknown key', whole([], { leafs: [] }), /^the scenario: unknown key "leafs"/],
    ['an unknown key in a leaf', whole([{ ...red, atempt: 2 }]), /^leaves\[0\]: unknown key "atempt"/],
    [
      'an unknown role',
      whole([{ ...red, role: 'tester' }]),
      /^leaves\[0\]\.role: .*"planner"\|"developer".*got "tester"/,
    ],
    ['a bad attempt', whole([{ ...red, attempt: 0 }]), /^leaves\[0\]\.attempt: /],
    [
      'an unknown operation',
      whole([{ ...red, do: [{ wirte: 'a' }] }]),
      /^leaves\[0\]\.do\[0\]: no known operation in \{"wirte":"a"\}; known: write, append/,
    ],
    ['no operation at all', whole([{ ...red, do: ['hang'] }]), /^leaves\[0\]\.do\[0\]: no known operation in "hang"/],
    [
      'an operation without its text',
      whole([{ ...red, do: [{ say: 'x' }, { write: 'a' }] }]),
      /^leaves\[0\]\.do\[1\] \("write"\): .*either "text" or "lines".*example: \{"write"/,
    ],
    [
      'an operation of a wrong type',
      whole([{ ...red, do: [{ sleepMs: 'long' }] }]),
      /\("sleepMs"\): sleepMs: .*expected number.*got "long"; example: \{"sleepMs": 500\}/,
    ],
    [
      'an operation with a key too many',
      whole([{ ...red, do: [{ hang: true, forMs: 3 }] }]),
      /\("hang"\): .*unknown key "forMs"/,
    ],
    ['a bad mode', whole([{ ...red, do: [{ chmod: 'a', mode: 'rwx' }] }]), /an octal mode, such as "755"; got "rwx"/],
    [
      'the same leaf twice',
      whole([red, { ...red, do: [{ hang: true }] }]),
      /^leaves\[1\]: the same leaf as leaves\[0\] \(developer, red, step 1, attempt 1\)/,
    ],
    ['a plan without steps', whole([], { plan: { files: plan.files, steps: [] } }), /^plan\.steps: /],
  ])('%s', (_name, text, expected) => {
    expect(problem(text)).toMatch(expected);
  });

  test('many problems are counted, not all shown', () => {
    const said = problem(whole(Array.from({ length: 9 }, (_, step) => ({ ...red, step: String(step), nope: 1 }))));
    expect(said.split('\n')).toHaveLength(7);
    expect(said).toContain('… and 4 more');
    expect(said).toMatch(/\nexample: \{"version": 1/);
  });

  test('the example in the message is itself a scenario', () => {
    const example = /example: (.*)$/m.exec(problem(whole([], { nope: 1 })))?.[1] ?? '';
    expect(problem(example)).toBe('no problem');
  });
});

test('the place where a text stops being JSON', () => {
  const places: readonly (readonly [string, string | null])[] = [
    ['{"a": [1, -2.5e3, "\\u00e4\\"", true, null, {}, []]} ', null],
    [' '.repeat(30_000) + '1', null],
    ['', '1:1 value'],
    ['{"a": 1,}', '1:9 "key"'],
    ['[1 2]', '1:4 , or ]'],
    ['{"a" 1}', '1:6 :'],
    ['{"a": 1', '1:8 , or }'],
    ['[1]\n x', '2:2 nothing more'],
    ['{"a": "line\nbreak"}', '1:7 value'],
    ["{'a': 1}", '1:2 "key" or }'],
    ['[01]', '1:3 , or ]'],
    ['[', '1:2 value or ]'],
    ['[}', '1:2 value or ]'],
  ];
  for (const [text, expected] of places) {
    const place = jsonErrorPlace(text);
    expect(place === null ? null : `${place.line}:${place.column} ${place.expected}`).toBe(expected);
  }
});

test('each operation has an example, and the example is valid', () => {
  expect(Object.keys(opExamples).sort()).toEqual(Object.keys(opSchemas).sort());
  for (const [name, example] of Object.entries(opExamples)) {
    expect(Op.parse(JSON.parse(example))).toHaveProperty(name);
  }
});

test.each(['javascript', 'python'])('the scenario of the %s example is well-formed', (name) => {
  const path = new URL(`../../../examples/${name}/scenario.json`, import.meta.url);
  expect(problem(readFileSync(path, 'utf8'))).toBe('no problem');
});

describe('which line is played', () => {
  const call: LeafCall = { role: 'developer', phase: 'red', step: '2', attempt: 3 };
  const line = (said: string, more: object): object => ({
    role: 'developer',
    phase: 'red',
    do: [{ say: said }],
    ...more,
  });
  const script = (leaves: readonly unknown[], more: Partial<LeafCall> = {}): Script => {
    const found = findScript(scenario(leaves), { ...call, ...more });
    if (found.kind === 'missing') throw new Error(found.message);
    return found.script;
  };
  const said = (leaves: readonly unknown[]): unknown => script(leaves).do[0];

  const anyOfBoth = line('any', {});
  const anyStep = line('step', { attempt: 3 });
  const anyAttempt = line('attempt', { step: '2', attempt: '*' });
  const exact = line('exact', { step: '2', attempt: 3 });

  test('the most exact one, whatever the order in the file', () => {
    expect(said([anyOfBoth, anyStep, anyAttempt, exact])).toEqual({ say: 'exact' });
    expect(said([anyAttempt, anyStep, anyOfBoth])).toEqual({ say: 'attempt' });
    expect(said([anyStep, anyAttempt, anyOfBoth])).toEqual({ say: 'attempt' });
    expect(said([anyOfBoth, anyStep])).toEqual({ say: 'step' });
    expect(said([anyOfBoth])).toEqual({ say: 'any' });
  });

  test('another role, phase, step or attempt does not fit', () => {
    const others = [{ step: '20' }, { step: '2', attempt: 2 }, { phase: 'green' }, { role: 'debugger' }];
    expect(findScript(scenario(others.map((other) => line('x', other))), call).kind).toBe('missing');
  });

  test('a developer in red or green needs a line; the message names the leaf and shows one', () => {
    for (const more of [{ phase: 'red' }, { phase: 'green' }] as const) {
      const found = findScript(scenario([]), { ...call, ...more });
      expect(found).toMatchObject({ kind: 'missing', message: expect.stringContaining('of step 2, attempt 3') });
    }
  });

  test('a developer has nothing to refactor, judges pass, a planner has the plan', () => {
    for (const phase of ['refactor', 'critic'] as const) {
      expect(script([], { phase })).toMatchObject({ do: [], question: null });
    }
    const { answer, answerIsDefault } = script([], { role: 'verifier' });
    expect(readVerdict(answer, 't').word).toBe('PASS');
    expect(answerIsDefault).toBe(true);
    expect(readDomainAnswer(script([], { role: 'domain-reviewer' }).answer, 't')).toEqual({
      verdict: { word: 'PASS', reasons: [], tree: 't' },
      advice: [],
    });
    expect(readCritique(script([], { role: 'critic', phase: 'critic' }).answer, 't').verdict.word).toBe('PASS');
    expect(script([], { role: 'planner', phase: 'plan', step: '-' }).answer).toMatchObject({ steps: [{ id: '1' }] });
  });

  test('R-001-15: a debugger without a line changes nothing and names no root cause', () => {
    expect(script([], { role: 'debugger', phase: 'green' })).toMatchObject({
      do: [],
      answer: { status: 'done', rootCause: '', evidence: '' },
    });
  });

  test('an answer that is written down is played as it is, good or bad', () => {
    for (const answer of [{ verdict: 'MAYBE' }, 'PASS', null, [], 7]) {
      const found = script([{ role: 'verifier', phase: 'red', answer }], { role: 'verifier' });
      expect(found).toMatchObject({ answer, answerIsDefault: false });
    }
  });
});
