import { readShellLine } from './shell-words.js';

const idle: ReadonlySet<string> = new Set(['echo', 'printf', 'exit', 'true', 'false', ':']);

/**
 * Does each command of a package's script only print, or end the shell? The placeholder that package managers write is
 * one: it is never chosen as a test command or a check (R16).
 */
export function isStubScript(script: string): boolean {
  const read = readShellLine(script);
  if (read.kind === 'broken') return false;
  let starts = true;
  for (const token of read.tokens) {
    if (token.kind === 'operator') {
      starts = true;
    } else {
      if (starts && !idle.has(token.value)) return false;
      starts = false;
    }
  }
  return true;
}
