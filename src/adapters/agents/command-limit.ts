import type { LeafJob } from '../../ports/agent.js';

/** What a leaf has when its run says nothing: the usual idle limit. */
const usualIdleMs = 300_000;
/** The rest is for the agent: to hear that its command was ended, and to say so. */
const share = 0.8;

/**
 * How long one command of a leaf, or one silent request, may take, milliseconds: below its idle limit, so that neither looks
 * like a hung leaf (R27), and below its time limit, so that a command does not take the leaf with it (R-002-35).
 */
export function commandLimitMs({ idleTimeoutMs, timeoutMs }: LimitedJob): number {
  const leafMs = Math.min(idleTimeoutMs ?? usualIdleMs, timeoutMs ?? Number.POSITIVE_INFINITY);
  return Math.max(1, Math.floor(leafMs * share));
}

export type LimitedJob = Pick<LeafJob, 'idleTimeoutMs' | 'timeoutMs'>;
