import type { AgentSettings } from '../../domain/leaf/agent-settings.js';
import type { Agent } from '../../ports/agent.js';
import { createClaudeAgent } from './claude/claude-agent.js';
import { createCodexAgent } from './codex/codex-agent.js';
import { createCommandAgent } from './command/command-agent.js';
import { createGeminiAgent } from './gemini/gemini-agent.js';
import { createOpencodeAgent } from './opencode/opencode-agent.js';

/** The agents of this host that need no scenario; `command` only where config.json names a program. */
export function createAgents(settings: AgentSettings): readonly Agent[] {
  const { command } = settings;
  return [
    createClaudeAgent(settings),
    createCodexAgent(settings),
    createGeminiAgent(settings),
    createOpencodeAgent(settings),
    ...(command === null ? [] : [createCommandAgent(command, settings)]),
  ];
}
