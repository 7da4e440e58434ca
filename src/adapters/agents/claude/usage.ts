import type { LeafUsage } from '../../../ports/agent.js';
import { amountOf, isJsonObject } from '../json.js';
import type { JsonObject } from '../json.js';

/** Tokens and money of a result line, all models together, cached input counted as input; null when it tells none. */
export function usageOf(result: JsonObject): LeafUsage | null {
  const usd = amountOf(result['total_cost_usd']);
  const models = isJsonObject(result['modelUsage']) ? Object.values(result['modelUsage']).filter(isJsonObject) : [];
  if (models.length > 0) {
    const input = ['inputTokens', 'cacheReadInputTokens', 'cacheCreationInputTokens'];
    return { inputTokens: sum(models, input), outputTokens: sum(models, ['outputTokens']), usd };
  }
  const { usage } = result;
  if (!isJsonObject(usage)) return null;
  const input = ['input_tokens', 'cache_read_input_tokens', 'cache_creation_input_tokens'];
  return { inputTokens: sum([usage], input), outputTokens: sum([usage], ['output_tokens']), usd };
}

function sum(records: readonly JsonObject[], keys: readonly string[]): number {
  const amounts = records.flatMap((record) => keys.map((key) => amountOf(record[key]) ?? 0));
  return Math.round(amounts.reduce((total, amount) => total + amount, 0));
}
