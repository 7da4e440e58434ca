import type { z } from 'zod';
import { jsonErrorPlace } from '../settings/json-place.js';
import { Scenario } from './scenario.js';
import { isOpName, opExamples, opSchemas } from './scenario-ops.js';

export type ParsedScenario =
  { readonly ok: true; readonly scenario: Scenario } | { readonly ok: false; readonly problem: string };

const example =
  '{"version": 1, "plan": {"files": [{"path": "src/a.js"}], "steps": [{"id": "1", "title": "a is 1", "criterion": 1}]}, ' +
  '"leaves": [{"role": "developer", "phase": "red", "step": "1", "attempt": 1, "do": [{"write": "test/a.test.js", "lines": ["…"]}]}]}';

const shown = 5;

/** Reads a scenario file. A problem says where, what was expected and an example; several come one a line. */
export function parseScenario(text: string): ParsedScenario {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { ok: false, problem: `${syntaxProblem(text)}\nexpected: one JSON object, for example ${example}` };
  }
  const parsed = Scenario.safeParse(value);
  if (!parsed.success) {
    const lines = [...new Set(parsed.error.issues.map((issue) => problemOf(issue, value)))];
    const more = lines.length > shown ? [`… and ${lines.length - shown} more`] : [];
    return { ok: false, problem: [...lines.slice(0, shown), ...more, `example: ${example}`].join('\n') };
  }
  const twice = findTwice(parsed.data);
  return twice === null ? { ok: true, scenario: parsed.data } : { ok: false, problem: twice };
}

function syntaxProblem(text: string): string {
  const place = jsonErrorPlace(text);
  if (place === null) return 'the scenario is not JSON';
  const { line, column, expected, found } = place;
  return `the scenario is not JSON: line ${line}, column ${column}: expected ${expected}, found ${found}`;
}

function problemOf(issue: z.core.$ZodIssue, whole: unknown): string {
  const [, , list, index] = issue.path;
  if (list === 'do' && typeof index === 'number') {
    const path = issue.path.slice(0, 4);
    return opProblem(placeOf(path), valueAt(whole, path));
  }
  return plainProblem(issue, whole);
}

function plainProblem(issue: z.core.$ZodIssue, whole: unknown): string {
  const place = placeOf(issue.path);
  if (issue.code === 'unrecognized_keys')
    return `${place}: unknown key ${issue.keys.map((key) => `"${key}"`).join(', ')}`;
  const found = valueAt(whole, issue.path);
  const got = found === undefined ? 'nothing' : JSON.stringify(found).slice(0, 80);
  return `${place}: ${issue.message}; got ${got}`;
}

/** A union only says that nothing fitted; the key that names the operation tells what was meant. */
function opProblem(place: string, op: unknown): string {
  const keys = typeof op === 'object' && op !== null ? Object.keys(op) : [];
  const name = keys.find((key) => isOpName(key));
  if (name === undefined || !isOpName(name)) {
    return `${place}: no known operation in ${JSON.stringify(op).slice(0, 80)}; known: ${Object.keys(opSchemas).join(', ')}`;
  }
  const [issue] = opSchemas[name].safeParse(op).error?.issues ?? [];
  const detail = issue === undefined ? 'does not fit' : plainProblem(issue, op);
  return `${place} ("${name}"): ${detail}; example: ${opExamples[name]}`;
}

/** `leaves[3].do[0].mode`, as one would write it in JavaScript. */
function placeOf(path: readonly PropertyKey[]): string {
  const place = path.map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`)).join('');
  return place === '' ? 'the scenario' : place.replace(/^\./, '');
}

function valueAt(whole: unknown, path: readonly PropertyKey[]): unknown {
  let value = whole;
  for (const part of path) {
    if (typeof value !== 'object' || value === null) return undefined;
    value = Object.entries(value).find(([key]) => key === String(part))?.[1];
  }
  return value;
}

function findTwice({ leaves }: Scenario): string | null {
  const seen = new Map<string, number>();
  for (const [index, { role, phase, step, attempt }] of leaves.entries()) {
    const name = `${role}, ${phase}, step ${step}, attempt ${attempt}`;
    const first = seen.get(name);
    if (first !== undefined)
      return `leaves[${index}]: the same leaf as leaves[${first}] (${name}); only one can be played`;
    seen.set(name, index);
  }
  return null;
}
