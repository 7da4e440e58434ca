import { displayLine } from '../../../domain/sanitise.js';
import type { LeafEvent } from '../../../ports/agent.js';
import { amountOf, isJsonObject, parseJsonObject, textOf } from '../json.js';
import type { JsonObject } from '../json.js';

const shownChars = 300;

/** One line of gemini's stream as a person reads it; null for one that tells them nothing. */
export function geminiEvent(line: string): LeafEvent | null {
  if (line.trim() === '') return null;
  const record = parseJsonObject(line);
  if (record === null) return event('other', line);
  switch (record['type']) {
    case 'init':
      return event('started', `gemini, model ${textOf(record['model']) ?? 'unknown'}`);
    case 'message':
      return record['role'] === 'assistant' ? said(textOf(record['content'])) : null;
    case 'tool_use':
      return event('progress', toolText(record));
    case 'tool_result':
      return record['status'] === 'error' ? event('progress', `refused: ${errorText(record) ?? 'a tool call'}`) : null;
    case 'error':
      return event('other', textOf(record['message']) ?? 'an error');
    case 'result':
      return event('result', resultText(record));
    default:
      return null;
  }
}

function said(text: string | null): LeafEvent | null {
  return text === null || text.trim() === '' ? null : event('progress', text.trim());
}

function toolText(record: JsonObject): string {
  const input = isJsonObject(record['parameters']) ? record['parameters'] : {};
  const [about] = ['file_path', 'command', 'pattern', 'dir_path', 'path'].flatMap((key) => textOf(input[key]) ?? []);
  const name = textOf(record['tool_name']) ?? 'a tool';
  return about === undefined ? name : `${name} ${about}`;
}

function resultText(record: JsonObject): string {
  const stats = isJsonObject(record['stats']) ? record['stats'] : {};
  const tokens = `${amountOf(stats['total_tokens']) ?? 0} tokens`;
  return record['status'] === 'success' ? `done, ${tokens}` : `failed, ${tokens}: ${errorText(record) ?? 'no answer'}`;
}

function errorText({ error }: JsonObject): string | null {
  return isJsonObject(error) ? textOf(error['message']) : null;
}

function event(kind: LeafEvent['kind'], text: string): LeafEvent {
  return { kind, text: displayLine(text, shownChars) };
}
