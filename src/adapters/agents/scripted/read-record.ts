import { RecordFailure } from '../../../domain/leaf/leaf-record.js';
import type { LeafUsage } from '../../../ports/agent.js';
import { recordPrefix } from './leaf-task.js';
import type { LeafRecord } from './leaf-task.js';

export type RecordReading =
  | { readonly kind: 'record'; readonly record: LeafRecord }
  | { readonly kind: 'none' }
  | { readonly kind: 'several'; readonly count: number }
  | { readonly kind: 'broken'; readonly why: string };

/** The one record among what a leaf printed: a second one was printed by something that the leaf ran (R17). */
export function findRecord(text: string): RecordReading {
  const whole = `\n${text}`;
  const at = whole.indexOf(lineStart);
  if (at === -1) return { kind: 'none' };
  const count = whole.split(lineStart).length - 1;
  if (count > 1) return { kind: 'several', count };
  const [line = ''] = whole.slice(at + 1).split('\n', 1);
  try {
    const value: unknown = JSON.parse(line);
    return isRecord(value)
      ? { kind: 'record', record: value }
      : { kind: 'broken', why: 'its fields are not those of a record' };
  } catch (error) {
    return { kind: 'broken', why: error instanceof Error ? error.message : String(error) };
  }
}

const lineStart = `\n${recordPrefix}`;

const outcomes: readonly LeafRecord['outcome'][] = ['done', ...RecordFailure.options];

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
