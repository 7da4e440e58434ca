import { answer, bash, write, type ModelTurn } from '../../support/messages-stub-answers.js';
import { messagesStub } from '../../support/messages-stub.js';
import type { Cli } from './clis.js';
import { allowanceUntil, type Refusal, type Turn } from './turns.js';

/** The Messages API; claude answers by a tool for that. */
export const claudeCli: Cli = {
  name: 'claude',
  program: process.env['PAWL_TEST_CLAUDE'] ?? null,
  keyVariable: 'ANTHROPIC_API_KEY',
  config: (path) => ({ claude: { path } }),
  env: (url) => ({ ANTHROPIC_API_KEY: 'test-key', ANTHROPIC_BASE_URL: url }),
  // What a provider says of an allowance is read of a subscription only.
  allowanceEnv: { ANTHROPIC_API_KEY: '', CLAUDE_CODE_OAUTH_TOKEN: 'sk-ant-oat01-test' },
  stub: async (scene) => {
    const stub = await messagesStub(({ prompt, round, body }) =>
      scene({ prompt, round, body: JSON.stringify(body) }).map(turnOf),
    );
    const asked = () => stub.requests.map(({ prompt, round, body }) => ({ prompt, round, body: JSON.stringify(body) }));
    return { url: stub.url, asked, close: stub.close };
  },
};

function turnOf(turn: Turn): ModelTurn {
  if ('answer' in turn) return answer(turn.answer);
  if ('say' in turn) return { text: turn.say };
  if ('write' in turn) return write(turn.write, turn.text);
  if ('shell' in turn) return bash(turn.shell);
  if ('web' in turn) return { tools: [{ name: 'WebFetch', input: { url: turn.web, prompt: 'as scripted' } }] };
  return 'refuse' in turn ? messagesRefusal(turn.refuse) : turn;
}

const kinds = new Map<Refusal, string>([
  [400, 'invalid_request_error'],
  [401, 'authentication_error'],
  [402, 'billing_error'],
  [403, 'permission_error'],
  [404, 'not_found_error'],
  [413, 'request_too_large'],
  [500, 'api_error'],
  [529, 'overloaded_error'],
]);

/** How the Messages API refuses. */
export function messagesRefusal(
  refusal: Refusal,
  more: Readonly<Record<string, string>> = {},
): Extract<ModelTurn, { readonly status: number }> {
  const spent = refusal === 'allowance' || refusal === 'allowance-until';
  const headers = {
    ...more,
    ...(spent ? { 'anthropic-ratelimit-unified-status': 'rejected' } : {}),
    ...(spent ? { 'anthropic-ratelimit-unified-representative-claim': 'five_hour' } : {}),
    ...(refusal === 'allowance-until' ? { 'anthropic-ratelimit-unified-reset': String(allowanceUntil) } : {}),
  };
  const kind = kinds.get(refusal) ?? (spent || refusal === 429 ? 'rate_limit_error' : 'api_error');
  return { status: spent ? 429 : refusal, kind, message: `scripted ${kind}`, headers };
}
