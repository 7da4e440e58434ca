import type { AgentSettings } from '../../../domain/leaf/agent-settings.js';
import { editingRoles } from '../../../domain/leaf/playable-roles.js';
import type { Agent } from '../../../ports/agent.js';
import { realPath } from '../needed-by.js';
import { readOutput } from '../read-bounded.js';
import { concludeGemini } from './conclude.js';
import { geminiEvent } from './event.js';
import { planGemini } from './plan.js';
import { findGemini, probeGemini } from './probe.js';

/** The gemini CLI as an agent: the operator's own program and key, each leaf with a home of its own. */
export function createGeminiAgent(settings: AgentSettings): Agent {
  return {
    name: 'gemini',
    scripted: false,
    needsNetwork: true,
    roles: editingRoles,
    probe: () => probeGemini(settings),
    // Gone since the probe: its start fails under this name, which says what was looked for.
    plan: (job) => planGemini(settings, realPath(findGemini(settings) ?? settings.gemini?.path ?? 'gemini'), job),
    conclude: async (job, result) => concludeGemini(job, result, await readOutput(result.out)),
    event: geminiEvent,
  };
}
