import { allHandlersFinished, CancellationScope, condition, continueAsNew, workflowInfo } from '@temporalio/workflow';
import type { RunResult } from '../contract/result.js';
import type { RunInput } from '../contract/run-input.js';
import { handedOver } from '../domain/run/hand-over.js';
import { splitSentBack, type RunState } from '../domain/run/run-state.js';
import { loopEnd, type LoopEnd } from '../domain/steering/gear-driver.js';
import { runCycle } from './cycle.js';
import { criticPhase } from './critic-phase.js';
import { Bailed, StopBite, type Desk } from './desk.js';
import { bail, finish } from './ending.js';
import { show } from './enter.js';
import { takeMessages } from './messages.js';
import { nextStep } from './next.js';
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
    return await story(desk, isContinued);
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
      // Of a spec all may be done, or for a person, before this run did anything.
      if (desk.state.tip === null) return finish(desk, 'done', doneLine(desk));
      const { tree, mended } = await criticPhase(desk, next.tree);
      await publishPhase(desk, mended ? null : next.pending, tree);
      if (splitSentBack(desk.state).waiting.length > 0) continue;
      return finish(desk, 'done', doneLine(desk));
    }
    const end = desk.input.options.driver === 'ralph' && next.kind === 'step' ? loopEnd(desk.state.gear) : null;
    if (end !== null) return finish(desk, end, loopEndLine(desk, end));
    const bound = boundReached(desk);
    if (bound !== null) return finish(desk, 'bound-reached', bound);
    if (next.kind === 'step') await runCycle(desk, desk.state.step?.shape ?? 'behaviour', next.start);
    else if (next.kind === 'tick') await tickStep(desk);
    else await refactorPhase(desk, next.start);
    if (historyIsLong(desk)) await handOver(desk);
  }
}

/** What no run works on is named, and keeps nobody from being done (issue 7, R08). */
function doneLine({ state: { aside } }: Desk): string {
  if (aside.length === 0) return 'done: every step is ticked and verified';
  const named = aside.slice(0, 10).map(({ id, why }) => `${id} (${why})`);
  return `done: every step is ticked and verified; left to people: ${named.join(', ')}${aside.length > 10 ? ', …' : ''}`;
}

/** How the loop driver ended, and how to go on (R-000-35, R-000-36). */
function loopEndLine({ state: { step, total, done, sourceFile, gear } }: Desk, end: LoopEnd): string {
  const where = `${done} of ${total} tasks are done; the next is ${step?.id ?? '-'}`;
  const how = `gated from here on: pawl run ${sourceFile}`;
  return end === 'downshifted'
    ? `shifted down (${gear.why}): ${where}; ${how}`
    : `the scope of the gear is complete: ${where}; ${how}`;
}

/** `--tasks` and `--turns` of a spec: read before each task (upstreams.md, R-000-24). Null: there is room. */
function boundReached({ state: { bounded }, input }: Desk): string | null {
  const { tasks, turns } = input.options.bounds;
  if (tasks !== null && bounded.tasks >= tasks) return `${tasks} tasks are done: the bound of --tasks`;
  // The step that was just taken up is one of them.
  if (turns !== null && bounded.turns > turns) return `${turns} tasks were tried: the bound of --turns`;
  return null;
}

/** Bounds replay, not the run (D14): between steps only, so that nothing is half-done. */
function historyIsLong(desk: Desk): boolean {
  return desk.state.stepsThisExecution >= 15 || workflowInfo().historyLength >= 1_000;
}

async function handOver(desk: Desk): Promise<never> {
  await condition(allHandlersFinished);
  return continueAsNew<typeof tddRun>(desk.input, handedOver({ ...desk.state, stepsThisExecution: 0 }));
}
