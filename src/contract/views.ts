import type { AllowedPath } from '../domain/files/allowed-path.js';
import type { Cause } from '../domain/run/causes.js';
import type { DisciplineRules } from '../domain/run/discipline.js';
import type { Gate } from '../domain/steering/gate.js';
import type { GearShift, ResolvedGear } from '../domain/steering/gear.js';
import type { MessageEntry } from '../domain/steering/messages.js';
import type { Phase, RunStateName } from '../domain/run/phase.js';
import type { Budget } from '../domain/run/resource-budgets.js';
import type { EventKind, RunEventEntry } from '../domain/run/run-state.js';
import type { Spent } from '../domain/run/spend.js';
import type { StopMode } from '../domain/steering/stop.js';
import type { Wait } from '../domain/steering/waits.js';
import type { VersionSeen } from '../domain/run/versions.js';

export type { EventKind };

/** Answer of the `status` query: one value, its size independent of the number of steps. */
export interface StatusView {
  readonly workflowId: string;
  /** Run id of the run's first execution. */
  readonly firstRunId: string;
  readonly source: { readonly file: string; readonly title: string | null };
  readonly origin: string;
  readonly repo: string;
  readonly base: { readonly ref: string; readonly sha: string } | null;
  readonly branch: string | null;
  readonly state: RunStateName;
  readonly phase: Phase;
  /** Workflow time, milliseconds since the epoch. */
  readonly phaseSinceMs: number;
  readonly step: StepView | null;
  readonly steps: { readonly total: number; readonly done: number };
  /** The gear of the current step, and which rule decided. */
  readonly gear: ResolvedGear;
  /** The shift that stands: who, when, why, for what and until when; null when nobody shifted. */
  readonly shift: GearShift | null;
  readonly stop: { readonly mode: StopMode; readonly by: string | null; readonly atMs: number } | null;
  readonly gate: GateView | null;
  readonly wait: WaitView | null;
  readonly agent: { readonly name: string; readonly scripted: boolean; readonly version: string | null } | null;
  readonly jail: { readonly kind: string; readonly limits: readonly string[] } | null;
  readonly testCommand: string | null;
  /** How much is asked of each step; null until preflight has run. */
  readonly discipline?: DisciplineRules | null;
  /** Files that a person allowed besides the plan's. */
  readonly allowed?: readonly AllowedPath[];
  readonly hostId: string;
  readonly spent: Spent;
  /** What it may spend, with all that people added; left out by runs of older versions. */
  readonly budgets?: BudgetsView;
  /** Pawls that worked on it, the one of its start first; left out by runs of older versions. */
  readonly versions?: readonly VersionSeen[];
  /** Things a person should know, newest last, capped. */
  readonly notes: readonly string[];
  /** What came in and what became of it, newest last, capped. */
  readonly messages: readonly MessageEntry[];
  readonly cause: Cause | null;
  /** `RED: FAIL (expected)` and its kin (R-001-23), the last one. */
  readonly lastLine: string | null;
}

export interface BudgetsView {
  readonly run: Budget;
  /** Of the step under way. */
  readonly step: { readonly id: string; readonly budget: Budget; readonly spent: Spent } | null;
  /** The command that lets it go on when something is used up. */
  readonly addWith: string | null;
}

export interface StepView {
  readonly id: string;
  readonly title: string;
  readonly criterion: number;
  readonly attempt: number;
}

/** The waiting test: its diff and RED output are capped; whole in the artifacts. */
export interface GateView extends Gate {
  readonly approveWith: string;
  /** An exit code is all the evidence there is: no shift opens this gate. */
  readonly needsPerson?: boolean;
}

/** A wait that ends at `untilMs` at the latest, and the command that ends it now. */
export interface WaitView extends Wait {
  readonly endWith: string;
}

/** Answer of the `ledger` query: the steps around the current one. */
export interface LedgerWindow {
  readonly path: string | null;
  readonly total: number;
  readonly done: number;
  readonly steps: readonly {
    readonly id: string;
    readonly title: string;
    readonly state: 'open' | 'current' | 'pending' | 'done';
  }[];
  readonly before: number;
  readonly after: number;
}

/** `seq` counts up by one over the whole run, continue-as-new included. */
export type RunEvent = RunEventEntry;

/** Answer of the `events` query: the last ones; `firstSeq` tells whether some were missed. */
export interface EventWindow {
  readonly firstSeq: number;
  readonly events: readonly RunEvent[];
}
