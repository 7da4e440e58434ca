import type { AgentSettings } from '../../../domain/leaf/agent-settings.js';
import type { Agent } from '../../../ports/agent.js';
import { readOutput } from '../read-bounded.js';
import { createClaudeBinaries } from './binary.js';
import { concludeClaude } from './conclude.js';
import { claudeEvent } from './event.js';
import { planClaude } from './plan.js';
import { findClaude, probeClaude } from './probe.js';

/** The claude CLI as an agent: the operator's own binary and key, each leaf with a home of its own. */
export function createClaudeAgent(settings: AgentSettings): Agent {
  const binaries = createClaudeBinaries();
  return {
    name: 'claude',
    scripted: false,
    needsNetwork: true,
    tellsMoney: true,
    probe: () => probeClaude(settings, binaries),
    plan: (job) => {
      // Gone since the probe: its start fails under this name, which says what was looked for.
      const path = findClaude(settings) ?? settings.claude.path ?? 'claude';
      return planClaude(settings, binaries.known(path, { PATH: settings.path }), job);
    },
    conclude: async (job, result) => concludeClaude(job, result, await readOutput(result.out)),
    event: claudeEvent,
  };
}
