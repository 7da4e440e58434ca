import { z } from 'zod';

export type JsonSchema = Readonly<Record<string, unknown>>;

/** What every agent CLI with structured output takes; lengths, patterns and defaults are not among it. */
const understood: ReadonlySet<string> = new Set([
  'type',
  'properties',
  'required',
  'additionalProperties',
  'items',
  'enum',
  'description',
]);

/**
 * JSON schema of an answer for an agent: closed, every key required, only the plainest words. Each vendor
 * refuses another part of the standard, so limits are said in the prompt and checked by zod afterwards.
 */
export function answerSchema(answer: z.ZodType): JsonSchema {
  return plain(z.toJSONSchema(answer));
}

function plain(schema: object): JsonSchema {
  const kept = Object.entries(schema).filter(([key]) => understood.has(key));
  return Object.fromEntries(kept.map(([key, value]) => [key, plainValue(key, value)]));
}

function plainValue(key: string, value: unknown): unknown {
  if (key === 'items' && isObject(value)) return plain(value);
  if (key !== 'properties' || !isObject(value)) return value;
  // Here the keys are names of the answer's own fields, each with a schema of its own.
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [name, isObject(field) ? plain(field) : field]),
  );
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
