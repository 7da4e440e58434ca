import type { LeafOutcome } from '../domain/leaf/leaf-outcome.js';
import type { ModelTier } from '../domain/leaf/model-tier.js';
import type { Phase } from '../domain/run/phase.js';
import type { Role } from '../domain/leaf/roles.js';
import type { JailKind } from './jail.js';
import type { ProgramResult } from './program.js';

export interface LeafJob {
  readonly leafId: string;
  readonly role: Role;
  readonly phase: Phase;
  /** Id of the step; `-` while there is none yet (R-002-54: never empty). */
  readonly step: string;
  /** 1-based: the how-many-th leaf of this role, phase and step in this execution. */
  readonly attempt: number;
  /** How strong a model it asks for; `standard` when left out. */
  readonly tier?: ModelTier;
  readonly prompt: string;
  /** May it start programs? A planner may not; a verifier only where a jail holds it (design 6). */
  readonly shell: boolean;
  /** What Pawl holds the leaf with; an agent with a sandbox of its own leaves that on when this is left out. */
  readonly jail?: JailKind;
  /** JSON schema of the answer. */
  readonly schema: Readonly<Record<string, unknown>>;
  readonly folders: LeafFolders;
  /** Extra environment, such as PAWL_TEST_CMD (R-002-57). */
  readonly env: Readonly<Record<string, string>>;
  /** US dollars that it may use, besides the agent's own limit; null or left out where no money budget binds. */
  readonly usdLeft?: number | null;
  /** The run's idle limit, so that an agent can keep its own commands below it (R27). */
  readonly idleTimeoutMs?: number;
  /** The leaf's time limit, milliseconds: no command of its may take longer (R-002-35). */
  readonly timeoutMs?: number;
}

export interface LeafFolders {
  readonly work: string;
  readonly home: string;
  readonly temporary: string;
  readonly logs: string;
}

export interface LeafCommand {
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly stdin: string;
  /** What of standard input is the prompt, letter for letter; all of it when left out. */
  readonly prompt?: string;
  /** Paths outside the leaf's folders that it must be able to read although a jail hides them. */
  readonly readable: readonly string[];
  /** How the line of its final record begins; goes into ProgramSpec.reportPrefix (R02). */
  readonly reportPrefix?: string;
}

export interface LeafUsage {
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly usd: number | null;
}

export interface LeafConclusion {
  readonly outcome: LeafOutcome;
  /** The structured answer, not yet validated; null when there is none. */
  readonly answer: unknown;
  readonly usage: LeafUsage | null;
  /** One line for status and history. */
  readonly message: string;
  /** For `usage-limit`: when the provider says that it ends, milliseconds since the epoch; null when it doesn't say. */
  readonly resetAtMs: number | null;
}

/** One line of an agent's output as a person reads it in `pawl logs`. */
export interface LeafEvent {
  readonly kind: 'started' | 'progress' | 'retry' | 'usage' | 'result' | 'other';
  readonly text: string;
}

export interface AgentProbe {
  readonly usable: boolean;
  readonly version: string | null;
  /** What is missing and how to mend it. */
  readonly problem: string | null;
  /** What a run that needs it bails with; left out: the agent is not there. */
  readonly cause?: 'agent-missing' | 'agent-auth' | 'agent-config';
}

/** An agent CLI: how it is asked and how its ending is read. Starts nothing itself. */
export interface Agent {
  readonly name: string;
  /** A scripted stand-in for a model; named as such wherever it shows. */
  readonly scripted: boolean;
  /** Its leaves reach a model over the network, those that judge included. */
  readonly needsNetwork: boolean;
  /** Its leaves tell what they cost; where this is left out a money budget can't bind. */
  readonly tellsMoney?: boolean;
  /** What it can be; all roles when left out. One without an answer schema can't judge or plan. */
  readonly roles?: readonly Role[];
  probe(): Promise<AgentProbe>;
  plan(job: LeafJob): LeafCommand;
  conclude(job: LeafJob, result: ProgramResult): Promise<LeafConclusion>;
  /** Reads one line of its output, for people; null for a line that says nothing to them. Pure. */
  event(line: string): LeafEvent | null;
}
