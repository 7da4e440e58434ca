import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What the stub does with one question. */
export type ContentTurn =
  | { readonly text?: string; readonly tools?: readonly ContentCall[]; readonly finish?: string }
  /** The provider refuses; `details` as Google spells them. */
  | { readonly status: number; readonly kind: string; readonly message?: string; readonly details?: readonly object[] }
  /** It never answers: without headers, without a body, or with nothing but comments. */
  | { readonly silence: 'no-headers' | 'no-body' | 'pings' }
  /** The connection breaks, or the answer ends before its end is told. */
  | { readonly drop: 'at-once' | 'half-way' | 'unfinished' };

export interface ContentCall {
  readonly name: string;
  readonly args: Readonly<Record<string, unknown>>;
}

/** One question to the model, as a script sees it. */
export interface ContentRequest {
  readonly model: string;
  /** The last text of the user before any answer: the prompt of the leaf. */
  readonly prompt: string;
  readonly tools: readonly string[];
  /** How many answers of the model the conversation already holds: 0 for the first question. */
  readonly round: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** Everything, as it came. */
  readonly body: Readonly<Record<string, unknown>>;
}

/** Plays the model: one turn, or the turns of a whole conversation, of which the last repeats. Retries repeat a round. */
export type ContentScript = (request: ContentRequest) => ContentTurn | readonly ContentTurn[];

export interface ContentStub {
  readonly url: string;
  /** Every question so far: what leaves were really told. */
  readonly requests: readonly ContentRequest[];
  close(): Promise<void>;
}

/** A stand-in for generateContent on loopback: replies come from a script, no model is behind them. */
export async function generateContentStub(script: ContentScript): Promise<ContentStub> {
  const requests: ContentRequest[] = [];
  const server = createServer((request, response) => {
    void serve(request, response, script, requests).catch((error: unknown) => {
      const problem = { status: 400, kind: 'INVALID_ARGUMENT', message: `the stub's script failed: ${String(error)}` };
      if (!response.headersSent) answerWith(problem, response);
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
  script: ContentScript,
  requests: ContentRequest[],
): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const { pathname } = new URL(request.url ?? '/', 'http://stub');
  const model = /\/models\/([^:/]+):(?:streamGenerateContent|generateContent)$/.exec(pathname)?.[1];
  if (request.method !== 'POST' || model === undefined) {
    response.writeHead(pathname.endsWith(':countTokens') ? 200 : 404, { 'content-type': 'application/json' });
    response.end('{"totalTokens":100}');
    return;
  }
  const asked = readRequest(
    model,
    JSON.parse(Buffer.concat(chunks).toString('utf8')) as Record<string, unknown>,
    request.headers,
  );
  // Small questions on the side, such as which model to take, come without tools.
  if (asked.tools.length === 0) {
    response.writeHead(200, { 'content-type': 'application/json' });
    return void response.end(JSON.stringify(replyOf({ text: '{"complexity_reasoning":"stub","complexity_score":1}' })));
  }
  requests.push(asked);
  const said = script(asked);
  const turns: readonly ContentTurn[] = Array.isArray(said) ? said : [said as ContentTurn];
  const turn = turns[Math.min(asked.round, turns.length - 1)];
  if (turn === undefined) throw new Error('no turn for this question');
  answerWith(turn, response);
}

function answerWith(turn: ContentTurn, response: ServerResponse): void {
  if ('status' in turn) return refuse(turn, response);
  if ('silence' in turn) return beSilent(turn.silence, response);
  if ('drop' in turn) {
    if (turn.drop === 'at-once') return void response.socket?.destroy();
    open(response);
    send(response, {
      ...replyOf({ text: 'half of' }),
      candidates: [{ content: contentOf({ text: 'half of' }), index: 0 }],
    });
    return turn.drop === 'unfinished' ? void response.end() : void setTimeout(() => response.socket?.destroy(), 50);
  }
  open(response);
  send(response, replyOf(turn));
  response.end();
}

function beSilent(how: 'no-headers' | 'no-body' | 'pings', response: ServerResponse): void {
  if (how === 'no-headers') return;
  open(response);
  if (how === 'no-body') return;
  const timer = setInterval(() => response.write(': ping\r\n\r\n'), 500);
  response.once('close', () => clearInterval(timer));
}

function refuse(turn: Extract<ContentTurn, { readonly status: number }>, response: ServerResponse): void {
  const { status, kind, message = `scripted ${kind}`, details } = turn;
  response.writeHead(status, { 'content-type': 'application/json' });
  const error = { code: status, message, status: kind, ...(details === undefined ? {} : { details }) };
  response.end(JSON.stringify({ error }));
}

function open(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.flushHeaders();
}

function send(response: ServerResponse, value: object): void {
  response.write(`data: ${JSON.stringify(value)}\r\n\r\n`);
}

type Speech = Extract<ContentTurn, { readonly text?: string }>;

function contentOf({ text, tools = [] }: Speech): object {
  const calls = tools.map((functionCall) => ({ functionCall }));
  return { role: 'model', parts: text === undefined ? calls : [{ text }, ...calls] };
}

function replyOf(turn: Speech): object {
  return {
    candidates: [{ content: contentOf(turn), finishReason: turn.finish ?? 'STOP', index: 0 }],
    usageMetadata: { promptTokenCount: 100, candidatesTokenCount: 20, totalTokenCount: 120 },
  };
}

interface Content {
  readonly role: string;
  readonly parts: readonly { readonly text?: string }[];
}

function readRequest(model: string, body: Record<string, unknown>, headers: ContentRequest['headers']): ContentRequest {
  const contents = (body['contents'] ?? []) as readonly Content[];
  const tools = (body['tools'] ?? []) as readonly { functionDeclarations?: readonly { readonly name: string }[] }[];
  const texts = contents[0]?.parts.flatMap(({ text }) => text ?? []) ?? [];
  return {
    model,
    prompt: texts.at(-1) ?? '',
    tools: tools.flatMap(({ functionDeclarations = [] }) => functionDeclarations.map(({ name }) => name)),
    round: contents.filter(({ role }) => role === 'model').length,
    headers,
    body,
  };
}
