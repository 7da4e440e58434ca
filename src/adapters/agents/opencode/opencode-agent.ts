import type { AgentSettings } from '../../../domain/leaf/agent-settings.js';
import { editingRoles } from '../../../domain/leaf/playable-roles.js';
import type { Agent } from '../../../ports/agent.js';
import { realPath } from '../needed-by.js';
import { readOutput } from '../read-bounded.js';
import { concludeOpencode } from './conclude.js';
import { opencodeEvent } from './event.js';
import { planOpencode } from './plan.js';
import { findOpencode, probeOpencode } from './probe.js';

/** The opencode CLI as an agent: the operator's own program and key, each leaf with a home of its own. */
export function createOpencodeAgent(settings: AgentSettings): Agent {
  return {
    name: 'opencode',
    scripted: false,
    needsNetwork: true,
    // Of models whose price it knows; a leaf without one is counted as unpriced.
    tellsMoney: true,
    roles: editingRoles,
    probe: () => probeOpencode(settings),
    // Gone since the probe: its start fails under this name, which says what was looked for.
    plan: (job) =>
      planOpencode(settings, realPath(findOpencode(settings) ?? settings.opencode?.path ?? 'opencode'), job),
    conclude: async (job, result) => concludeOpencode(job, result, await readOutput(result.out)),
    event: opencodeEvent,
  };
}
