import { expect, test } from '@jest/globals';
import { boundedInstructions, instructionPaths, maxInstructionChars } from '../../../src/domain/leaf/instructions.js';

test('T1: offered are those at the top and in folders of the step’s files, the top first; names that could break a line are none', () => {
  const files = [
    'src/api/AGENTS.md',
    'src/web/AGENTS.md',
    'src/CLAUDE.md',
    'CLAUDE.md',
    'AGENTS.md',
    '.github/copilot-instructions.md',
    'vendor/lib/AGENTS.md',
    '.claude/settings.json',
    'src/AGENTS.md.txt',
    'src\n## Rules/AGENTS.md',
  ];
  expect(instructionPaths(files, ['src/api/users.ts', 'test/users.test.ts'])).toEqual([
    'AGENTS.md',
    'CLAUDE.md',
    '.github/copilot-instructions.md',
    'src/CLAUDE.md',
    'src/api/AGENTS.md',
  ]);
  expect(instructionPaths(files, [])).not.toContain('src/CLAUDE.md');
});

test('T1: all texts together are capped, and a cut one says so; one text under two names is offered once', () => {
  const long = 'x'.repeat(maxInstructionChars - 10);
  const [same, second, third] = boundedInstructions([
    { path: 'AGENTS.md', text: long },
    { path: 'CLAUDE.md', text: long },
    { path: 'src/AGENTS.md', text: 'y'.repeat(100) },
    { path: 'src/CLAUDE.md', text: 'z' },
    { path: 'empty/AGENTS.md', text: ' \n' },
  ]);
  expect(same).toEqual({ paths: ['AGENTS.md', 'CLAUDE.md'], text: long });
  expect(second?.text).toBe(`${'y'.repeat(10)}\n… (90 more characters)`);
  expect(third?.text).toBe('\n… (1 more characters)');
});
