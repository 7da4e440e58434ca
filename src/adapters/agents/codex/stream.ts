import { isJsonObject, parseJsonObject, textOf } from '../json.js';
import type { JsonObject } from '../json.js';

/** What counts of a stream of JSON lines; nothing in it is read from a model's prose. */
export interface CodexStream {
  readonly threadId: string | null;
  /** Ends of turns that were completed; normally one. */
  readonly completed: readonly JsonObject[];
  /** The words of the last turn that failed; null when none did. */
  readonly failure: string | null;
  /** The model's last message: the answer, when there is one. */
  readonly lastMessage: string | null;
}

/** Only lines that may matter are parsed; a file that the model has read is quoted inside a record. */
const types = new Set(['thread.started', 'turn.completed', 'turn.failed', 'item.completed']);
const start = /^\{"type":"([a-z.]+)"/;

export function readStream(text: string): CodexStream {
  const records = text
    .split('\n')
    .filter((line) => types.has(start.exec(line)?.[1] ?? ''))
    .map(parseJsonObject)
    .filter((record) => record !== null);
  const ofType = (type: string): readonly JsonObject[] => records.filter((record) => record['type'] === type);
  const items = ofType('item.completed').flatMap(({ item }) => (isJsonObject(item) ? [item] : []));
  const failures = ofType('turn.failed').map(({ error }) => (isJsonObject(error) ? textOf(error['message']) : null));
  return {
    threadId: textOf(ofType('thread.started')[0]?.['thread_id']),
    completed: ofType('turn.completed'),
    failure: failures.length === 0 ? null : (failures.at(-1) ?? 'no reason given'),
    lastMessage:
      items.flatMap(({ type, text }) => (type === 'agent_message' ? (textOf(text) ?? []) : [])).at(-1) ?? null,
  };
}
