import type { RunOutcome } from '../domain/run/phase.js';
import { loopEnd, type LoopEnd } from '../domain/steering/gear-driver.js';
import type { Desk } from './desk.js';
import type { Next } from './next.js';

interface EarlyEnd {
  readonly outcome: RunOutcome;
  readonly line: string;
}

/** Ends that are no bail, read before each task: the loop driver's, and the bounds of `--tasks` and `--turns`. */
export function earlyEnd(desk: Desk, next: Next['kind']): EarlyEnd | null {
  const end = desk.input.options.driver === 'ralph' && next === 'step' ? loopEnd(desk.state.gear) : null;
  if (end !== null) return { outcome: end, line: loopEndLine(desk, end) };
  const bound = boundReached(desk);
  return bound === null ? null : { outcome: 'bound-reached', line: bound };
}

/** What no run works on is named, and keeps nobody from being done (issue 7, R08). */
export function doneLine({ state: { aside } }: Desk): string {
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
