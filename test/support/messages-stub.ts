import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { answerWith, type ModelTurn } from './messages-stub-answers.js';

export type { ModelTurn } from './messages-stub-answers.js';

/** One question to the model, as a script sees it. */
export interface ModelRequest {
  readonly model: string;
  /** The prompt of the leaf, letter for letter, without what the CLI put around it. */
  readonly prompt: string;
  /** All that the model is told besides: system prompt and reminders. */
  readonly surroundings: string;
  readonly tools: readonly string[];
  /** How many answers of the model the conversation already holds: 0 for the first question. */
  readonly round: number;
  /** What the tools of the last turn answered. */
  readonly toolResults: string;
  /** The folder the CLI says it works in. */
  readonly work: string | null;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** Everything, as it came. */
  readonly body: Readonly<Record<string, unknown>>;
}

/**
 * Plays the model. It gets each question and returns one turn, or the turns of a whole conversation, of which the one
 * for this round is taken and the last repeats. Retries repeat a round, so a script without a memory gives the same
 * answer to them. A leaf is told apart by its prompt (`leafOf` reads role and phase):
 *
 *     const stub = await messagesStub((request) => {
 *       const { role, phase } = leafOf(request.prompt);
 *       if (role === 'verifier') return answer({ verdict: 'PASS', reasons: [] });
 *       return [write('src/a.js', 'export const a = 1;\n'), answer({ status: 'done', note: '' })];
 *     });
 *     // environment of the CLI: ANTHROPIC_BASE_URL=stub.url, ANTHROPIC_API_KEY=anything
 */
export type ModelScript = (request: ModelRequest) => ModelTurn | readonly ModelTurn[];

export interface MessagesStub {
  readonly url: string;
  /** Every question so far: what leaves were really told. */
  readonly requests: readonly ModelRequest[];
  close(): Promise<void>;
}

/** A stand-in for the Messages API on loopback: replies come from a script, no model is behind them. */
export async function messagesStub(script: ModelScript): Promise<MessagesStub> {
  const requests: ModelRequest[] = [];
  const server = createServer((request, response) => {
    void serve(request, response, script, requests).catch((error: unknown) => {
      // The script of a test is wrong: the CLI ends at once, and the test sees why.
      const problem = { status: 400, kind: 'invalid_request_error', message: `the stub's script failed: ${error}` };
      if (!response.headersSent) answerWith(problem, 'stub', true, response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function serve(
  request: IncomingMessage,
  response: ServerResponse,
  script: ModelScript,
  requests: ModelRequest[],
): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const { pathname } = new URL(request.url ?? '/', 'http://stub');
  if (request.method !== 'POST' || !pathname.endsWith('/v1/messages')) {
    response.writeHead(pathname.endsWith('/count_tokens') ? 200 : 404, { 'content-type': 'application/json' });
    response.end('{"input_tokens":100}');
    return;
  }
  const body = JSON.parse(Buffer.concat(chunks).toString('utf8')) as Record<string, unknown>;
  const asked = readRequest(body, request.headers);
  const streamed = body['stream'] === true;
  // Small questions on the side, such as one for a title, come without tools.
  if (asked.tools.length === 0) return answerWith({ text: 'stub' }, asked.model, streamed, response);
  requests.push(asked);
  const said = script(asked);
  const turns: readonly ModelTurn[] = Array.isArray(said) ? said : [said as ModelTurn];
  const turn = turns[Math.min(asked.round, turns.length - 1)];
  if (turn === undefined) throw new Error('no turn for this question');
  if ('afterMs' in turn && turn.afterMs !== undefined) await sleep(turn.afterMs);
  answerWith(turn, asked.model, streamed, response);
}

interface Block {
  readonly type?: string;
  readonly text?: string;
  readonly content?: string | readonly Block[];
}

interface Message {
  readonly role: string;
  readonly content: string | readonly Block[];
}

function readRequest(body: Record<string, unknown>, headers: ModelRequest['headers']): ModelRequest {
  const messages = (body['messages'] ?? []) as readonly Message[];
  const users = messages.filter(({ role }) => role === 'user');
  const reminder = /^\s*<system-reminder>/;
  const first = blocksOf(users[0]?.content ?? '').map(textOf);
  const system = blocksOf((body['system'] ?? '') as string | readonly Block[]).map(textOf);
  const told = messages.filter(({ role }) => role === 'system').flatMap(({ content }) => blocksOf(content).map(textOf));
  const surroundings = [...system, ...told, ...first.filter((text) => reminder.test(text))].join('\n');
  const results = blocksOf(users.at(-1)?.content ?? '').filter(({ type }) => type === 'tool_result');
  return {
    model: String(body['model']),
    prompt: first.filter((text) => !reminder.test(text)).join('\n'),
    surroundings,
    tools: ((body['tools'] ?? []) as readonly { readonly name: string }[]).map(({ name }) => name),
    round: messages.filter(({ role }) => role === 'assistant').length,
    toolResults: results.map(textOf).join('\n'),
    work: /working directory: (.+)/i.exec(surroundings)?.[1] ?? null,
    headers,
    body,
  };
}

function blocksOf(content: string | readonly Block[]): readonly Block[] {
  return typeof content === 'string' ? [{ type: 'text', text: content }] : content;
}

function textOf({ text, content }: Block): string {
  return text ?? (content === undefined ? '' : blocksOf(content).map(textOf).join('\n'));
}

/** The leaf a prompt of Pawl's is for: role and phase from its own words, the step's id where it names one. */
export function leafOf(prompt: string): {
  readonly role: string;
  readonly phase: string;
  readonly step: string | null;
} {
  const role = /^You are the ([a-z-]+)/m.exec(prompt)?.[1] ?? 'unknown';
  const phase = /^Phase ([A-Z]+):/m.exec(prompt)?.[1] ?? /^## Reject ([A-Z]+) when/m.exec(prompt)?.[1];
  return {
    role,
    phase: phase?.toLowerCase() ?? (role === 'planner' ? 'plan' : 'unknown'),
    step: /^## Step (\S+)$/m.exec(prompt)?.[1] ?? null,
  };
}
