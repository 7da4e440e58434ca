import type { AgentSettings } from '../../../domain/leaf/agent-settings.js';
import { pickEnv } from '../environment.js';

/** The variables of a key, the first that is set counts. A leaf has no login of its own: its home is empty. */
export const keyVariables = ['CODEX_API_KEY', 'OPENAI_API_KEY'];

const openai = 'https://api.openai.com/v1';

/** Where the model is asked, and which variable holds the key for it; null when none is set. */
export function providerOf({ codex = {}, env }: AgentSettings): {
  readonly name: string;
  readonly baseUrl: string;
  readonly keyVariable: string | null;
} {
  const { provider } = codex;
  const wanted = provider?.keyVariable === undefined ? keyVariables : [provider.keyVariable];
  const [keyVariable = null] = Object.keys(pickEnv(env, wanted));
  const baseUrl = provider?.baseUrl ?? pickEnv(env, ['OPENAI_BASE_URL'])['OPENAI_BASE_URL'] ?? openai;
  return { name: provider?.name ?? 'OpenAI', baseUrl, keyVariable };
}

/** How often the CLI tries again by itself: a short hiccup. Longer waits are the workflow's business. */
const tries = { request_max_retries: 2, stream_max_retries: 1 };

/** The provider as the CLI's configuration takes it. Always one of its own name: those built in keep their retries. */
export function providerArguments(settings: AgentSettings, quietMs: number): readonly string[] {
  const { name, baseUrl, keyVariable } = providerOf(settings);
  const facts = {
    name,
    base_url: baseUrl,
    env_key: keyVariable ?? settings.codex?.provider?.keyVariable ?? 'OPENAI_API_KEY',
    wire_api: 'responses',
    supports_websockets: false,
    ...tries,
    stream_idle_timeout_ms: quietMs,
  };
  const table = Object.entries(facts).map(([key, value]) => `${key}=${JSON.stringify(value)}`);
  return ['-c', 'model_provider="pawl"', '-c', `model_providers.pawl={${table.join(',')}}`];
}
