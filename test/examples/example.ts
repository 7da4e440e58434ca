import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseScenario } from '../../src/domain/leaf/parse-scenario.js';
import type { Op } from '../../src/domain/leaf/scenario-ops.js';
import type { Scenario } from '../../src/domain/leaf/scenario.js';
import { readIssue, type Issue } from '../../src/texts/issue.js';

const examples = fileURLToPath(new URL('../../examples', import.meta.url));

/** Text by path: a small repository in memory. */
export type Tree = Readonly<Record<string, string>>;

export interface Example {
  readonly tree: Tree;
  readonly issue: Issue;
  readonly scenario: Scenario;
}

export function readExample(name: string): Example {
  const folder = path.join(examples, name);
  const repository = path.join(folder, 'repository');
  const issue = readIssue(readFileSync(path.join(repository, 'docs/issue.md')), 'docs/issue.md');
  if (issue.kind !== 'ok') throw new Error(issue.message);
  const scenario = parseScenario(readFileSync(path.join(folder, 'scenario.json'), 'utf8'));
  if (!scenario.ok) throw new Error(scenario.problem);
  return { tree: readTree(repository), issue: issue.issue, scenario: scenario.scenario };
}

/** What a run of the tests in the folder may have left is not part of it. */
const leftovers = /(^|\/)(node_modules|__pycache__|\.pytest_cache)\//;

function readTree(folder: string): Tree {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = files.map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)));
  const own = paths.filter((name) => !leftovers.test(name)).sort();
  return Object.fromEntries(own.map((name) => [name, readFileSync(path.join(folder, name), 'utf8')]));
}

export type Played = { readonly kind: 'tree'; readonly tree: Tree } | { readonly kind: 'hangs' };

/** Does by hand what a scripted leaf is told to do. */
export function play(tree: Tree, ops: readonly Op[]): Played {
  const next: Record<string, string> = { ...tree };
  for (const op of ops) {
    if ('hang' in op) return { kind: 'hangs' };
    if ('say' in op) continue;
    if ('write' in op && op.lines !== undefined) next[op.write] = `${op.lines.join('\n')}\n`;
    else if ('replace' in op) next[op.replace] = replaced(next[op.replace] ?? '', op.from, op.to);
    else throw new Error(`not for an example: ${JSON.stringify(op)}`);
  }
  return { kind: 'tree', tree: next };
}

function replaced(text: string, from: string, to: string): string {
  const [before, after, ...more] = text.split(from);
  if (before === undefined || after === undefined || more.length > 0) {
    throw new Error(`expected this once, found it ${more.length === 0 ? 0 : more.length + 1} times:\n${from}`);
  }
  return `${before}${to}${after}`;
}
