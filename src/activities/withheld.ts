/** Never in a reviewer's export: history, Pawl's own files, agent configuration (D10, T3). */
export const withheld: readonly string[] = [
  '.git',
  '.tdd',
  '.claude',
  '.codex',
  '.gemini',
  '.cursor',
  '.opencode',
  'opencode.json',
  'opencode.jsonc',
  '.agents',
  '.mcp.json',
  'CLAUDE.md',
  'AGENTS.md',
  'GEMINI.md',
];
