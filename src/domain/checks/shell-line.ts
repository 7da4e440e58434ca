import { parseTestCommand, type ParsedCommand } from '../evidence/test-command.js';

/** Words that stand for no program of their own: only a shell knows what they mean. */
const shellWords: ReadonlySet<string> = new Set([
  ...['!', '.', ':', '{', 'case', 'cd', 'command', 'eval', 'exec', 'export', 'for', 'if'],
  ...['set', 'source', 'trap', 'type', 'ulimit', 'umask', 'unset', 'until', 'while'],
]);

/** A line of package.json or pawl.json as argv, as a shell would take it: `! grep -r TODO src` is left to one. */
export function parseShellLine(line: string): ParsedCommand {
  const parsed = parseTestCommand(line);
  if (parsed.kind === 'refused' || !shellWords.has(parsed.argv[0] ?? '')) return parsed;
  return { kind: 'command', argv: ['sh', '-c', line.trim()] };
}
