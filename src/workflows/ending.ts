import { ApplicationFailure } from '@temporalio/workflow';
import type { RunResult } from '../contract/result.js';
import type { RunOutcome } from '../domain/run/phase.js';
import type { MadePlan } from '../domain/plan/plan.js';
import { withAttempt, withEvent, withPhase, type RunState } from '../domain/run/run-state.js';
import { callQuick } from './calls.js';
import { Bailed, note, nowMs, type Desk } from './desk.js';
import { show } from './enter.js';
import { HostLost } from './host.js';
import { carryOf, reportOf } from './report.js';

/** Keeps the half-done tree of the open step under `refs/pawl/attempts/…`, out of the branch (R27, R-001-45). */
export async function keepAttempt(desk: Desk, why: string): Promise<void> {
  const { halfDone, scope, step, tip, facts, attempts } = desk.state;
  const parent = tip ?? facts?.base.sha;
  if (halfDone === null || scope === null || step === null || parent === undefined) return;
  const { ref, repository, logs } = await callQuick(desk, 'keepAttempt', (quick) =>
    quick.keepAttempt({
      scope,
      firstRunId: desk.state.firstRunId,
      step: step.id,
      number: attempts + 1,
      tree: halfDone,
      parent,
      message: `attempt at step ${step.id}: ${why}`,
      atMs: nowMs(),
    }),
  );
  desk.state = withAttempt({ ...desk.state, halfDone: null, offered: { step: step.id, ref } }, ref);
  note(desk, `what the leaf had written is kept: git --git-dir ${repository} show ${ref}`);
  if (logs !== null) note(desk, `its logs: git --git-dir ${repository} show ${logs}`);
}

/** Keeps a plan that is not committed, so that the next run can use it while source and base are unchanged. */
export async function keepPlan(desk: Desk, plan: Pick<MadePlan, 'tree' | 'total' | 'steps' | 'files'>): Promise<void> {
  const { facts, scope, attempts } = desk.state;
  if (facts === null || scope === null) throw new Error('preflight has not run');
  const { ref } = await callQuick(desk, 'keepAttempt', (quick) =>
    quick.keepAttempt({
      scope,
      firstRunId: desk.state.firstRunId,
      step: 'plan',
      number: attempts + 1,
      tree: plan.tree,
      parent: facts.base.sha,
      message: `plan: ${facts.title}`,
      atMs: nowMs(),
    }),
  );
  const madePlan = { ref, ...plan, base: facts.base.sha, body: facts.body };
  desk.state = { ...desk.state, attempts: attempts + 1, madePlan };
}

/** Ends the run with one of the outcomes that are no bail (C-21). */
export async function finish(desk: Desk, outcome: RunOutcome, line: string): Promise<RunResult> {
  desk.state = { ...desk.state, isEnding: true };
  await wrapUp(desk, outcome, outcome === 'done');
  desk.state = withEvent(withPhase(desk.state, desk.state.phase, outcome, nowMs()), {
    kind: 'end',
    line,
    atMs: nowMs(),
  });
  show(desk);
  return { outcome, carry: carryOf(desk.state), report: reportOf(desk.state) };
}

/** Ends the run as a failure whose type is the cause; the details carry what resume needs (design 4, Bail). */
export async function bail(desk: Desk, error: Bailed): Promise<never> {
  desk.state = { ...desk.state, isEnding: true, asked: questionOf(desk, error) };
  await wrapUp(desk, error.bail.cause, false);
  const { cause, message } = error.bail;
  const ended = withPhase({ ...desk.state, cause, bail: error.bail }, desk.state.phase, 'bailed', nowMs());
  desk.state = withEvent(ended, { kind: 'end', line: `bailed: ${cause}: ${message}`, atMs: nowMs() });
  show(desk);
  throw ApplicationFailure.create({
    type: cause,
    message,
    nonRetryable: true,
    details: [{ carry: carryOf(desk.state), report: reportOf(desk.state) }],
  });
}

function questionOf(desk: Desk, { bail: { question, candidates } }: Bailed): RunState['asked'] {
  const { step, phase } = desk.state;
  return question === null ? null : { step: step?.id ?? '-', phase, question, candidates };
}

/** Nothing here may hide the ending itself: what fails is noted. */
async function wrapUp(desk: Desk, why: string, isDone: boolean): Promise<void> {
  const { scope } = desk.state;
  await tried(desk, () => keepAttempt(desk, why));
  if (scope === null) return;
  await tried(desk, async () => {
    const { kept, notes } = await callQuick(desk, 'tidyUp', (quick) => quick.tidyUp({ scope, isDone }));
    for (const ref of kept) desk.state = withAttempt(desk.state, ref);
    for (const text of notes) note(desk, text);
  });
  // Without room on the disk it could not be kept before the workspaces were gone (F52).
  if (desk.state.halfDone !== null) await tried(desk, () => keepAttempt(desk, why));
}

async function tried(desk: Desk, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (error instanceof HostLost) return note(desk, `at the end: host lost: ${error.message}`);
    if (!(error instanceof Bailed)) throw error;
    note(desk, `at the end: ${error.bail.cause}: ${error.bail.message}`);
  }
}
