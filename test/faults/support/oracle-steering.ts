import { z } from 'zod';
import { Gear } from '../../../src/domain/steering/gear.js';
import { finding } from './finding.js';
import type { Execution } from './history.js';
import type { Evidence, Finding } from './oracle.js';

const leafJobs = new Set(['plan', 'develop', 'verify', 'domainReview', 'critique']);
const StopAsked = z.object({ mode: z.enum(['at-ledger', 'at-leaf', 'now']) });
const Shifted = z.object({ gear: Gear, because: z.string().optional() });
const Started = z.object({ gear: z.object({ gear: Gear }).nullable() });

/** I10, first half: no leaf starts past the bound of a stop. */
export function checkStops({ executions }: Evidence): Finding {
  const asked = executions.some(({ letters }) => letters.some(({ name }) => name === 'requestStop'));
  return finding('I10', executions.flatMap(pastTheBound), asked);
}

function pastTheBound({ letters, calls, runId }: Execution): string[] {
  const withdrawn = letters.filter(({ name }) => name === 'withdrawStop').map(({ at }) => at);
  return letters.flatMap(({ name, payload, at }) => {
    const stop = StopAsked.safeParse(payload);
    // One that says nothing readable counts as the mildest.
    const mode = stop.success ? stop.data.mode : 'at-ledger';
    if (name !== 'requestStop' || withdrawn.some((when) => when > at)) return [];
    const bound = mode === 'at-ledger' ? nextCommit(calls, at) : at;
    const late = calls.filter(({ type, scheduledAt }) => leafJobs.has(type) && scheduledAt > bound);
    return late.map(
      ({ type, scheduledAt }) => `${runId}: ${type} (event ${scheduledAt}) starts after the stop ${mode} (event ${at})`,
    );
  });
}

/** The step that is open when the stop comes may be done: to its commit. */
function nextCommit(calls: Execution['calls'], at: number): number {
  const commits = calls.filter(({ type, scheduledAt }) => type === 'commit' && scheduledAt > at);
  return commits[0]?.completedAt ?? Number.MAX_SAFE_INTEGER;
}

/** I10, second half: the gear on a commit is one that somebody asked for, else the default. */
export function checkGears({ branch, executions }: Evidence): Finding {
  if (branch === null) return finding('I10', [], false);
  const known = new Set<string>();
  for (const { input, letters } of executions) {
    const started = Started.safeParse(input);
    if (started.success && started.data.gear !== null) known.add(started.data.gear.gear);
    else known.add('review-before');
    for (const { name, payload } of letters) {
      const shifted = Shifted.safeParse(payload);
      if (name !== 'shiftGear') continue;
      // An upshift without a reason is refused; what can't be read means the safe gear.
      const gear = shifted.success ? shifted.data : { gear: 'review-before' as const, because: '' };
      if (gear.gear === 'review-before' || (gear.because ?? '') !== '') known.add(gear.gear);
    }
  }
  const faults = branch.commits.flatMap(({ sha, trailers }) => {
    const gear = trailers['Pawl-Gear']?.join() ?? '-';
    // Rules of a repository or of a step may gate what was not asked to be: that is the safe side.
    return known.has(gear) || gear === 'review-before' ? [] : [`${sha} was made in ${gear}, which nobody asked for`];
  });
  return finding('I10', faults);
}
