import { displayLine } from '../../../domain/sanitise.js';
import type { LeafEvent } from '../../../ports/agent.js';
import { amountOf, isJsonObject, parseJsonObject, textOf } from '../json.js';
import type { JsonObject } from '../json.js';
import { failureOf } from './failures.js';

const shownChars = 300;

/** One line of opencode's stream as a person reads it; null for one that tells them nothing. */
export function opencodeEvent(line: string): LeafEvent | null {
  if (line.trim() === '') return null;
  const record = parseJsonObject(line);
  if (record === null) return event('other', line);
  const part = isJsonObject(record['part']) ? record['part'] : {};
  switch (record['type']) {
    case 'text': {
      const text = part['synthetic'] === true ? '' : (textOf(part['text'])?.trim() ?? '');
      return text === '' ? null : event('progress', text);
    }
    case 'tool_use':
      return event('progress', toolText(part));
    case 'step_finish':
      return part['reason'] === 'tool-calls' ? null : event('result', finishText(part));
    case 'error':
      return event('other', failureOf(isJsonObject(record['error']) ? record['error'] : {}).message);
    default:
      return null;
  }
}

function toolText(part: JsonObject): string {
  const state = isJsonObject(part['state']) ? part['state'] : {};
  const input = isJsonObject(state['input']) ? state['input'] : {};
  const [about] = ['filePath', 'command', 'pattern', 'path'].flatMap((key) => textOf(input[key]) ?? []);
  const name = textOf(part['tool']) ?? 'a tool';
  const called = about === undefined ? name : `${name} ${about}`;
  return state['status'] === 'error' ? `refused: ${called}: ${textOf(state['error']) ?? 'no reason given'}` : called;
}

function finishText({ reason, tokens }: JsonObject): string {
  const total = isJsonObject(tokens) ? (amountOf(tokens['total']) ?? 0) : 0;
  return `ended with ${textOf(reason) ?? 'no word'}, ${total} tokens in its last turn`;
}

function event(kind: LeafEvent['kind'], text: string): LeafEvent {
  return { kind, text: displayLine(text, shownChars) };
}
