import type { OpencodeSettings } from '../../../domain/leaf/opencode-settings.js';

/** Where each provider's key stands, in the order in which it is looked for. */
const keyVariables: ReadonlyMap<string, readonly string[]> = new Map([
  ['anthropic', ['ANTHROPIC_API_KEY']],
  ['openai', ['OPENAI_API_KEY']],
  ['google', ['GOOGLE_GENERATIVE_AI_API_KEY', 'GEMINI_API_KEY']],
  ['openrouter', ['OPENROUTER_API_KEY']],
  ['opencode', ['OPENCODE_API_KEY']],
  ['mistral', ['MISTRAL_API_KEY']],
  ['groq', ['GROQ_API_KEY']],
  ['xai', ['XAI_API_KEY']],
  ['deepseek', ['DEEPSEEK_API_KEY']],
]);

export interface OpencodeModel {
  readonly provider: string;
  readonly model: string;
}

/** `anthropic/claude-sonnet-4-5`: the provider is what stands before the first slash. */
export function splitModel(text: string): OpencodeModel {
  const slash = text.indexOf('/');
  return { provider: text.slice(0, slash), model: text.slice(slash + 1) };
}

/** The variables that may hold the key of a provider; none for one that nobody told of. */
export function keyVariablesOf(provider: string, settings: OpencodeSettings): readonly string[] {
  const named = settings.provider?.keyVariable;
  return named === undefined ? (keyVariables.get(provider) ?? []) : [named];
}
