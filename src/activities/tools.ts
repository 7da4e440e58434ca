import type { InstructionsRule } from '../domain/leaf/instructions.js';
import type { JailKind } from '../domain/leaf/jails.js';
import type { RoleAgents } from '../domain/leaf/role-agents.js';
import type { WallRules } from '../domain/leaf/wall-rules.js';
import type { Agent } from '../ports/agent.js';
import type { Artifacts } from '../ports/artifacts.js';
import type { CheckRecords } from '../ports/checks.js';
import type { PassCrashPoint } from '../ports/crash-points.js';
import type { DependencyStores } from '../ports/dependency-stores.js';
import type { HandFiles } from '../ports/hand-files.js';
import type { Memory } from '../ports/memory.js';
import type { Programs } from '../ports/program.js';
import type { Repositories } from '../ports/repository.js';
import type { RunFolders } from '../ports/run-folders.js';
import type { TestRunner } from '../ports/test-runner.js';
import type { Toolchains } from '../ports/toolchains.js';
import type { Tracker } from '../ports/tracker.js';

/** What the worker wires in: every activity gets its tools from here and reaches nothing else. */
export interface Tools {
  readonly pawlVersion: string;
  readonly repositories: Repositories;
  readonly artifacts: Artifacts;
  readonly folders: RunFolders;
  readonly stores: DependencyStores;
  readonly handFiles: HandFiles;
  readonly toolchains: Toolchains;
  readonly programs: Programs;
  readonly checkRecords: CheckRecords;
  readonly memory: Memory;
  readonly tracker: Tracker;
  readonly jail: JailInForce;
  readonly runners: readonly TestRunner[];
  readonly findAgent: FindAgent;
  readonly host: HostSettings;
  /** For the fault harness; a no-op everywhere else. Left out: the same. */
  readonly passCrashPoint?: PassCrashPoint;
}

/** The jail this worker uses; `problem` when a required one is missing (fails closed). */
export interface JailInForce {
  readonly kind: JailKind;
  readonly limits: readonly string[];
  readonly note: string;
  readonly problem: string | null;
}

export type FindAgent = (
  name: string,
  scenario: string | null,
) => { readonly agent: Agent } | { readonly unknown: string } | { readonly malformed: string };

export interface HostSettings {
  /** Another agent for single roles; left out: the run's own plays all. */
  readonly agents?: RoleAgents;
  /** Who has the network, and who the repository's agent configuration; left out: as `standardWalls` says. */
  readonly walls?: WallRules;
  /** Are AGENTS.md and its kin offered to those who edit? Left out: they are. */
  readonly instructions?: InstructionsRule;
  readonly maxFiles: number;
  readonly leafTimeoutMs: number;
  readonly idleTimeoutMs: number;
  /** PATH, LANG, TZ and their kin: the allowlist every child starts from (T2). */
  readonly childEnv: Readonly<Record<string, string>>;
  /** Pawl's home: hidden from every child but for its own folders. */
  readonly pawlHome: string;
  readonly graceMs: number;
}
