import { Context } from '@temporalio/activity';
import type { ShownStore } from '../ports/dependency-stores.js';
import type { ProgramResult, ProgramSpec } from '../ports/program.js';
import { refuseFullDisk } from './full-disk.js';
import { hiddenFromRun } from './hidden.js';
import { isLaterStart, leafIdPrefix } from './leaf-id.js';
import type { Run } from './run-facts.js';
import type { Tools } from './tools.js';

/**
 * Runs one program of a run. It starts only when `ready` is done, and when whatever an earlier attempt left behind
 * is ended and confirmed dead: never two leaves of a run at once (R24, D9).
 */
export async function runProgram(
  tools: Tools,
  { runKey, label }: { readonly runKey: string; readonly label: string },
  ready: Promise<ProgramSpec>,
): Promise<ProgramResult> {
  const context = Context.current();
  // Laying the folder and clearing the field have nothing to do with each other: side by side.
  const spared = (leafId: string): boolean => isLaterStart(leafId, label);
  const [spec] = await Promise.all([ready, tools.programs.sweep(leafIdPrefix(runKey), spared)]);
  const result = await tools.programs.run(spec, {
    signal: context.cancellationSignal,
    onBeat: (beat) => context.heartbeat(beat),
  });
  await refuseFullDisk(tools, spec.argv[0] ?? 'a program');
  return result;
}

/**
 * A suite may wait for timers of its own, in silence, longer than a model does: a limit that was made short for leaves
 * ends no run of tests.
 */
const shortestIdleMs = 120_000;

/** How long a test command, or a check's, may show no sign of work, milliseconds (F57): the run's idle limit, at least two minutes. */
export function idleOfRuns(run: Run): number {
  return Math.max(run.facts.idleTimeoutMs, shortestIdleMs);
}

/**
 * The environment every child starts from: an allowlist, a HOME and TMPDIR of its own (T2, R15), where this machine's
 * toolchains are, and what a store of dependencies needs to be found.
 */
export function childEnv(
  tools: Tools,
  folder: { readonly home: string; readonly temporary: string },
  shown?: ShownStore,
): Record<string, string> {
  const { PATH = '', ...host } = tools.host.childEnv;
  const path = [...(shown?.path ?? []), PATH].join(':');
  const own = { HOME: folder.home, TMPDIR: folder.temporary, CI: 'true' };
  return { ...host, ...tools.toolchains.env, ...shown?.env, ...own, PATH: path };
}

/** A worker started in the origin may have folders of it on its PATH: they stay hidden all the same. */
export function visibleToolchains(tools: Tools, run: Run): readonly string[] {
  const hidden = hiddenFromRun(tools, run);
  return tools.toolchains.readable.filter((path) => !hidden.some((top) => path === top || path.startsWith(`${top}/`)));
}
