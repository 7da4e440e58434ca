import { answerMisfit } from '../../domain/leaf/answer-misfit.js';
import type { LeafJob } from '../../ports/agent.js';
import { parseJsonObject } from './json.js';
import type { JsonObject } from './json.js';

/** The prompt for a CLI that takes no schema: the schema stands behind it, and where the answer is looked for. */
export function askingForAnswer({ prompt, schema }: Pick<LeafJob, 'prompt' | 'schema'>): string {
  return [
    prompt.trimEnd(),
    '',
    'Your last message is your answer: that one JSON object and nothing else, no words around it. Its JSON schema:',
    JSON.stringify(schema),
    '',
  ].join('\n');
}

export type PlainAnswer = { readonly answer: JsonObject } | { readonly misfit: string };

/** A whole message in one code fence is the message: some models can't write JSON without. */
const fence = /^```(?:json)?[ \t]*\n([\s\S]*)\n```$/;

/**
 * The answer is the last message when that is exactly one JSON object of the agreed form. An object among words could be
 * one that the model only speaks of, so it is none (F45).
 */
export function plainAnswer(message: string | null, schema: LeafJob['schema']): PlainAnswer {
  const text = message?.trim() ?? '';
  if (text === '') return { misfit: 'it said nothing at its end' };
  const answer = parseJsonObject(fence.exec(text)?.[1] ?? text);
  if (answer === null) return { misfit: `its last message is not one JSON object: ${text}` };
  const misfit = answerMisfit(answer, schema);
  return misfit === null ? { answer } : { misfit: `its answer does not fit: ${misfit}` };
}
