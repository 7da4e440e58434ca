import { generateContentStub, type ContentTurn } from '../../support/generate-content-stub.js';
import type { Cli } from './clis.js';
import type { Refusal, Turn } from './turns.js';

/** generateContent; gemini takes no schema, so its answer is its last message. */
export const geminiCli: Cli = {
  name: 'gemini',
  program: process.env['PAWL_TEST_GEMINI'] ?? null,
  keyVariable: 'GEMINI_API_KEY',
  config: (path) => ({ gemini: { path, model: 'gemini-2.5-flash' } }),
  env: (url) => ({ GEMINI_API_KEY: 'test-key', GOOGLE_GEMINI_BASE_URL: url }),
  stub: async (scene) => {
    const stub = await generateContentStub(({ prompt, round, body }) =>
      scene({ prompt, round, body: JSON.stringify(body) }).map(turnOf),
    );
    const asked = () => stub.requests.map(({ prompt, round, body }) => ({ prompt, round, body: JSON.stringify(body) }));
    return { url: stub.url, asked, close: stub.close };
  },
};

function turnOf(turn: Turn): ContentTurn {
  if ('answer' in turn) return { text: JSON.stringify(turn.answer) };
  if ('say' in turn) return { text: turn.say };
  if ('write' in turn) return call('write_file', { file_path: turn.write, content: turn.text });
  if ('shell' in turn) return call('run_shell_command', { command: turn.shell });
  if ('web' in turn) return call('web_fetch', { prompt: turn.web });
  return 'refuse' in turn ? refusalOf(turn.refuse) : turn;
}

function call(name: string, args: Readonly<Record<string, unknown>>): ContentTurn {
  return { tools: [{ name, args }] };
}

const kinds = new Map<Refusal, string>([
  [400, 'INVALID_ARGUMENT'],
  [401, 'UNAUTHENTICATED'],
  [403, 'PERMISSION_DENIED'],
  [404, 'NOT_FOUND'],
  [500, 'INTERNAL'],
  [503, 'UNAVAILABLE'],
]);

/** An allowance is a quota of the day here. */
function refusalOf(refusal: Refusal): ContentTurn {
  if (typeof refusal === 'number') return { status: refusal, kind: kinds.get(refusal) ?? 'RESOURCE_EXHAUSTED' };
  const quota = { quotaId: 'GenerateRequestsPerDayPerProjectPerModel-FreeTier', quotaValue: '250' };
  const failure = { '@type': 'type.googleapis.com/google.rpc.QuotaFailure', violations: [quota] };
  const retry = { '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '3600s' };
  const details = refusal === 'allowance' ? [failure] : [failure, retry];
  return { status: 429, kind: 'RESOURCE_EXHAUSTED', details };
}
