import { z } from 'zod';
import type { JsonSchema } from './answer-schema.js';

/** What of an answer does not fit its schema, in a few words; null when it fits. For agents that do not look themselves. */
export function answerMisfit(answer: unknown, schema: JsonSchema): string | null {
  const checked = asZod(schema)?.safeParse(answer);
  if (checked === undefined || checked.success) return null;
  const [first] = checked.error.issues;
  const place = first?.path.join('.') ?? '';
  return `${place === '' ? '' : `${place}: `}${first?.message ?? 'it does not fit'}`;
}

/** Null for a schema that zod can't read: an answer is validated once more where it is used. */
function asZod(schema: JsonSchema): z.ZodType | null {
  try {
    return z.fromJSONSchema({ ...schema });
  } catch {
    return null;
  }
}
