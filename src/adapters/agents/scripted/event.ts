import { displayLine } from '../../../domain/sanitise.js';
import type { LeafEvent } from '../../../ports/agent.js';
import { parseJsonObject, textOf } from '../json.js';
import { recordPrefix } from './leaf-task.js';

const initPrefix = '{"type":"init"';

/** A line of a scripted leaf for people: its first line and its record are JSON, all others are what it was told to say. */
export function scriptedEvent(line: string): LeafEvent | null {
  if (line.startsWith(initPrefix)) return { kind: 'started', text: 'a scripted stand-in; no model was used' };
  if (line.startsWith(recordPrefix)) {
    const record = parseJsonObject(line);
    const outcome = textOf(record?.['outcome']) ?? 'a broken record';
    return { kind: 'result', text: displayLine(`${outcome}: ${textOf(record?.['message']) ?? ''}`, 300) };
  }
  const text = displayLine(line, 300);
  return text === '' ? null : { kind: 'progress', text };
}
