import { ApplicationFailure, workflowInfo } from '@temporalio/workflow';
import { RunInput, type ResumeCarry } from '../contract/run-input.js';
import { firstHost } from '../domain/run/host.js';
import { resolveGear, type GearShift } from '../domain/steering/gear.js';
import { shiftOfDriver } from '../domain/steering/gear-driver.js';
import { emptyState, nothingCarried, type Carried } from '../domain/run/empty-state.js';
import type { RunState } from '../domain/run/run-state.js';
import { nowMs, type Desk } from './desk.js';

/**
 * The state a run starts from: handed over, or new with what a resume carries.
 * @throws ApplicationFailure `contract-broken` when the input is not one that `pawl run` writes
 */
export function openDesk(given: RunInput, continued: RunState | undefined): Desk {
  const parsed = RunInput.safeParse(given);
  if (!parsed.success) {
    const message = `the run's input is not one that "pawl run <issue file>" writes: ${parsed.error.message}`;
    throw ApplicationFailure.create({ type: 'contract-broken', message, nonRetryable: true });
  }
  const input = parsed.data;
  return { input, state: continued ?? firstState(input), cancelLeaf: null, signalCounts: new Map() };
}

function firstState(input: RunInput): RunState {
  const info = workflowInfo();
  const shift = shiftAtStart(input);
  return {
    ...emptyState,
    ...carried(input.resume),
    workflowId: info.workflowId,
    firstRunId: input.resume?.firstRunId ?? info.firstExecutionRunId,
    execution: info.firstExecutionRunId.slice(0, 8),
    sourceFile: input.source.file,
    origin: input.source.origin,
    host: firstHost(input.hostId),
    budgets: input.options.budgets,
    phaseSinceMs: nowMs(),
    shift,
    gear: resolveGear(shift, { nowMs: nowMs(), step: '-', steps: 0 }),
  };
}

/** What the last execution left; a first one starts with nothing (design 4, Resume). */
function carried(resume: ResumeCarry | null): Carried {
  if (resume === null) return nothingCarried;
  return {
    refactorSettled: resume.refactorSettled,
    approvedTests: resume.approvedTests,
    testReviews: resume.testReviews,
    attempts: resume.attempts,
    attemptRefs: resume.attemptRefs,
    offered: resume.attempt,
    spent: resume.spent,
    stepPurses: resume.stepPurses,
    added: resume.added,
    answers: resume.answers,
    sentBack: resume.sentBack,
    madePlan: resume.plan,
    parked: resume.parked,
    allowed: resume.allowed,
    criticApproved: resume.criticApproved,
    declaredRed: resume.declaredRed,
    versions: resume.versions,
    // A stop file that is still there asks again.
    files: { gear: resume.gearFile, stop: null },
  };
}

/** A gear named at the start is a shift made then (R-000-34); else the last execution's goes on, or the driver's begins. */
function shiftAtStart({ gear, resume, options }: RunInput): GearShift | null {
  const carried = resume?.gear ?? null;
  return shiftOfDriver(options.driver, { named: gear === null ? null : startShift(gear), carried, nowMs: nowMs() });
}

function startShift({ forMs, ...named }: NonNullable<RunInput['gear']>): GearShift {
  const untilMs = forMs === null ? null : nowMs() + forMs;
  return { ...named, atMs: nowMs(), untilMs, from: 'start', fault: null };
}
