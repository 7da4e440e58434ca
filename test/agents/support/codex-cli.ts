import { addFile, answer, shell, type ResponsesTurn } from '../../support/responses-stub-answers.js';
import { responsesStub } from '../../support/responses-stub.js';
import type { Cli } from './clis.js';
import { allowanceUntil, type Refusal, type Turn } from './turns.js';

/** The Responses API; codex answers by its last message, and edits by a patch. */
export const codexCli: Cli = {
  name: 'codex',
  program: process.env['PAWL_TEST_CODEX'] ?? null,
  keyVariable: 'OPENAI_API_KEY',
  config: (path, url) => ({ codex: { path, provider: { name: 'stub', baseUrl: url } } }),
  env: () => ({ OPENAI_API_KEY: 'test-key' }),
  stub: async (scene) => {
    const stub = await responsesStub(({ prompt, round, body }) =>
      scene({ prompt, round, body: JSON.stringify(body) }).map(turnOf),
    );
    const asked = () => stub.requests.map(({ prompt, round, body }) => ({ prompt, round, body: JSON.stringify(body) }));
    return { url: stub.url, asked, close: stub.close };
  },
};

function turnOf(turn: Turn): ResponsesTurn {
  if ('answer' in turn) return answer(turn.answer);
  if ('say' in turn) return { text: turn.say };
  if ('write' in turn) return addFile(turn.write, turn.text);
  if ('shell' in turn) return shell(turn.shell);
  if ('web' in turn) return { calls: [{ name: 'web_fetch', input: { url: turn.web } }] };
  return 'refuse' in turn ? refusalOf(turn.refuse) : turn;
}

const spent = { type: 'usage_limit_reached', message: 'scripted', plan_type: 'plus' };
const codes = new Map<Refusal, Readonly<Record<string, unknown>>>([
  [401, { message: 'Incorrect API key' }],
  [404, { code: 'model_not_found', message: 'The model `x` does not exist' }],
  [429, { code: 'rate_limit_exceeded' }],
  [503, { code: 'server_is_overloaded' }],
  ['allowance', spent],
  ['allowance-until', { ...spent, resets_at: allowanceUntil }],
]);

function refusalOf(refusal: Refusal): ResponsesTurn {
  return { status: typeof refusal === 'number' ? refusal : 429, error: codes.get(refusal) ?? {} };
}
