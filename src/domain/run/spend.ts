import type { Spent } from './run-state.js';

/** What a leaf used, on top of what was spent before it. */
export function spend(
  spent: Spent,
  usage: { inputTokens: number; outputTokens: number; usd: number | null } | null,
): Spent {
  return {
    leaves: spent.leaves + 1,
    inputTokens: spent.inputTokens + (usage?.inputTokens ?? 0),
    outputTokens: spent.outputTokens + (usage?.outputTokens ?? 0),
    usd: usage?.usd === null || usage === null ? spent.usd : (spent.usd ?? 0) + usage.usd,
  };
}
