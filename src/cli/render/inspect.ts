import { decisionText, type Cause } from '../../domain/run/causes.js';
import type { Inspection } from '../../local/inspect.js';
import type { Paint } from './colour.js';
import { indented, plainLine } from './plain.js';
import { size } from './logs.js';

export interface Inspected {
  readonly workflowId: string;
  readonly path: string;
  readonly origin: string;
  readonly found: Inspection;
}

/** What a run would make of the source, for a person. */
export function inspectionText(inspected: Inspected, paint: Paint): string {
  const { found } = inspected;
  const { survey } = found;
  const title = survey?.reading.kind === 'ok' ? survey.reading.issue.title : null;
  return [
    paint.strong(title === null ? plainLine(inspected.path) : plainLine(title)),
    ...fields(inspected).flatMap(([name, value]) =>
      value === null ? [] : [`  ${name.padEnd(9)} ${plainLine(value)}`],
    ),
    '',
    ...(survey?.criteria ?? []).map(
      ({ number, line, text }) => `  ${number}. ${plainLine(text)} ${paint.faint(`(line ${line})`)}`,
    ),
    ...section('Odd or changed', survey?.oddities ?? []),
    ...section('Notes', found.notes),
    ...problemLines(inspected, paint),
  ].join('\n');
}

function fields({ workflowId, path, origin, found }: Inspected): readonly (readonly [string, string | null])[] {
  const { survey, base, branch, branchTip, testCommand, candidates, setup } = found;
  const isThere = branchTip === null ? 'new' : `there already, at ${branchTip.slice(0, 12)}: a run goes on from it`;
  return [
    ['run', workflowId],
    ['source', survey === null ? path : `${path}: ${survey.lines} lines, ${size(survey.bytes)}`],
    ['origin', origin],
    ['base', base === null ? null : `${base.ref} at ${base.sha.slice(0, 12)}`],
    ['branch', branch === null ? null : `${branch} (${isThere})`],
    ['ledger', found.ledger],
    [
      'tests',
      testCommand === null ? null : `${testCommand.line} (${testCommand.runner}, ${fromWords(testCommand.source)})`,
    ],
    ['detected', candidates.length === 0 ? 'no test command' : candidates.join(' | ')],
    ['setup', setup === null ? 'nothing to install' : `${setup.commands.join(' && ')} (${setup.why})`],
    ['pawl.json', rulesText(found.rules)],
  ];
}

function fromWords(source: string): string {
  return source === 'flag' ? 'from --test-command' : source === 'pawl.json' ? 'from pawl.json' : 'detected';
}

function rulesText(rules: Inspection['rules']): string | null {
  if (rules === null) return null;
  const set = wishes(rules);
  if (set.length === 0) return 'none, or it asks for nothing';
  return set.map(([key, value]) => `${key} ${JSON.stringify(value)}`).join(', ');
}

/** What the file asks for, and nothing that it leaves out: groups are looked into, empty ones are none. */
function wishes(rules: object): readonly (readonly [string, unknown])[] {
  return Object.entries(rules).flatMap(([key, value]: readonly [string, unknown]) => {
    // `false` is what the keys with no third answer have when they are left out.
    if (value === null || value === false || (Array.isArray(value) && value.length === 0)) return [];
    const isGroup = typeof value === 'object' && !Array.isArray(value);
    if (!isGroup) return [[key, value] as const];
    if (key === 'specs') return Object.keys(value).length === 0 ? [] : [[key, value] as const];
    return wishes(value);
  });
}

function section(title: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : ['', `${title}:`, ...lines.map((line) => `  - ${plainLine(line)}`)];
}

function problemLines({ found, path }: Inspected, paint: Paint): readonly string[] {
  const { problems } = found;
  if (problems.length === 0) return ['', paint.good(`A run can begin: pawl run ${plainLine(path)}`)];
  const blocks = problems.flatMap(({ cause, message }) => [`  - ${paint.bad(cause)}`, indented(message, '    ')]);
  const causes = [...new Set(problems.map(({ cause }) => decisionOf(cause, found.candidates)))].map((text) =>
    text.replaceAll('pawl resume <run>', `pawl run ${plainLine(path)}`).replaceAll('<source>', plainLine(path)),
  );
  return ['', paint.strong('A run would bail:'), ...blocks, ...causes.map((text) => `next: ${plainLine(text)}`)];
}

/** There is no run yet that could be answered: the flag that makes the question needless. */
function decisionOf(cause: Cause, [first = 'make test']: readonly string[]): string {
  if (cause !== 'needs-user') return decisionText(cause);
  return `name the one you mean, for example: pawl run <source> --test-command "${first}"; or start it and answer`;
}
