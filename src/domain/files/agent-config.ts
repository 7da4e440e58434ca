import { plainName } from './plain-name.js';

/**
 * What a coding agent reads or starts by itself when it finds it in its folder or in one above: hooks, servers, plugins,
 * rules and instructions (T3). Closed lists of names; each counts at every depth of the tree, as a file or as a folder,
 * and in any spelling that a file system may take for the same.
 */

/** Settings, hooks, servers (MCP), plugins, skills and commands. */
export const agentSettingsNames = [
  '.agents',
  '.aider.conf.yml',
  '.amp',
  '.augment',
  '.claude',
  '.claude-plugin',
  '.claude.json',
  '.cline',
  '.codex',
  '.codex-plugin',
  '.continue',
  '.copilot',
  '.crush',
  '.crush.json',
  '.cursor',
  '.factory',
  '.gemini',
  '.goose',
  '.junie',
  '.kiro',
  '.mcp.json',
  '.opencode',
  '.qwen',
  '.roo',
  '.roomodes',
  '.trae',
  '.windsurf',
  'crush.json',
  'gemini-extension.json',
  'opencode.json',
  'opencode.jsonc',
] as const;

/** Instructions in plain words: what a developer is told of them stands in its prompt, as data. */
export const instructionNames = [
  'AGENTS.md',
  'AGENTS.override.md',
  'AGENT.md',
  'CLAUDE.md',
  'CLAUDE.local.md',
  'CRUSH.md',
  'GEMINI.md',
  'QWEN.md',
  'WARP.md',
  '.augment-guidelines',
  '.clinerules',
  '.continuerules',
  '.cursorrules',
  '.goosehints',
  '.roorules',
  '.windsurfrules',
] as const;

/** Below a folder that holds other things as well. */
const settingsPlaces = ['.vscode/mcp.json', '.github/agents', '.github/chatmodes', '.github/hooks', '.github/prompts'];
const instructionPlaces = ['.github/copilot-instructions.md', '.github/instructions'];

const instructions: ReadonlySet<string> = new Set(instructionNames.map(plainName));
const names: ReadonlySet<string> = new Set([...agentSettingsNames.map(plainName), ...instructions]);
const places: ReadonlySet<string> = new Set([...settingsPlaces, ...instructionPlaces]);

/** Is this repository-relative path such a file, or inside of such a folder? */
export function isAgentConfig(path: string): boolean {
  const parts = path.split('/').map(plainName);
  return parts.some((part, at) => names.has(part) || places.has(`${parts[at - 1] ?? ''}/${part}`));
}

/** Those of the paths that are instructions in plain words, top of the tree first, then by name. */
export function instructionFiles(paths: readonly string[]): readonly string[] {
  const depth = (path: string): number => path.split('/').length;
  return paths.filter(isInstruction).sort((a, b) => depth(a) - depth(b) || (a < b ? -1 : 1));
}

function isInstruction(path: string): boolean {
  const parts = path.split('/').map(plainName);
  const last = parts.at(-1) ?? '';
  const inFolder = parts.some((part, at) => instructionPlaces.includes(`${parts[at - 1] ?? ''}/${part}`));
  // A folder of rules, such as `.clinerules/`, holds instructions; what lies in `.claude/` does not.
  return instructions.has(last) || inFolder || parts.includes('.clinerules');
}
