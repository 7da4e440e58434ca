import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { answerWith, type ResponsesTurn } from './responses-stub-answers.js';

export type { ResponsesTurn } from './responses-stub-answers.js';

/** One question to the model, as a script sees it. */
export interface ResponsesRequest {
  readonly model: string;
  /** The prompt of the leaf, letter for letter, without what the CLI put around it. */
  readonly prompt: string;
  /** All that the model is told besides: instructions, rules, facts of its surroundings. */
  readonly surroundings: string;
  readonly tools: readonly string[];
  /** How many answers of the model the conversation already holds: 0 for the first question. */
  readonly round: number;
  /** What the tools answered so far. */
  readonly toolResults: string;
  /** The schema that the answer must have. */
  readonly schema: unknown;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** Everything, as it came. */
  readonly body: Readonly<Record<string, unknown>>;
}

/**
 * Plays the model: gets each question and returns one turn, or the turns of a whole conversation, of which the one for
 * this round is taken and the last repeats. Retries repeat a round, so a script without a memory gives the same answer
 * to them.
 */
export type ResponsesScript = (request: ResponsesRequest) => ResponsesTurn | readonly ResponsesTurn[];

export interface ResponsesStub {
  /** The base address that a provider of codex takes. */
  readonly url: string;
  /** Every question so far: what leaves were really told. */
  readonly requests: readonly ResponsesRequest[];
  close(): Promise<void>;
}

/** A stand-in for the Responses API on loopback: replies come from a script, no model is behind them. */
export async function responsesStub(script: ResponsesScript): Promise<ResponsesStub> {
  const requests: ResponsesRequest[] = [];
  const server = createServer((request, response) => {
    void serve(request, response, script, requests).catch((error: unknown) => {
      // The script of a test is wrong: the CLI ends at once, and the test sees why.
      const problem = { status: 400, error: { message: `the stub's script failed: ${String(error)}` } };
      if (!response.headersSent) answerWith(problem, 'stub', response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/v1`,
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
  script: ResponsesScript,
  requests: ResponsesRequest[],
): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  if (request.method !== 'POST' || !request.url?.endsWith('/v1/responses')) {
    response.writeHead(404, { 'content-type': 'application/json' });
    response.end('{"error":{"message":"the stub has no such path"}}');
    return;
  }
  const body = JSON.parse(Buffer.concat(chunks).toString('utf8')) as Record<string, unknown>;
  const asked = readRequest(body, request.headers);
  requests.push(asked);
  const said = script(asked);
  const turns: readonly ResponsesTurn[] = Array.isArray(said) ? said : [said as ResponsesTurn];
  const turn = turns[Math.min(asked.round, turns.length - 1)];
  if (turn === undefined) throw new Error('no turn for this question');
  answerWith(turn, asked.model, response);
}

interface Part {
  readonly text?: string;
}

interface Item {
  readonly type: string;
  readonly role?: string;
  readonly content?: readonly Part[];
  readonly output?: string | readonly Part[];
  readonly tools?: readonly Tool[];
}

interface Tool {
  readonly name?: string;
  readonly type?: string;
  readonly tools?: readonly Tool[];
}

function readRequest(body: Record<string, unknown>, headers: ResponsesRequest['headers']): ResponsesRequest {
  const items = (body['input'] ?? []) as readonly Item[];
  const users = items.filter(({ role }) => role === 'user').map(textOf);
  // The facts of its surroundings come as if the user had said them, before the prompt.
  const isPrompt = (text: string): boolean => !text.startsWith('<environment_context>');
  const told = items.filter(({ role }) => role === 'developer' || role === 'system').map(textOf);
  const tools = [...((body['tools'] ?? []) as readonly Tool[]), ...items.flatMap(({ tools: more }) => more ?? [])];
  const results = items.filter(({ type }) => type.endsWith('_output'));
  const { format } = (body['text'] ?? {}) as { readonly format?: { readonly schema?: unknown } };
  return {
    model: String(body['model']),
    prompt: users.filter(isPrompt).join('\n'),
    surroundings: [
      JSON.stringify(body['instructions'] ?? ''),
      ...told,
      ...users.filter((text) => !isPrompt(text)),
    ].join('\n'),
    tools: tools.flatMap((tool) => tool.tools ?? [tool]).map(({ name, type }) => name ?? String(type)),
    round: roundOf(items),
    toolResults: results.map(({ output }) => (typeof output === 'string' ? output : partsText(output))).join('\n'),
    schema: format?.schema,
    headers,
    body,
  };
}

/** A run of calls and words without an answer of a tool in between is one turn of the model. */
function roundOf(items: readonly Item[]): number {
  const bySelf = items.map(({ type, role }) => type.endsWith('_call') || (type === 'message' && role === 'assistant'));
  return bySelf.filter((own, index) => own && bySelf[index - 1] !== true).length;
}

function textOf({ content }: Item): string {
  return partsText(content);
}

function partsText(parts: readonly Part[] | undefined): string {
  return (parts ?? []).map(({ text }) => text ?? '').join('\n');
}
