import { z } from 'zod';

/** What a run, or one step of it, has used so far; what is not known is counted, so that nothing reads as exact. */
export const Spent = z.object({
  /** Leaves that were started and not refused by a usage limit, nor lost with their worker. */
  leaves: z.number().int(),
  inputTokens: z.number(),
  outputTokens: z.number(),
  /** US dollars; null as long as no leaf has told any. */
  usd: z.number().nullable(),
  /** Time at work, milliseconds: how long setup, tests, checks and leaves ran, as the workers measured it. */
  workMs: z.number().default(0),
  /** Leaves of which no usage is known: killed, lost, or silent about it. */
  unmeasured: z.number().int().default(0),
  /** Leaves that told their tokens and no money. */
  unpriced: z.number().int().default(0),
});
export type Spent = z.infer<typeof Spent>;

export const nothingSpent: Spent = {
  ...{ leaves: 0, inputTokens: 0, outputTokens: 0, usd: null },
  ...{ workMs: 0, unmeasured: 0, unpriced: 0 },
};

export interface Usage {
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly usd: number | null;
}

/** What is to be counted of one call of an activity. */
export interface Spending {
  /** 1 for a leaf that counts as one; 0 for a test run, a refused leaf or a lost one. */
  readonly leaves: 0 | 1;
  /** Null when a leaf ran and told nothing; left out when there was no leaf. */
  readonly usage?: Usage | null;
  /** Milliseconds; 0 when nobody measured. */
  readonly workMs: number;
}

/** What was used, on top of what was spent before it. What makes no sense as an amount counts as not told. */
export function spend(spent: Spent, { leaves, usage, workMs }: Spending): Spent {
  const counted = { ...spent, leaves: spent.leaves + leaves, workMs: spent.workMs + (isAmount(workMs) ? workMs : 0) };
  if (usage === undefined) return counted;
  const said = usage === null ? null : soundUsage(usage);
  if (said === null) return { ...counted, unmeasured: spent.unmeasured + 1 };
  const { inputTokens, outputTokens, usd } = said;
  return {
    ...counted,
    inputTokens: spent.inputTokens + inputTokens,
    outputTokens: spent.outputTokens + outputTokens,
    usd: usd === null ? spent.usd : cents((spent.usd ?? 0) + usd),
    unpriced: spent.unpriced + (usd === null ? 1 : 0),
  };
}

function soundUsage({ inputTokens, outputTokens, usd }: Usage): Usage | null {
  if (!isAmount(inputTokens) || !isAmount(outputTokens)) return null;
  return { inputTokens, outputTokens, usd: usd !== null && isAmount(usd) ? usd : null };
}

function isAmount(value: number): boolean {
  return Number.isFinite(value) && value >= 0;
}

/** To a millionth of a dollar: sums of binary fractions drift. */
export function cents(usd: number): number {
  return Math.round(usd * 1_000_000) / 1_000_000;
}
