import { createAgents } from '../adapters/agents/agents.js';
import type { Config } from '../config.js';
import type { JailKind } from '../domain/leaf/jails.js';
import { agentFor } from '../domain/leaf/role-agents.js';
import type { EditPhase, Role } from '../domain/leaf/roles.js';

export interface GivenTo {
  readonly role: Role;
  readonly phase: EditPhase;
  readonly step: string;
  readonly jail: JailKind;
  readonly prompt: string;
  readonly schema: Readonly<Record<string, unknown>>;
}

export interface Given {
  readonly agent: string;
  /** Letter for letter as the agent gets it: one without schemas has a rule more than the others. */
  readonly prompt: string;
  readonly notes: readonly string[];
}

/** No folder is laid before a run: a name that nothing has. */
const nowhere = '/pawl-preview';

/** What the agent of this role makes of a prompt. Its program is not started, and need not be here. */
export function asGiven({ agent, roleAgents, agents }: Config, to: GivenTo): Given {
  const { role, phase, step, jail, prompt, schema } = to;
  const name = agentFor(role, agent, roleAgents);
  const found = createAgents(agents).find((one) => one.name === name);
  if (found === undefined) return { agent: name, prompt, notes: [] };
  const folders = {
    ...{ work: `${nowhere}/work`, home: `${nowhere}/home` },
    ...{ temporary: `${nowhere}/temporary`, logs: `${nowhere}/logs` },
  };
  const job = {
    ...{ leafId: 'pawl/preview', role, phase, step, attempt: 1, prompt, schema, jail, folders },
    shell: true,
    env: {},
  };
  try {
    const command = found.plan(job);
    return { agent: name, prompt: command.prompt ?? command.stdin, notes: [] };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return { agent: name, prompt, notes: [`what agent ${name} adds to it can't be told here: ${why}`] };
  }
}
