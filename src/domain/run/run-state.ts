import type { Bail, Cause } from './causes.js';
import type { AllowedPath } from '../files/allowed-path.js';
import type { CheckKind } from '../checks/checks.js';
import type { DisciplineRules } from './discipline.js';
import type { Gate, GateAnswer } from '../steering/gate.js';
import type { GearShift, ResolvedGear } from '../steering/gear.js';
import type { ScopeSight } from '../steering/gear-scope.js';
import type { MessageEntry } from '../steering/messages.js';
import type { RunHost } from './host.js';
import type { Phase, RunKind, RunStateName } from './phase.js';
import type { ArtifactRef, RunScope } from './references.js';
import type { Added, Budgets } from './resource-budgets.js';
import type { Spent } from './spend.js';
import type { TestReview } from './test-reviews.js';
import type { StepPurse } from './purse.js';
import type { VersionSeen } from './versions.js';
import type { StopRequest } from '../steering/stop.js';
import type { AsideTask, LedgerStep, MadePlan } from '../plan/plan.js';
import type { GivenAnswer, OpenQuestion, Wait, WaitAnswer } from '../steering/waits.js';

/** What preflight established, as far as the workflow and its queries need it. */
export interface RunFacts {
  readonly title: string;
  readonly repo: string;
  readonly branch: string;
  readonly ledgerPath: string;
  readonly base: { readonly ref: string; readonly sha: string };
  /** SHA-256 of the source's body. */
  readonly body: string;
  readonly testCommand: string;
  /** Its results tell nothing but an exit code. */
  readonly exitOnly: boolean;
  /** The steps are a spec's tasks, with ids and headings of their own; left out for an issue. */
  readonly isSpec?: boolean;
  /** Left out: `feature`. */
  readonly kind?: RunKind;
  readonly agent: { readonly name: string; readonly scripted: boolean; readonly version: string | null };
  readonly jail: { readonly kind: string; readonly limits: readonly string[] };
  readonly pawlVersion: string;
  readonly leafTimeoutMs: number;
  readonly idleTimeoutMs: number;
  readonly discipline: DisciplineRules;
  /** What is run on a tree besides its tests; empty when the repository has nothing of the kind. */
  readonly checks: readonly CheckKind[];
  /** Those of the start, tightened by pawl.json; left out: as started. */
  readonly budgets?: Budgets;
}

/** A step that is done and that a reviewer wants done again. */
export interface SentBack {
  readonly step: string;
  readonly because: string;
  readonly by: string | null;
  /** Id of the step it came back as; null as long as the ledger has none for it. */
  readonly again: string | null;
}

/** Failing tests that a TEST step committed, waiting for their IMPLEMENT step (C-27). */
export interface DeclaredRed {
  readonly step: string;
  readonly testFiles: readonly string[];
  readonly testIds: readonly string[];
}

export interface RunEventEntry {
  readonly seq: number;
  readonly atMs: number;
  readonly kind: EventKind;
  readonly step: string;
  readonly phase: Phase;
  readonly attempt: number;
  readonly line: string;
}

export type EventKind =
  'state' | 'launch' | 'exit' | 'evidence' | 'verdict' | 'step-start' | 'commit' | 'gate' | 'message' | 'note' | 'end';

/**
 * Everything a run knows between two activities: one value, replaced and never changed, handed over whole by
 * continue-as-new. Its size does not grow with the number of steps: each list in it is capped.
 */
export interface RunState {
  readonly workflowId: string;
  readonly firstRunId: string;
  /** Short name of this execution: part of each leaf's id. */
  readonly execution: string;
  readonly sourceFile: string;
  readonly origin: string;
  readonly host: RunHost;

  readonly scope: RunScope | null;
  readonly facts: RunFacts | null;
  readonly store: string | null;
  /** The suite as it was at the branch's tip: what the next step's evidence is held against. */
  readonly suite: ArtifactRef | null;

  readonly state: RunStateName;
  readonly phase: Phase;
  readonly phaseSinceMs: number;
  readonly step: LedgerStep | null;
  readonly criterion: string;
  /** Leaves started for the current step, by `role/phase`. */
  readonly started: Readonly<Record<string, number>>;
  readonly serial: number;
  readonly total: number;
  readonly done: number;
  readonly window: readonly LedgerStep[];
  readonly windowBefore: number;
  readonly windowAfter: number;

  readonly tip: string | null;
  /** Tree of the tip, or of the base as long as there is none. */
  readonly tipTree: string | null;
  readonly originTip: string | null;
  readonly pushed: string;
  readonly refactorSettled: string | null;
  readonly stepsThisExecution: number;

  readonly shift: GearShift | null;
  readonly gear: ResolvedGear;
  /** What the scope of the shift meant when the step began; null for an issue, and without a scope. */
  readonly scopeSight: ScopeSight | null;
  /** Reviewers' REJECTs since the last accepted phase: for the automatic downshift. */
  readonly rejectsInRow: number;
  readonly stop: StopRequest | null;
  readonly gate: Gate | null;
  readonly gateAnswer: GateAnswer | null;
  readonly approvedTests: readonly string[];
  /** Who saw which test before its code, the newest ones. */
  readonly testReviews: readonly TestReview[];
  readonly wait: Wait | null;
  readonly waitAnswer: WaitAnswer | null;
  readonly answers: readonly GivenAnswer[];
  /** The question that this execution ended with. */
  readonly asked: OpenQuestion | null;
  /** Made by `--plan-only`. */
  readonly madePlan: MadePlan | null;
  /** Steps that a reviewer sent back; those that are in the ledger again are kept for their reasons (C-25). */
  readonly sentBack: readonly SentBack[];
  /** What was last seen or written there, by digest: a file that changes counts as the message it stands for. */
  readonly files: { readonly gear: string | null; readonly stop: string | null };
  /** The end is being written down: no message can change it any more. */
  readonly isEnding: boolean;

  /** The newest tree of the step under way, kept as an attempt when the run ends before its commit. */
  readonly halfDone: string | null;
  readonly attempts: number;
  readonly attemptRefs: readonly string[];
  readonly offered: { readonly step: string; readonly ref: string } | null;
  /** Red tests of steps that wait for their pieces; each is offered to its step again (R-001-11). */
  readonly parked: readonly { readonly step: string; readonly ref: string }[];
  readonly allowed: readonly AllowedPath[];
  /** Tip that the critic approved. */
  readonly criticApproved: string | null;
  /** What leaves of the step under way propose to remember (R-001-43). */
  readonly remember: readonly string[];
  readonly declaredRed: readonly DeclaredRed[];
  /** Of a spec's list: what no run works on, the first ones. */
  readonly aside: readonly AsideTask[];
  /** Steps done and developer leaves tried since this execution began, for `--tasks` and `--turns`. */
  readonly bounded: { readonly tasks: number; readonly turns: number };
  readonly blindness: string;
  /** One line of the last suite that was green, and of the critic's last verdict: for the report (R-004-41). */
  readonly suiteLine: string | null;
  readonly criticLine: string | null;

  readonly spent: Spent;
  /** Of the newest steps: a step that waits for its pieces goes on counting after them. */
  readonly stepPurses: readonly StepPurse[];
  /** As the run was started; what pawl.json tightened of them stands in `facts`. */
  readonly budgets: Budgets;
  /** What people added to the run's budgets. */
  readonly added: Added;
  /** Pawls that worked on it, the one of its start first; capped (R-002-55, 56). */
  readonly versions: readonly VersionSeen[];
  readonly notes: readonly string[];
  readonly messages: readonly MessageEntry[];
  /** The senders' own ids of the messages, `<name>/<id>`: kept longer than the messages themselves (F67). */
  readonly messageIds: readonly string[];
  readonly events: readonly RunEventEntry[];
  readonly seq: number;
  readonly tried: readonly string[];
  readonly lastLine: string | null;
  readonly cause: Cause | null;
  readonly bail: Bail | null;
}

const caps = {
  notes: 20,
  messages: 40,
  messageIds: 500,
  events: 120,
  tried: 12,
  attemptRefs: 10,
  approvedTests: 20,
  answers: 10,
  sentBack: 20,
  parked: 10,
  remember: 6,
} as const;

function lastOf<T>(list: readonly T[], item: T, cap: number): readonly T[] {
  return [...list, item].slice(-cap);
}

export interface EventDraft {
  readonly kind: EventKind;
  readonly line: string;
  readonly atMs: number;
  readonly attempt?: number;
}

/** Adds one event; the newest are kept, `seq` counts on (R-002-53, R-002-54: the step is never empty). */
export function withEvent(state: RunState, draft: EventDraft): RunState {
  const entry: RunEventEntry = {
    seq: state.seq + 1,
    atMs: draft.atMs,
    kind: draft.kind,
    step: state.step?.id ?? '-',
    phase: state.phase,
    attempt: draft.attempt ?? 0,
    line: draft.line.slice(0, 500),
  };
  return { ...state, seq: entry.seq, lastLine: entry.line, events: lastOf(state.events, entry, caps.events) };
}

/** Something a person should know: an event and a line in status and report. */
export function withNote(state: RunState, note: string, atMs: number): RunState {
  const noted = { ...state, notes: lastOf(state.notes, note.slice(0, 500), caps.notes) };
  return withEvent(noted, { kind: 'note', line: note, atMs });
}

/** One message and what became of it: an event, and a line of the run's list of messages. */
export function withMessage(state: RunState, entry: Omit<MessageEntry, 'seq'>): RunState {
  const { name, by, taken, answer, atMs } = entry;
  const who = by === null ? '' : ` by ${by} (as claimed)`;
  const noted = withEvent(state, { kind: 'message', line: `${name}${who}${taken ? '' : ' ignored'}: ${answer}`, atMs });
  const kept = { ...entry, name: name.slice(0, 100), answer: answer.slice(0, 500), seq: noted.seq };
  const ids =
    entry.id === undefined ? noted.messageIds : lastOf(noted.messageIds, `${name}/${entry.id}`, caps.messageIds);
  return { ...noted, messages: lastOf(noted.messages, kept, caps.messages), messageIds: ids };
}

export function withAnswer(state: RunState, answer: GivenAnswer): RunState {
  return { ...state, answers: lastOf(state.answers, answer, caps.answers) };
}

/** Those that wait for a place in the ledger, and those that have one. */
export function splitSentBack({ sentBack }: Pick<RunState, 'sentBack'>): {
  readonly waiting: readonly SentBack[];
  readonly settled: readonly SentBack[];
} {
  return {
    waiting: sentBack.filter((one) => one.again === null),
    settled: sentBack.filter((one) => one.again !== null),
  };
}

/** No more steps can wait at once to come back. */
export const mostSentBack = caps.sentBack;

export function withSentBack(state: RunState, back: SentBack): RunState {
  const { waiting, settled } = splitSentBack(state);
  // The reason of a step that came back may be forgotten one day; one that still waits never.
  const room = caps.sentBack - waiting.length - 1;
  return { ...state, sentBack: [...(room > 0 ? settled.slice(-room) : []), ...waiting, back] };
}

/** What was tried, for the report of a bail (R-004-42). */
export function withTried(state: RunState, line: string): RunState {
  return { ...state, tried: lastOf(state.tried, line.slice(0, 400), caps.tried) };
}

export function withAttempt(state: RunState, ref: string): RunState {
  return {
    ...state,
    attempts: state.attempts + 1,
    attemptRefs: lastOf(state.attemptRefs, ref, caps.attemptRefs),
  };
}

/** Keeps the red test of a step that waits for a piece of it. */
export function withParked(state: RunState, parked: { readonly step: string; readonly ref: string }): RunState {
  const others = state.parked.filter((one) => one.step !== parked.step);
  return { ...state, parked: lastOf(others, parked, caps.parked) };
}

/** Notes of leaves, for the commit of the step under way; the newest are kept. */
export function withRemembered(state: RunState, notes: readonly string[]): RunState {
  return { ...state, remember: [...state.remember, ...notes].slice(-caps.remember) };
}

export function withApproved(state: RunState, testHash: string): RunState {
  return { ...state, approvedTests: lastOf(state.approvedTests, testHash, caps.approvedTests) };
}

export function withPhase(state: RunState, phase: Phase, name: RunStateName, atMs: number): RunState {
  return { ...state, phase, state: name, phaseSinceMs: atMs };
}

/** The how-many-th leaf of this role and phase in this step, this one included. */
export function countLeaf(
  state: RunState,
  role: string,
  phase: Phase,
): { readonly state: RunState; readonly attempt: number } {
  const key = `${role}/${phase}`;
  const attempt = (state.started[key] ?? 0) + 1;
  return { state: { ...state, started: { ...state.started, [key]: attempt } }, attempt };
}
