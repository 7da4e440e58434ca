import { allHandlersFinished, CancellationScope, condition, continueAsNew, workflowInfo } from '@temporalio/workflow';
import type { RunResult } from '../contract/result.js';
import type { RunInput } from '../contract/run-input.js';
import { handedOver } from '../domain/run/hand-over.js';
import { splitSentBack, type RunState } from '../domain/run/run-state.js';
import { runCycle } from './cycle.js';
import { criticPhase } from './critic-phase.js';
import { Bailed, StopBite, type Desk } from './desk.js';
import { doneLine, earlyEnd } from './early-end.js';
import { bail, finish } from './ending.js';
import { show } from './enter.js';
import { onAnyHost } from './host.js';
import { takeMessages } from './messages.js';
import { nextStep, type Next } from './next.js';
import { openDesk } from './open-desk.js';
import { planPhase } from './plan-phase.js';
import { preflight } from './prepare.js';
import { publishPhase } from './publish-phase.js';
import { answerQueries } from './queries.js';
import { refactorPhase } from './refactor-phase.js';
import { tickStep } from './shapes/land.js';

/**
 * One run, straight down: an issue becomes a branch of small, test-first, independently verified commits (design 4).
 * `continued` is the state handed over by continue-as-new; a person's start leaves it out.
 */
export async function tddRun(input: RunInput, continued?: RunState): Promise<RunResult> {
  const desk = openDesk(input, continued);
  takeMessages(desk);
  answerQueries(desk);
  // A cancel of the workflow is a stop `now`: it must not tear down the ending itself.
  return CancellationScope.nonCancellable(() => guarded(desk, continued !== undefined));
}

async function guarded(desk: Desk, isContinued: boolean): Promise<RunResult> {
  show(desk);
  try {
    return await onAnyHost(desk, (isMoved) => story(desk, isContinued && !isMoved));
  } catch (error) {
    if (error instanceof StopBite) return finish(desk, 'stopped', `stopped (${desk.state.stop?.mode ?? 'now'})`);
    if (error instanceof Bailed) return bail(desk, error);
    throw error;
  }
}

async function story(desk: Desk, isContinued: boolean): Promise<RunResult> {
  if (!isContinued) {
    const made = await preflight(desk);
    const goesOn = await planPhase(desk, made);
    if (!goesOn) return finish(desk, 'bound-reached', 'the plan is made; nothing is committed (--plan-only)');
  }
  for (;;) {
    if (desk.state.stop !== null) throw new StopBite();
    const next = await nextStep(desk);
    if (next.kind === 'none') {
      if (await isClosed(desk, next)) return finish(desk, 'done', doneLine(desk));
      continue;
    }
    const end = earlyEnd(desk, next.kind);
    if (end !== null) return finish(desk, end.outcome, end.line);
    if (next.kind === 'step') await runCycle(desk, desk.state.step?.shape ?? 'behaviour', next.start);
    else if (next.kind === 'tick') await tickStep(desk);
    else await refactorPhase(desk, next.start);
    if (historyIsLong(desk)) await handOver(desk);
  }
}

/** Critic and publication of a branch; false when a reviewer sent something back meanwhile. */
async function isClosed(desk: Desk, { tree, pending }: Extract<Next, { kind: 'none' }>): Promise<boolean> {
  // Of a spec all may be done, or for a person, before this run did anything.
  if (desk.state.tip === null) return true;
  const criticised = await criticPhase(desk, tree);
  await publishPhase(desk, criticised.mended ? null : pending, criticised.tree);
  return splitSentBack(desk.state).waiting.length === 0;
}

/** Bounds replay, not the run (D14): between steps only, so that nothing is half-done. */
function historyIsLong(desk: Desk): boolean {
  return desk.state.stepsThisExecution >= 15 || workflowInfo().historyLength >= 1_000;
}

async function handOver(desk: Desk): Promise<never> {
  await condition(allHandlersFinished);
  return continueAsNew<typeof tddRun>(desk.input, handedOver({ ...desk.state, stepsThisExecution: 0 }));
}
