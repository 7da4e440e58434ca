import { Context } from '@temporalio/activity';
import type { CheckInput } from '../contract/activities.js';
import { causeFailure } from '../contract/failures.js';
import { networkForTests } from '../domain/leaf/wall-rules.js';
import { stripControls } from '../domain/sanitise.js';
import type { ProgramResult, ProgramSpec } from '../ports/program.js';
import type { WorkFolder } from '../ports/run-folders.js';
import { showStore, storeFault, storeFor } from './dependencies.js';
import { hiddenFromRun } from './hidden.js';
import { folderLabel, leafIdPrefix } from './leaf-id.js';
import { throwIfCancelled } from './pulse.js';
import type { Run } from './run-facts.js';
import { childEnv, idleOfRuns, runProgram, visibleToolchains } from './run-program.js';
import type { Tools } from './tools.js';

/** One activity's checks: what they are run on, and a count that keeps their folders apart. */
export interface CheckJob {
  readonly tools: Tools;
  readonly run: Run;
  readonly input: CheckInput;
  readonly next: () => number;
  /** All programs of the activity have to end by then; milliseconds of `performance.now()`, which no clock change moves (F20). */
  readonly endsAtMs: number;
}

/** The server gives an activity ten minutes more than one leaf may take; some of them are for files and folders. */
const beyondOneLeafMs = 480_000;

export function checkJob(tools: Tools, run: Run, input: CheckInput): CheckJob {
  let serial = 0;
  const endsAtMs = performance.now() + run.facts.leafTimeoutMs + beyondOneLeafMs;
  return { tools, run, input, next: () => (serial += 1), endsAtMs };
}

/** What a check's program said, in paths of the tree. */
export interface CheckRun extends Pick<ProgramResult, 'end' | 'exitCode' | 'problem' | 'durationMs'> {
  readonly output: string;
  /** False when only the end of what it said is known. */
  readonly whole: boolean;
}

export interface Place {
  readonly folder: WorkFolder;
  readonly store: string | null;
}

/**
 * Lays a fresh folder, lets `use` start programs in it, throws it away. What was measured with dependencies that
 * something wrote to is measured once more, with new ones.
 * @throws `setup-failed`
 */
export async function inFolder<T>(
  job: CheckJob,
  wish: { readonly tree: string; readonly name: string; readonly lay: (folder: WorkFolder) => Promise<void> },
  use: (place: Place) => Promise<T>,
): Promise<T> {
  const { tools, run, input } = job;
  for (let again = false; ; again = true) {
    const label = folderLabel(input.label, `${wish.name}-${job.next()}`, Context.current().info.attempt);
    const folder = await tools.folders.open(run.key, label);
    const { store: baseStore, label: leaf } = input;
    const store = await storeFor(tools, run, { tree: wish.tree, store: baseStore, label: leaf });
    await wish.lay(folder);
    const made = await use({ folder, store });
    const fault = await storeFault(tools, run, store);
    await tools.folders.discard(run.key, label);
    if (fault === null) return made;
    if (!again) continue;
    const mend = 'use the jail bubblewrap, which holds them read-only, or let the check write elsewhere';
    throw causeFailure('setup-failed', `twice while ${wish.name} ran: ${fault}; ${mend}`);
  }
}

export interface CheckProgram {
  readonly argv: readonly string[];
  /** A hook is started as at a person's own commit. */
  readonly kind: 'tool' | 'hook';
}

/** Starts one program of a check: jailed, without a network, with the dependencies shown, as tests are (design 5). */
export async function runCheck(job: CheckJob, place: Place, program: CheckProgram): Promise<CheckRun> {
  const { tools, run } = job;
  const result = await runProgram(tools, { runKey: run.key, label: place.folder.label }, specOf(job, place, program));
  throwIfCancelled(Context.current());
  if (result.end === 'killed-external') {
    throw causeFailure('killed-external', `${program.argv[0] ?? ''}: ${result.problem ?? 'somebody ended it'}`);
  }
  const { end, exitCode, problem, durationMs, out, err } = result;
  const said = [out.tail, err.tail].filter((part) => part.trim() !== '').join('\n');
  const whole = [out, err].every(({ bytes, truncated }) => !truncated && bytes <= keptBytes);
  return { end, exitCode, problem, durationMs, whole, output: inTree(said, place.folder) };
}

/** What the tail of an output holds at most (ports/program.ts). */
const keptBytes = 32 * 1024;

/** The folder is another one at each run, and means nothing to a developer. */
function inTree(output: string, { work, label }: WorkFolder): string {
  const plain = stripControls(output).replaceAll(`${work}/`, '');
  const elsewhere = label.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return plain.replace(new RegExp(`[^\\s'"(]*/${elsewhere}/work/`, 'g'), '');
}

async function specOf({ tools, run, endsAtMs }: CheckJob, place: Place, program: CheckProgram): Promise<ProgramSpec> {
  const { folder, store } = place;
  const network = networkForTests(run.facts.walls);
  const shown = await showStore(tools, store, { work: folder.work, home: folder.home, network });
  const isHook = program.kind === 'hook';
  // As in a package's own script: with the programs of node_modules, where the tree has one of its own.
  const path = [...shown.path, `${folder.work}/node_modules/.bin`];
  const env = childEnv(tools, folder, { ...shown, path });
  return {
    id: `${leafIdPrefix(run.key)}${folder.label}`,
    argv: program.argv,
    cwd: folder.work,
    env: isHook ? hookEnv(run, env) : env,
    stdin: '',
    logFolder: folder.logs,
    walls: {
      writable: [folder.work, folder.home, folder.temporary, folder.results],
      readable: visibleToolchains(tools, run),
      hidden: hiddenFromRun(tools, run),
      network,
      mounts: shown.mounts,
    },
    limits: {
      wallMs: Math.max(1_000, Math.min(run.facts.leafTimeoutMs, Math.floor(endsAtMs - performance.now()))),
      idleMs: isHook ? run.facts.idleTimeoutMs : idleOfRuns(run),
      watched: [folder.work],
      graceMs: tools.host.graceMs,
    },
  };
}

/** Many hooks let a commit through unseen where they find CI; and none may wait for an editor. */
function hookEnv(run: Run, { CI: _ci, ...env }: Record<string, string>): Record<string, string> {
  const { name, email } = run.facts.author;
  return { ...env, GIT_EDITOR: ':', GIT_AUTHOR_NAME: name, GIT_AUTHOR_EMAIL: email };
}
