import { describe, expect, test } from '@jest/globals';
import { instructionFiles, isAgentConfig } from '../../../src/domain/files/agent-config.js';
import { protectedKind } from '../../../src/domain/files/repository-paths.js';

describe('T3: what configures coding agents', () => {
  test.each([
    '.claude/settings.json',
    'a/b/.claude',
    '.CLAUDE/hooks/x.sh',
    '.claude./x',
    '.cl\u200baude/x',
    'packages/x/.mcp.json',
    '.codex/config.toml',
    '.gemini/.env',
    '.cursor/mcp.json',
    '.opencode/plugin/a.js',
    'opencode.jsonc',
    '.agents/skills/a/SKILL.md',
    'CLAUDE.md',
    'docs/claude.MD',
    'AGENTS.override.md',
    '.clinerules/a.md',
    '.github/copilot-instructions.md',
    'web/.github/Instructions/a.instructions.md',
    '.vscode/mcp.json',
  ])('is known: %s', (path) => {
    expect(isAgentConfig(path)).toBe(true);
    expect(protectedKind(path)).toBe('configuration of coding agents');
  });

  test.each([
    'src/claude.js',
    'src/CLAUDE.md.js',
    'claude/settings.json',
    'docs/agents.md.txt',
    'codex/config.toml',
    '.vscode/settings.json',
    'vscode/mcp.json',
    '.github/workflows/ci.yml',
    'mcp.json',
    'src/opencode.json.ts',
  ])('is an ordinary file: %s', (path) => {
    expect(isAgentConfig(path)).toBe(false);
  });

  test('instructions in plain words, the top of the tree first', () => {
    const files = [
      'src/CLAUDE.md',
      '.claude/settings.json',
      'GEMINI.md',
      '.claude/hooks/a.sh',
      'AGENTS.md',
      '.mcp.json',
    ];
    expect(instructionFiles([...files, '.github/copilot-instructions.md', '.clinerules/a.txt', 'README.md'])).toEqual([
      'AGENTS.md',
      'GEMINI.md',
      '.clinerules/a.txt',
      '.github/copilot-instructions.md',
      'src/CLAUDE.md',
    ]);
  });
});
