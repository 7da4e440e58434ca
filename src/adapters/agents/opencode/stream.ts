import { amountOf, isJsonObject, parseJsonObject, textOf } from '../json.js';
import type { JsonObject } from '../json.js';
import type { LeafUsage } from '../../../ports/agent.js';

/** What counts of a stream of JSON lines. */
export interface OpencodeStream {
  readonly started: boolean;
  /** The error that it ended with; null when it went on after one, or there was none. */
  readonly error: JsonObject | null;
  /** Why the last turn ended, in the CLI's word, such as `stop` or `length`; null when none ended. */
  readonly stop: string | null;
  /** The text of the last turn; null when that said nothing. */
  readonly lastMessage: string | null;
  readonly turns: number;
  readonly usage: LeafUsage | null;
}

const kinds = ['step_start', 'tool_use', 'text', 'step_finish', 'error', 'reasoning'];

export function readStream(output: string): OpencodeStream {
  const records = output
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map(parseJsonObject)
    .filter((record) => record !== null)
    .filter(({ type }) => kinds.includes(textOf(type) ?? ''));
  const last = records.findLast(({ type }) => type === 'error' || type === 'step_finish');
  const finished = records.filter(({ type }) => type === 'step_finish').map(partOf);
  return {
    started: records.length > 0,
    error: last?.['type'] === 'error' ? (isJsonObject(last['error']) ? last['error'] : {}) : null,
    stop: textOf(finished.at(-1)?.['reason']),
    lastMessage: lastText(records, textOf(finished.at(-1)?.['messageID'])),
    turns: finished.length,
    usage: usageOf(finished),
  };
}

function partOf({ part }: JsonObject): JsonObject {
  return isJsonObject(part) ? part : {};
}

/** A turn may say several texts; what the CLI itself put into the conversation is not among them. */
function lastText(records: readonly JsonObject[], messageId: string | null): string | null {
  const texts = records
    .filter(({ type }) => type === 'text')
    .map(partOf)
    .filter((part) => part['messageID'] === messageId && part['synthetic'] !== true)
    .flatMap((part) => textOf(part['text']) ?? []);
  return texts.length === 0 ? null : texts.join('');
}

/** Tokens and money of all turns, cached input counted as input; null when none ended. */
function usageOf(finished: readonly JsonObject[]): LeafUsage | null {
  if (finished.length === 0) return null;
  const sum = (amounts: readonly number[]): number => amounts.reduce((total, amount) => total + amount, 0);
  const tokens = finished.map((part) => (isJsonObject(part['tokens']) ? part['tokens'] : {}));
  const cache = tokens.map((one) => (isJsonObject(one['cache']) ? one['cache'] : {}));
  const costs = finished.map((part) => amountOf(part['cost']));
  const known = costs.flatMap((cost) => cost ?? []);
  return {
    inputTokens:
      sum(tokens.map((one) => amountOf(one['input']) ?? 0)) +
      sum(cache.map((one) => (amountOf(one['read']) ?? 0) + (amountOf(one['write']) ?? 0))),
    outputTokens: sum(tokens.map((one) => (amountOf(one['output']) ?? 0) + (amountOf(one['reasoning']) ?? 0))),
    // Nothing at all is what it says of a model whose price it does not know.
    usd: known.length === costs.length && sum(known) > 0 ? sum(known) : null,
  };
}
