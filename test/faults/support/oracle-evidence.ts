import { z } from 'zod';
import type { Branch } from './branch.js';
import { finding } from './finding.js';
import type { Call, Execution } from './history.js';
import type { Evidence, Finding } from './oracle.js';

const Judged = z.object({ tree: z.string(), phase: z.string() });
const Passed = z.object({ verdict: z.object({ word: z.literal('PASS'), tree: z.string() }) });
const Red = z.object({ finding: z.object({ kind: z.literal('red'), testIds: z.array(z.string()) }) });
const Green = z.object({ finding: z.object({ kind: z.literal('green') }) });
const RedAsked = z.object({ base: z.string(), tree: z.string() });
const GreenAsked = z.object({ tree: z.string(), mustPass: z.array(z.string()) });

interface Ordered extends Call {
  /** Of all executions of the run, oldest first. */
  readonly place: number;
}

function answered(executions: readonly Execution[], type: string): readonly Ordered[] {
  return executions.flatMap(({ calls }, at) =>
    calls
      .filter((call) => call.type === type && call.completedAt !== null)
      .map((call) => ({ ...call, place: at * 1_000_000 + (call.completedAt ?? 0) })),
  );
}

/** I3: what a commit holds, the ledger left out, passed a verifier before, or was there already. */
export async function checkVerdicts({ branch, executions }: Evidence): Promise<Finding> {
  if (branch === null) return finding('I3', [], false);
  const passed = new Set<string>();
  for (const { input, output } of answered(executions, 'verify')) {
    if (!Passed.safeParse(output).success) continue;
    const { tree } = Judged.parse(input);
    if (Passed.parse(output).verdict.tree !== tree) return finding('I3', [`a verdict names another tree than ${tree}`]);
    passed.add(await branch.content(tree));
  }
  let before = branch.baseContent;
  const faults: string[] = [];
  for (const { sha, subject, content } of branch.commits) {
    if (content !== before && !passed.has(content)) faults.push(`nobody passed what ${sha} (${subject}) holds`);
    before = content;
  }
  return finding('I3', faults);
}

/** I4: before a step's code came its test, seen red on what was there before, by the same ids. */
export async function checkEvidence({ branch, executions }: Evidence): Promise<Finding> {
  if (branch === null) return finding('I4', [], false);
  const [greens, reds] = [answered(executions, 'observeGreen'), answered(executions, 'observeRed')];
  const faults: string[] = [];
  let before = branch.baseContent;
  for (const commit of branch.commits) {
    if (commit.subject.startsWith('feat'))
      faults.push(...(await untested(branch, { ...commit, before }, { greens, reds })));
    before = commit.content;
  }
  return finding(
    'I4',
    faults,
    branch.commits.some(({ subject }) => subject.startsWith('feat')),
  );
}

async function untested(
  branch: Branch,
  commit: { readonly sha: string; readonly content: string; readonly before: string },
  { greens, reds }: { readonly greens: readonly Ordered[]; readonly reds: readonly Ordered[] },
): Promise<readonly string[]> {
  for (const green of greens) {
    const asked = GreenAsked.parse(green.input);
    if (!Green.safeParse(green.output).success || asked.mustPass.length === 0) continue;
    if ((await branch.content(asked.tree)) !== commit.content) continue;
    for (const red of reds.filter(({ place }) => place < green.place)) {
      const seen = Red.safeParse(red.output);
      if (!seen.success || !asked.mustPass.every((id) => seen.data.finding.testIds.includes(id))) continue;
      if ((await branch.content(RedAsked.parse(red.input).base)) === commit.before) return [];
    }
  }
  return [`${commit.sha}: no test was seen red on its parent and then green on it`];
}
