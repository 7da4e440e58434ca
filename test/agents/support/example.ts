import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { leafOf } from '../../support/messages-stub.js';
import { projectRoot } from '../../support/rig.js';
import type { Scene, Turn } from './turns.js';

interface Leaf {
  readonly role: string;
  readonly phase: string;
  readonly step: string;
  readonly attempt: number | '*';
  readonly do?: readonly Readonly<Record<string, unknown>>[];
  readonly answer: Readonly<Record<string, unknown>>;
}

export const example = join(projectRoot, 'examples/javascript');
const scenario = JSON.parse(readFileSync(join(example, 'scenario.json'), 'utf8')) as {
  readonly plan: { readonly files: readonly unknown[]; readonly steps: readonly Readonly<Record<string, unknown>>[] };
  readonly leaves: readonly Leaf[];
};

/** A schema of a provider leaves no key out, those with a default included. */
const plan = { ...scenario.plan, steps: scenario.plan.steps.map((step) => ({ tests: 1, ...step })) };

/** What the example's developers say: nothing that a verifier may ever be told. */
export const developersWords: readonly string[] = scenario.leaves
  .filter(({ role }) => role === 'developer')
  .map(({ answer }) => String(answer['note']));

/** Plays the example by the CLI's own tools: developers edit, those that judge look at their folder first where they can. */
export const playExample: Scene = ({ prompt }) => {
  const { role, phase, step } = leafOf(prompt);
  if (role === 'planner') return [{ answer: plan }];
  if (role === 'verifier') return [{ shell: 'ls -a' }, { answer: { verdict: 'PASS', reasons: [] } }];
  if (role === 'critic') return [{ shell: 'ls -a' }, { answer: { verdict: 'PASS', findings: [] } }];
  const mine = scenario.leaves.filter(
    (leaf) => leaf.role === 'developer' && leaf.phase === phase && leaf.step === step && leaf.attempt !== '*',
  );
  const ops = mine.flatMap((leaf) => leaf.do ?? []).filter((op) => 'write' in op || 'replace' in op);
  return [...ops.map(edit), { answer: { status: 'done', note: '', remember: [], ...mine.at(-1)?.answer } }];
};

/** One edit by the shell, its text kept from the shell. */
function edit(op: Readonly<Record<string, unknown>>): Turn {
  const code =
    'const fs = require("fs"); const op = JSON.parse(Buffer.from(process.argv[1], "base64").toString());' +
    'if (op.write) { fs.mkdirSync(require("path").dirname(op.write), { recursive: true });' +
    ' fs.writeFileSync(op.write, op.text ?? op.lines.join("\\n") + "\\n"); }' +
    'else fs.writeFileSync(op.replace, fs.readFileSync(op.replace, "utf8").replace(op.from, () => op.to));';
  return { shell: `node -e '${code}' ${Buffer.from(JSON.stringify(op)).toString('base64')}` };
}
