import type { ModelTurn } from '../../support/messages-stub-answers.js';
import { messagesStub } from '../../support/messages-stub.js';
import { messagesRefusal } from './claude-cli.js';
import type { Cli } from './clis.js';
import type { Turn } from './turns.js';

/** The Messages API here, as it could be any; opencode takes no schema, so its answer is its last message. */
export const opencodeCli: Cli = {
  name: 'opencode',
  program: process.env['PAWL_TEST_OPENCODE'] ?? null,
  keyVariable: 'ANTHROPIC_API_KEY',
  config: (path, url) => ({
    opencode: { path, model: 'anthropic/claude-sonnet-4-5', provider: { baseUrl: `${url}/v1` } },
  }),
  env: () => ({ ANTHROPIC_API_KEY: 'test-key' }),
  stub: async (scene) => {
    const stub = await messagesStub(({ prompt, round, body }) =>
      scene({ prompt, round, body: JSON.stringify(body) }).map(turnOf),
    );
    const asked = () => stub.requests.map(({ prompt, round, body }) => ({ prompt, round, body: JSON.stringify(body) }));
    return { url: stub.url, asked, close: stub.close };
  },
};

function turnOf(turn: Turn): ModelTurn {
  if ('answer' in turn) return { text: JSON.stringify(turn.answer) };
  if ('say' in turn) return { text: turn.say };
  if ('write' in turn) return call('write', { filePath: turn.write, content: turn.text });
  if ('shell' in turn) return call('bash', { command: turn.shell, description: 'As scripted' });
  if ('web' in turn) return call('webfetch', { url: turn.web, format: 'text' });
  // It tries five times more; the provider tells it not to wait in between.
  return 'refuse' in turn ? messagesRefusal(turn.refuse, { 'retry-after-ms': '1' }) : turn;
}

function call(name: string, input: Readonly<Record<string, unknown>>): ModelTurn {
  return { tools: [{ name, input }] };
}
