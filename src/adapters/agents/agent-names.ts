/** The agents this version knows, whether or not this host has them; the one list that client and worker share. */
export const agentNames: readonly string[] = ['claude', 'codex', 'command', 'gemini', 'opencode', 'scripted'];
