import type { CheckReport } from '../contract/activities.js';
import { causeFailure } from '../contract/failures.js';
import type { HookCheck } from '../domain/checks/checks.js';
import { hookOutcome, saysTheSame } from '../domain/checks/hook-outcome.js';
import type { TakenTree } from '../ports/repository.js';
import { inFolder, runCheck, type CheckJob, type CheckRun, type Place } from './check-program.js';
import { layForHooks, messageFile } from './check-workspace.js';

export interface HooksReport {
  readonly ran: CheckReport['ran'];
  readonly failures: readonly string[];
  readonly tree: string;
  readonly reformatted: readonly string[];
  readonly notes: readonly string[];
}

/**
 * The pre-commit hooks on a tree that is about to be committed (R19). They may change what the commit touches: then they
 * run once more on the tree that they left. What else they change, add or remove is not taken, and named.
 * @throws `hook-broken`
 */
export async function preCommitHooks(
  job: CheckJob,
  hooks: readonly HookCheck[],
  { tree, touched }: { readonly tree: string; readonly touched: readonly string[] },
): Promise<HooksReport> {
  if (hooks.length === 0) return { ran: [], failures: [], tree, reformatted: [], notes: [] };
  const first = await attempt(job, hooks, { tree, touched });
  if (first.changed.length === 0) return concluded(job, first, { tree, reformatted: [] });
  const second = await attempt(job, hooks, { tree: first.tree, touched });
  const reformatted = [...new Set([...first.changed, ...second.changed])];
  if (second.refused === null && second.changed.length > 0) {
    throw causeFailure(
      'hook-broken',
      `${namesOf(hooks)} changes ${second.changed.slice(0, 5).join(', ')} at each run anew`,
    );
  }
  return concluded(job, second, { tree: second.tree, reformatted });
}

interface Attempt {
  readonly ran: CheckReport['ran'];
  /** The hook that said no, if one did; those after it did not run. */
  readonly refused: { readonly hook: HookCheck; readonly run: CheckRun } | null;
  readonly tree: string;
  /** Paths of the commit that the hooks changed. */
  readonly changed: readonly string[];
  /** What they did besides, which is not taken. */
  readonly besides: readonly string[];
}

interface Staged {
  readonly tree: string;
  readonly touched: readonly string[];
}

async function attempt(job: CheckJob, hooks: readonly HookCheck[], { tree, touched }: Staged): Promise<Attempt> {
  const { repository } = job.run;
  const wish = { tree, name: 'hook', lay: layForHooks(job, hooks, { tree, head: job.input.base }) };
  const { ran, refused, taken } = await inFolder(job, wish, async (place) => {
    const done = await runAll(job, hooks, place);
    return { ...done, taken: await repository.takeTree(place.folder.work, tree, []) };
  });
  if (taken.rejects.length > 0) {
    const why = taken.rejects.slice(0, 5).join('; ');
    throw causeFailure('hook-broken', `${namesOf(hooks)} left a folder that can't be taken: ${why}`);
  }
  const own = hooks.flatMap((hook) => hook.own);
  const isOwn = (path: string): boolean => own.some((top) => path === top || path.startsWith(`${top}/`));
  const mine = new Set(touched.filter((path) => !isOwn(path)));
  const changed = taken.changes
    .filter(({ kind, path, mode }) => kind === 'modified' && mode.startsWith('100') && mine.has(path))
    .map(({ path }) => path);
  const left = changed.length === 0 ? tree : await repository.withPathsFrom(tree, taken.tree, changed);
  return { ran, refused, tree: left, changed, besides: besidesOf(taken, changed, isOwn) };
}

function besidesOf(
  { changes, leftOut }: TakenTree,
  changed: readonly string[],
  isOwn: (path: string) => boolean,
): readonly string[] {
  const rest = changes.filter(({ path }) => !changed.includes(path) && !isOwn(path));
  return [
    ...rest.map(({ kind, path }) => `${path} (${kind})`),
    ...leftOut.filter((path) => !isOwn(path)).map((path) => `${path} (new)`),
  ];
}

async function runAll(
  job: CheckJob,
  hooks: readonly HookCheck[],
  place: Place,
): Promise<Pick<Attempt, 'ran' | 'refused'>> {
  const ran: CheckReport['ran'][number][] = [];
  for (const hook of hooks) {
    const run = await runHook(job, hook, place);
    const ok = run.exitCode === 0;
    ran.push({ kind: 'hook', name: hook.name, ok, durationMs: run.durationMs });
    if (!ok) return { ran, refused: { hook, run } };
  }
  return { ran, refused: null };
}

/** @throws `hook-broken` when it can't do its work here (R19 d) */
export async function runHook(job: CheckJob, hook: HookCheck, place: Place): Promise<CheckRun> {
  const argv = hook.stage === 'commit-msg' ? [...hook.argv, messageFile] : hook.argv;
  const run = await runCheck(job, place, { argv, kind: 'hook' });
  const outcome = hookOutcome(run, hook.argv[0] ?? '');
  if (outcome.kind === 'broken') throw broken(hook, outcome.why, run.output);
  return run;
}

export function broken(hook: HookCheck, why: string, output: string): Error {
  const said = output.trim() === '' ? '' : `:\n${output.trim().slice(-2_000)}`;
  return causeFailure('hook-broken', `the ${hook.stage} hook ${hook.name} can't be used: ${why}${said}`);
}

/** @throws `hook-broken` when the hook says the same of the tree before, with nothing staged */
async function concluded(
  job: CheckJob,
  { ran, refused, besides }: Attempt,
  settled: Pick<HooksReport, 'tree' | 'reformatted'>,
): Promise<HooksReport> {
  const named = besides.slice(0, 10).join(', ');
  const notes = besides.length === 0 ? [] : [`not taken from the hooks, since the commit does not touch it: ${named}`];
  if (refused === null) return { ran, failures: [], notes, ...settled };
  const { hook, run } = refused;
  const tree = job.input.base;
  const wish = { tree, name: 'hook-before', lay: layForHooks(job, [hook], { tree, head: tree }) };
  const before = await inFolder(job, wish, (place) => runCheck(job, place, { argv: hook.argv, kind: 'hook' }));
  if (saysTheSame(run, before)) {
    throw broken(hook, 'it fails in the same words on the tree before, with nothing staged', run.output);
  }
  const said = run.output.trim().slice(-4_000) || '(it prints nothing)';
  const more =
    besides.length === 0 ? '' : `\nit also changes what the commit does not touch, which is not taken: ${named}`;
  return {
    ran,
    failures: [`the ${hook.stage} hook ${hook.name} refuses (exit code ${run.exitCode ?? '-'}):\n${said}${more}`],
    notes,
    ...settled,
  };
}

function namesOf(hooks: readonly HookCheck[]): string {
  return `the ${hooks.length > 1 ? 'hooks' : 'hook'} ${hooks.map(({ name }) => name).join(', ')}`;
}
