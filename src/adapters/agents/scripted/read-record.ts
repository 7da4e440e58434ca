import type { LeafUsage } from '../../../ports/agent.js';
import { recordPrefix } from './leaf-task.js';
import type { LeafRecord } from './leaf-task.js';

export type RecordReading =
  | { readonly kind: 'record'; readonly record: LeafRecord }
  | { readonly kind: 'none' }
  | { readonly kind: 'broken'; readonly why: string };

/** The last record among what a leaf printed. */
export function findRecord(text: string): RecordReading {
  const at = text.startsWith(recordPrefix) ? Math.max(0, lastLineStart(text)) : lastLineStart(text);
  if (at === -1) return { kind: 'none' };
  const [line = ''] = text.slice(at).split('\n', 1);
  try {
    const value: unknown = JSON.parse(line);
    return isRecord(value)
      ? { kind: 'record', record: value }
      : { kind: 'broken', why: 'its fields are not those of a record' };
  } catch (error) {
    return { kind: 'broken', why: error instanceof Error ? error.message : String(error) };
  }
}

function lastLineStart(text: string): number {
  const at = text.lastIndexOf(`\n${recordPrefix}`);
  return at === -1 ? -1 : at + 1;
}

const outcomes: readonly LeafRecord['outcome'][] = ['done', 'needs-user', 'usage-limit', 'config'];

/** Written by a leaf of the same build: one look at the shape is enough. */
function isRecord(value: unknown): value is LeafRecord {
  if (typeof value !== 'object' || value === null) return false;
  if (!('outcome' in value) || !('answer' in value) || !('message' in value) || !('usage' in value)) return false;
  if (!('resetAtMs' in value)) return false;
  const { outcome, message, usage } = value;
  return (
    outcomes.some((known) => known === outcome) && typeof message === 'string' && (usage === null || isUsage(usage))
  );
}

function isUsage(value: unknown): value is LeafUsage {
  return (
    typeof value === 'object' && value !== null && 'inputTokens' in value && 'outputTokens' in value && 'usd' in value
  );
}
