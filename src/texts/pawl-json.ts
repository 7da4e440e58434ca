import { parseShellLine } from '../domain/checks/shell-line.js';
import type { CheckWishes, CommandWish } from '../domain/checks/sources.js';
import { conventionKeyRules } from '../domain/settings/convention-keys.js';
import { Conventions } from '../domain/settings/conventions.js';
import type { BudgetWish } from '../domain/run/resource-budgets.js';
import type { DisciplineWish } from '../domain/run/discipline.js';
import { moreLabelsProblem } from '../domain/plan/more-labels.js';
import type { MoreLabels } from '../domain/plan/task-labels.js';
import { nearest, problemText } from '../domain/feedback.js';
import { keysAt, ruleAt, type KeyRule } from '../domain/settings/key-rules.js';
import type { SpecMapping } from '../domain/files/spec-coverage.js';
import { displayLine } from '../domain/sanitise.js';
import { parseTestCommand } from '../domain/evidence/test-command.js';

/** What a repository's `pawl.json` asks for; null or empty where it says nothing. */
export interface PawlJson {
  /** A command line. */
  readonly test: string | null;
  /** For a command of no known runner: `junit:<path>` or `exit-only`. */
  readonly results: string | null;
  /** Commands as argv. */
  readonly setup: readonly (readonly string[])[];
  readonly checks: CheckWishes;
  /** Source file to test file (R-001-49). */
  readonly specs: SpecMapping;
  /** These and the limits below may only lower the operator's. */
  readonly maxFiles: number | null;
  /** Globs that add to what the test runner takes for test files (`path-globs.ts`). */
  readonly testFiles: readonly string[];
  /** More labels of tasks, for a spec's list. */
  readonly labels: MoreLabels;
  readonly discipline: DisciplineWish;
  /** Each commit carries a sign-off of its author. */
  readonly signOff: boolean;
  /** Of a run and of a step; they may only lower the operator's. */
  readonly budgets: { readonly run?: BudgetWish; readonly step?: BudgetWish };
  readonly leafTimeoutMs: number | null;
  readonly idleTimeoutMs: number | null;
}

export type PawlJsonReading =
  { readonly kind: 'ok'; readonly rules: PawlJson } | { readonly kind: 'problem'; readonly message: string };

const maxChars = 100_000;

/** Reads the file's text at the base commit; null when there is none. Strict: a wish that is not understood is refused. */
export function readPawlJson(text: string | null): PawlJsonReading {
  if (text === null) return { kind: 'ok', rules: rulesOf({}, { setup: [], typecheck: null, lint: null }) };
  if (text.length > maxChars) {
    return problem(`it has ${text.length} characters`, `at most ${maxChars}`, '{"test":"node --test"}');
  }
  const json = parseJson(text);
  if (json.kind === 'problem') return json;
  const parsed = Conventions.safeParse(json.value);
  if (!parsed.success) return shapeProblem(parsed.error.issues[0]);
  const clash = moreLabelsProblem(parsed.data.labels ?? {});
  if (clash !== null) return problem(clash, 'labels that Pawl does not know yet', ruleOf(['labels']).example);
  const { setup = [], typecheck, lint } = parsed.data;
  const commands = [setup].flat().map((line) => parseTestCommand(line));
  const argvs = commands.flatMap((command) => (command.kind === 'command' ? [command.argv] : []));
  if (argvs.length < commands.length) return brokenLine('setup');
  const wishes = { typecheck: commandWish(typecheck), lint: commandWish(lint) };
  if (wishes.typecheck === 'broken') return brokenLine('typecheck');
  if (wishes.lint === 'broken') return brokenLine('lint');
  const { typecheck: types, lint: style } = wishes;
  return { kind: 'ok', rules: rulesOf(parsed.data, { setup: argvs, typecheck: types, lint: style }) };
}

function commandWish(line: string | false | undefined): CommandWish | 'broken' {
  if (line === undefined) return null;
  if (line === false || line.trim() === 'none') return 'none';
  const parsed = parseShellLine(line);
  return parsed.kind === 'refused' ? 'broken' : parsed.argv;
}

function brokenLine(key: string): PawlJsonReading {
  const what = `${key} holds a line that no shell could read`;
  return problem(what, 'commands with their quotes closed', ruleOf([key]).example);
}

interface Commands extends Pick<CheckWishes, 'typecheck' | 'lint'> {
  readonly setup: readonly (readonly string[])[];
}

function rulesOf(read: Conventions, { setup, typecheck, lint }: Commands): PawlJson {
  const milliseconds = (seconds: number | undefined): number | null => (seconds === undefined ? null : seconds * 1_000);
  return {
    test: read.test ?? null,
    results: read.results ?? null,
    setup,
    specs: read.specs ?? {},
    checks: { typecheck, lint, hooks: read.hooks?.replace(/^(?:\.\/)+/, '').replace(/\/+$/, '') ?? null },
    maxFiles: read.maxFiles ?? null,
    testFiles: read.testFiles ?? [],
    labels: read.labels ?? {},
    discipline: {
      discipline: read.discipline ?? null,
      domainReview: read.domainReview ?? null,
      isolation: read.isolation ?? null,
    },
    signOff: read.signOff ?? false,
    budgets: budgetsIn(read),
    leafTimeoutMs: milliseconds(read.limits?.leafTimeoutSeconds),
    idleTimeoutMs: milliseconds(read.limits?.idleSeconds),
  };
}

function budgetsIn({ limits }: Conventions): PawlJson['budgets'] {
  return {
    ...(limits?.run === undefined ? {} : { run: limits.run }),
    ...(limits?.step === undefined ? {} : { step: limits.step }),
  };
}

function problem(what: string, expected: string, example: string): { kind: 'problem'; message: string } {
  return { kind: 'problem', message: problemText({ what, expected, example }) };
}

type Json = { readonly kind: 'json'; readonly value: unknown } | { readonly kind: 'problem'; readonly message: string };

function parseJson(text: string): Json {
  try {
    return { kind: 'json', value: JSON.parse(text.replace(/^\ufeff/, '')) };
  } catch (error) {
    const why = error instanceof Error ? displayLine(error.message, 200) : 'not readable';
    return problem(
      `it is not JSON (${why}${placeOf(why, text)})`,
      'one JSON object without comments',
      '{"test":"node --test"}',
    );
  }
}

/** The engine names a position; people count lines. */
function placeOf(why: string, text: string): string {
  const position = /position (\d{1,9})/.exec(why)?.[1];
  return position === undefined ? '' : `, line ${text.slice(0, Number(position)).split('\n').length}`;
}

interface ShapeIssue {
  readonly code?: string;
  readonly path: readonly PropertyKey[];
  readonly keys?: readonly string[];
}

function shapeProblem(issue: ShapeIssue | undefined): PawlJsonReading {
  const unknown = issue?.code === 'unrecognized_keys' ? issue.keys?.[0] : undefined;
  if (unknown !== undefined) return unknownKey(unknown, issue?.path.map(String) ?? []);
  const path = issue?.path.map(String) ?? [];
  const { expected, example } = ruleOf(path);
  const what = path.length === 0 ? 'it is no JSON object' : `"${path.join('.')}" can't be used`;
  return problem(what, expected, example);
}

function ruleOf(at: readonly string[]): Pick<KeyRule, 'expected' | 'example'> {
  return ruleAt(conventionKeyRules, at) ?? { expected: 'one object', example: '{"test":"node --test"}' };
}

/** Keys of the operator's own configuration: a repository must not choose its agent, its jail or its budget. */
const operatorKeys = [
  ...['agent', 'agents', 'claude', 'codex', 'model', 'models', 'jail', 'network', 'budget', 'budgets'],
  ...['token', 'tokens', 'env', 'leafslots', 'temporal', 'identity', 'waitforanswer', 'usagelimitwaithours'],
];

function unknownKey(key: string, at: readonly string[]): PawlJsonReading {
  const known = keysAt(conventionKeyRules, at);
  const shown = `${at.map((part) => `${part}.`).join('')}${displayLine(key, 60)}`;
  if (key.toLowerCase() === 'gear') {
    const way = 'pawl gear review-after --because "a spike, thrown away on Friday"';
    return problem('it has a key "gear", and a repository can\'t set the gear', 'people to shift it by hand', way);
  }
  if (operatorKeys.includes(key.toLowerCase())) {
    const own = `{"test":"node --test"} here, and "${shown}" in config.json`;
    return problem(`"${shown}" is the operator's to set`, 'it in config.json of the operator', own);
  }
  const near = nearest(key, known);
  const meant = near === null ? '' : `, perhaps "${near}" was meant`;
  const example = ruleOf(near === null ? at : [...at, near]).example;
  return problem(`unknown key "${shown}"${meant}`, `one of ${known.join(', ')}`, example);
}
