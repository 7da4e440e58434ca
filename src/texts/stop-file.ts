import { StopMode } from '../domain/steering/stop.js';

/**
 * What `.tdd/stop` asks for: a mode alone in a line, or `mode: at-leaf`, with `#` comments and a `by:` for people.
 * @returns null for what can't be read as one mode, an empty file included: it counts as `at-ledger` (R-002-51)
 */
export function parseStopFile(text: string): StopMode | null {
  const modes = text
    .replace(/^\ufeff/, '')
    .split(/\r\n|\n|\r/)
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#') && !/^by\s*:/.test(line))
    .map((line) => line.replace(/^mode\s*:\s*/, ''));
  const [only, ...more] = modes;
  const mode = StopMode.safeParse(only);
  return mode.success && more.length === 0 ? mode.data : null;
}
