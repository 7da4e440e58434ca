import type { EndedBy, GuardSpec, GuardStatus, StreamStatus } from './guard-protocol.js';
import type { GuardControl } from './guard-control.js';
import { startProgram } from './guard-program.js';
import type { GuardedProgram } from './guard-program.js';
import { endAll } from './end-all.js';
import { trackTree } from './tree.js';
import { closeFence, eventsOf, killInFence, membersOf, noEvents, type FenceEvents } from './fence.js';
import type { Tree } from './tree.js';

/** Grace for what a program leaves behind when it ends (F25), and for an orphan nobody waits for (F2). */
const survivorGraceMs = 300;
const orphanGraceMs = 400;
const trackMs = 400;
const drainMs = 500;

/** Runs one program to its end and its whole tree to death; the answer is what `status.json` will say. */
export async function supervise(
  spec: GuardSpec,
  control: GuardControl,
  onStart: (pid: number) => void,
): Promise<GuardStatus> {
  const program = await startProgram(spec);
  if ('problem' in program) {
    await closeFence(spec.fence);
    return problemStatus(spec.id, program.problem, false);
  }
  onStart(program.pid);
  const tree = trackTree(program.pid, spec.id, () => membersOf(spec.fence));
  control.answerLooks(() => ({
    pid: program.pid,
    bytes: program.out.bytes() + program.err.bytes(),
    cpuTicks: tree.look().reduce((sum, entry) => sum + entry.cpuTicks, 0),
    reported: program.out.reported(),
  }));
  const stopTracking = keepTracking(tree);
  const endedBy = await Promise.race([program.exited.then(() => 'itself' as const), control.endAsked]);
  stopTracking();
  const { survivors, unkillable, events } = await endTree(spec, program, tree, endedBy);
  // What even KILL does not end is not waited for either.
  const exit = unkillable > 0 ? program.exitSoFar() : await program.exited;
  await program.drained(drainMs);
  return {
    ...problemStatus(spec.id, null, true),
    endedBy,
    exitCode: exit?.exitCode ?? null,
    signal: exit?.signal ?? null,
    out: program.out.finish(),
    err: program.err.finish(),
    survivorsEnded: survivors,
    unkillable,
    jailReport: program.jailReport(),
    events,
  };
}

async function endTree(
  spec: GuardSpec,
  program: GuardedProgram,
  tree: Tree,
  endedBy: EndedBy,
): Promise<{ readonly survivors: number; readonly unkillable: number; readonly events: FenceEvents }> {
  const startedAt = performance.now();
  const hasExited = (): boolean => program.exitSoFar() !== null;
  // In a PID namespace the kernel ends them with the program; what a look still sees is dying.
  const survivors = new Set<number>();
  let events: FenceEvents | null = null;
  let graceMs = endedBy === 'request' ? spec.graceMs : Math.min(spec.graceMs, orphanGraceMs);
  // Once the program itself has ended, what it left behind gets a short grace only.
  void program.exited.then(() => {
    graceMs = Math.min(graceMs, performance.now() - startedAt + survivorGraceMs);
  });
  const { unkillable } = await endAll({
    find: () => {
      const members = tree.look().filter((entry) => entry.pid !== program.pid || !hasExited());
      if (hasExited() && !spec.wrapped) for (const member of members) survivors.add(member.pid);
      return members;
    },
    graceMs: () => graceMs,
    sparedFromTerm: spec.wrapped ? program.pid : null,
    wake: program.exited,
    onKill: () => {
      // Before the killing, which closes the fence for forks and would be counted itself.
      events ??= eventsOf(spec.fence);
      killInFence(spec.fence);
    },
  });
  events ??= eventsOf(spec.fence);
  await closeFence(spec.fence);
  return { survivors: survivors.size, unkillable, events };
}

/** At most a fiftieth of the time goes into looking, however long the process table is. */
function keepTracking(tree: Tree): () => void {
  const track = (): void => {
    const before = performance.now();
    tree.look();
    timer = setTimeout(track, Math.max(trackMs, (performance.now() - before) * 50));
  };
  let timer = setTimeout(track, 50);
  return () => {
    clearTimeout(timer);
  };
}

/** A status for a program that has nothing else to tell. */
export function problemStatus(id: string, problem: string | null, started: boolean): GuardStatus {
  const nothing: StreamStatus = { bytes: 0, keptBytes: 0, tail: '' };
  return {
    id,
    endedBy: 'itself',
    exitCode: null,
    signal: null,
    out: nothing,
    err: nothing,
    survivorsEnded: 0,
    unkillable: 0,
    problem,
    started,
    jailReport: '',
    events: noEvents,
  };
}
