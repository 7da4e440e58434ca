import { createAgents } from '../adapters/agents/agents.js';
import type { AgentSettings } from '../domain/leaf/agent-settings.js';
import type { AgentProbe } from '../ports/agent.js';

export { agentNames } from '../adapters/agents/agent-names.js';

export interface NamedProbe {
  readonly name: string;
  probe(): Promise<AgentProbe>;
}

/** How each agent of this host says whether it can be used; the scripted one is Pawl's own and always there. */
export function agentProbes(settings: AgentSettings): readonly NamedProbe[] {
  const scripted = { name: 'scripted', probe: () => Promise.resolve({ usable: true, version: null, problem: null }) };
  return [scripted, ...createAgents(settings).map((agent) => ({ name: agent.name, probe: () => agent.probe() }))];
}
