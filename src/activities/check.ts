import type { CheckInput, CheckReport } from '../contract/activities.js';
import type { HookStage, ToolCheck } from '../domain/checks/checks.js';
import { preCommitHooks } from './check-hooks.js';
import { commitMessageHooks } from './check-message.js';
import { checkJob, type CheckJob } from './check-program.js';
import { checkSpecs } from './check-specs.js';
import { checkByTool, type ToolReport } from './check-tools.js';
import { openRun } from './run-facts.js';
import { signedOff } from './signing.js';
import { heedStopFiles } from './stop-files.js';
import type { Tools } from './tools.js';

/**
 * Everything besides tests that a tree must stand: the type-check after an edit; lint, type-check and the repository's
 * hooks before a commit (R-001-16, R-001-25, R-001-26, R-004-46, R19). What is not set up is not run.
 * @throws `hook-broken`, `setup-failed`, `tests-did-not-end`, or stop-file before anything was started
 */
export async function check(tools: Tools, input: CheckInput): Promise<CheckReport> {
  const run = await openRun(tools, input.scope);
  await heedStopFiles(tools, run, input.label);
  const job = checkJob(tools, run, input);
  const { checks } = run.facts;
  if (input.when === 'edit') {
    const types = checks.tools.filter(({ kind }) => kind === 'typecheck');
    return reported(input, [await byTools(job, types, input.tree)]);
  }
  const touched = await touchedBetween(job, input.tree);
  const specs = await checkSpecs(job, input.tree, touched);
  if (specs.failures.length > 0) return reported(input, [specs]);
  const looked = joined([specs, await byTools(job, checks.tools, input.tree)]);
  if (looked.failures.length > 0) return reported(input, [looked]);
  const of = (stage: HookStage) => checks.hooks.filter((hook) => hook.stage === stage);
  const hooked = await preCommitHooks(job, of('pre-commit'), { tree: input.tree, touched });
  const { tree, reformatted } = hooked;
  if (hooked.failures.length > 0) return { ...reported(input, [looked, hooked]), tree, reformatted };
  // What will be committed is another tree than the one that was looked at.
  const again = tree === input.tree ? null : await byTools(job, checks.tools, tree);
  const parts = [again === null ? looked : joined([specs, again]), hooked];
  if (again !== null && again.failures.length > 0) return { ...reported(input, parts), tree, reformatted };
  const { message, ran } = await commitMessageHooks(job, of('commit-msg'), { tree, message: messageFor(job) });
  return { ...reported(input, [...parts, { ran, failures: [], notes: [] }]), tree, reformatted, message };
}

/** As it will be committed: a hook that asks for a sign-off finds it. */
function messageFor({ run, input }: CheckJob): string | null {
  return input.message === null ? null : signedOff(run.facts, input.message);
}

async function byTools(job: CheckJob, tools: readonly ToolCheck[], tree: string): Promise<ToolReport> {
  const reports: ToolReport[] = [];
  const touched = tools.length === 0 ? [] : await touchedBetween(job, tree);
  for (const tool of tools) reports.push(await checkByTool(job, tool, { tree, touched }));
  return joined(reports);
}

/** What the commit is about, without files that it removes. */
async function touchedBetween({ run, input }: CheckJob, tree: string): Promise<readonly string[]> {
  const changes = await run.repository.changes(input.base, tree);
  return changes.filter(({ kind, mode }) => kind !== 'deleted' && mode.startsWith('100')).map(({ path }) => path);
}

function joined(parts: readonly ToolReport[]): ToolReport {
  return {
    ran: parts.flatMap(({ ran }) => ran),
    failures: parts.flatMap(({ failures }) => failures),
    notes: parts.flatMap(({ notes }) => notes),
  };
}

/** Small enough for the history, however much the tools said (design 6). */
function reported(input: CheckInput, parts: readonly ToolReport[]): CheckReport {
  const { ran, failures, notes } = joined(parts);
  return {
    ran,
    failures: failures.slice(0, 8).map((text) => text.slice(0, 5_000)),
    notes: notes.slice(0, 10).map((text) => text.slice(0, 1_000)),
    tree: input.tree,
    reformatted: [],
    message: null,
    durationMs: ran.reduce((sum, one) => sum + one.durationMs, 0),
  };
}
