import { displayLine } from '../../../domain/sanitise.js';
import type { LeafEvent } from '../../../ports/agent.js';
import { amountOf, isJsonObject, objectsOf, parseJsonObject, textOf } from '../json.js';
import type { JsonObject } from '../json.js';

const shownChars = 300;

/** One line of codex's stream as a person reads it; null for one that tells them nothing. */
export function codexEvent(line: string): LeafEvent | null {
  if (line.trim() === '') return null;
  const record = parseJsonObject(line);
  if (record === null) return event('other', line);
  switch (record['type']) {
    case 'thread.started':
      return event('started', `codex, thread ${textOf(record['thread_id']) ?? 'unknown'}`);
    case 'item.started':
      return isJsonObject(record['item']) ? begun(record['item']) : null;
    case 'item.completed':
      return isJsonObject(record['item']) ? finished(record['item']) : null;
    case 'error':
      return retryEvent(textOf(record['message']) ?? '');
    case 'turn.completed':
      return event('result', `done: ${tokens(record['usage'])}`);
    case 'turn.failed':
      return event('result', `failed: ${wordsOf(record['error'])}`);
    default:
      return null;
  }
}

/** A command is shown when it begins: it may take minutes. */
function begun(item: JsonObject): LeafEvent | null {
  const command = item['type'] === 'command_execution' ? textOf(item['command']) : null;
  return command === null ? null : event('progress', command);
}

function finished(item: JsonObject): LeafEvent | null {
  switch (item['type']) {
    case 'agent_message':
      return said(textOf(item['text']));
    case 'file_change':
      return said(objectsOf(item['changes']).map(changeText).join(', '));
    case 'command_execution':
      return failedCommand(item);
    case 'error':
      return event('other', textOf(item['message']) ?? '');
    default:
      return null;
  }
}

function said(text: string | null): LeafEvent | null {
  return text === null || text.trim() === '' ? null : event('progress', text);
}

function changeText({ kind, path }: JsonObject): string {
  return `${textOf(kind) ?? 'change'} ${textOf(path) ?? 'a file'}`;
}

/** What a command printed is long and mostly files; only that it failed is shown. */
function failedCommand({ exit_code: code, aggregated_output: output }: JsonObject): LeafEvent | null {
  if (code === 0 || amountOf(code) === null) return null;
  const lines = (textOf(output) ?? '').trimEnd().split('\n');
  return event('progress', `exit code ${String(code)}: ${lines.at(-1) ?? ''}`);
}

/** The error that ends a turn comes once more with its end; what is left are its own tries. */
function retryEvent(message: string): LeafEvent | null {
  return message.startsWith('Reconnecting') ? event('retry', message) : null;
}

function tokens(usage: unknown): string {
  if (!isJsonObject(usage)) return 'no usage told';
  return `${amountOf(usage['input_tokens']) ?? 0} tokens in, ${amountOf(usage['output_tokens']) ?? 0} out`;
}

function wordsOf(error: unknown): string {
  return (isJsonObject(error) ? textOf(error['message']) : null) ?? 'no reason given';
}

function event(kind: LeafEvent['kind'], text: string): LeafEvent {
  return { kind, text: displayLine(text, shownChars) };
}
