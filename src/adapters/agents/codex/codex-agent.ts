import type { AgentSettings } from '../../../domain/leaf/agent-settings.js';
import type { Agent } from '../../../ports/agent.js';
import { realPath } from '../needed-by.js';
import { readOutput } from '../read-bounded.js';
import { concludeCodex } from './conclude.js';
import { codexEvent } from './event.js';
import { planCodex } from './plan.js';
import { findCodex, probeCodex } from './probe.js';
import { readRollout } from './rollout.js';
import { codexHome } from './sandbox.js';
import { readStream } from './stream.js';

/** The codex CLI as an agent: the operator's own binary and key, each leaf with a home of its own. */
export function createCodexAgent(settings: AgentSettings): Agent {
  return {
    name: 'codex',
    scripted: false,
    needsNetwork: true,
    probe: () => probeCodex(settings),
    // Gone since the probe: its start fails under this name, which says what was looked for.
    plan: (job) => planCodex(settings, realPath(findCodex(settings) ?? settings.codex?.path ?? 'codex'), job),
    conclude: async (job, result) => {
      const stream = readStream(await readOutput(result.out));
      const record = await readRollout(codexHome(job), stream.threadId);
      return concludeCodex(job, result, { stream, record, nowMs: Date.now() });
    },
    event: codexEvent,
  };
}
