import type { FindAgent } from '../activities/tools.js';
import { agentNames } from '../adapters/agents/agent-names.js';
import { createAgents } from '../adapters/agents/agents.js';
import { createScriptedAgent } from '../adapters/agents/scripted/scripted-agent.js';
import type { AgentSettings } from '../domain/leaf/agent-settings.js';
import { nearest } from '../domain/feedback.js';
import { parseScenario } from '../domain/leaf/parse-scenario.js';
import { displayLine } from '../domain/sanitise.js';

const noSettings: AgentSettings = { claude: {}, command: null, env: {}, path: '' };

/** The agents of this worker, by name. Made once: each remembers what it learned of its program. */
export function findAgent(nodePath: string, settings: AgentSettings = noSettings): FindAgent {
  const agents = new Map(createAgents(settings).map((agent) => [agent.name, agent]));
  return (name, scenario) => {
    if (name === 'scripted') return scripted(nodePath, scenario);
    const agent = agents.get(name);
    if (agent !== undefined) return { agent };
    return name === 'command' ? { malformed: noCommand } : { unknown: unknownAgent(name) };
  };
}

const noCommand =
  'config.json of this worker names no program for agent "command"; for example: {"command": {"argv": ["/usr/local/bin/my-agent"]}}';

function scripted(nodePath: string, scenario: string | null): ReturnType<FindAgent> {
  if (scenario === null)
    return { malformed: 'agent scripted plays a scenario; name its file: --scenario scenario.json' };
  const parsed = parseScenario(scenario);
  if (!parsed.ok) return { malformed: parsed.problem };
  return { agent: createScriptedAgent({ scenario: parsed.scenario, nodePath }) };
}

function unknownAgent(name: string): string {
  const meant = nearest(name, agentNames);
  const perhaps = meant === null ? '' : `, perhaps "${meant}" was meant`;
  const example = `for example: --agent ${meant ?? 'claude'}`;
  return `there is no agent "${displayLine(name, 40)}"${perhaps}; expected one of ${agentNames.join(', ')}, ${example}`;
}
