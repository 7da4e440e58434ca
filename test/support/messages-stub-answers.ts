import type { ServerResponse } from 'node:http';

/** What the stub does with one question. */
export type ModelTurn =
  | {
      readonly text?: string;
      /** Calls of the CLI's tools. */
      readonly tools?: readonly ToolCall[];
      readonly usage?: Readonly<Record<string, number>>;
      /** Before the answer begins. */
      readonly afterMs?: number;
      /** Between any two pieces of the text, one word each: a model that writes slowly. */
      readonly wordMs?: number;
    }
  /** The provider refuses. */
  | {
      readonly status: number;
      readonly kind?: string;
      readonly message?: string;
      readonly headers?: Readonly<Record<string, string>>;
    }
  /** It never answers: without headers, without a body, or with nothing but pings. */
  | { readonly silence: 'no-headers' | 'no-body' | 'pings' }
  /** The connection breaks. */
  | { readonly drop: 'at-once' | 'half-way' };

export interface ToolCall {
  readonly name: string;
  readonly input: Readonly<Record<string, unknown>>;
}

/** The structured answer of a leaf. */
export function answer(value: Readonly<Record<string, unknown>>): ModelTurn {
  return { tools: [{ name: 'StructuredOutput', input: value }] };
}

/** Writes a file of the workspace; the CLI takes paths relative to it. */
export function write(path: string, content: string): ModelTurn {
  return { tools: [{ name: 'Write', input: { file_path: path, content } }] };
}

export function bash(command: string): ModelTurn {
  return { tools: [{ name: 'Bash', input: { command, description: 'As scripted' } }] };
}

let serial = 0;
const newId = (kind: string): string => `${kind}_stub${String((serial += 1)).padStart(16, '0')}`;

export function answerWith(turn: ModelTurn, model: string, streamed: boolean, response: ServerResponse): void {
  if ('status' in turn) refuse(turn, response);
  else if ('drop' in turn && turn.drop === 'at-once') response.socket?.destroy();
  else if ('drop' in turn) void stream({ text: 'half of' }, model, response, 'half-way');
  else if ('silence' in turn) beSilent(turn.silence, model, response);
  else if (streamed) void stream(turn, model, response, null);
  else replyWhole(turn, model, response);
}

type Speech = Extract<ModelTurn, { readonly text?: string }>;

function refuse(turn: Extract<ModelTurn, { readonly status: number }>, response: ServerResponse): void {
  const { status, kind = 'api_error', message = `scripted ${status}`, headers = {} } = turn;
  response.writeHead(status, { 'content-type': 'application/json', 'request-id': 'req_stub', ...headers });
  response.end(JSON.stringify({ type: 'error', error: { type: kind, message }, request_id: 'req_stub' }));
}

function beSilent(how: 'no-headers' | 'no-body' | 'pings', model: string, response: ServerResponse): void {
  if (how === 'no-headers') return;
  response.writeHead(200, { 'content-type': 'text/event-stream', 'request-id': 'req_stub' });
  response.flushHeaders();
  if (how === 'no-body') return;
  send(response, 'message_start', { message: { ...messageOf({}, model), content: [] } });
  const timer = setInterval(() => send(response, 'ping', {}), 500);
  response.once('close', () => clearInterval(timer));
}

function contentOf({ text, tools = [] }: Speech): readonly Readonly<Record<string, unknown>>[] {
  const calls = tools.map(({ name, input }) => ({ type: 'tool_use', id: newId('toolu'), name, input }));
  return text === undefined ? calls : [{ type: 'text', text }, ...calls];
}

function messageOf(turn: Speech, model: string): Readonly<Record<string, unknown>> {
  const nothing = { cache_creation_input_tokens: 0, cache_read_input_tokens: 0 };
  return {
    id: newId('msg'),
    type: 'message',
    role: 'assistant',
    model,
    content: contentOf(turn),
    stop_reason: (turn.tools ?? []).length > 0 ? 'tool_use' : 'end_turn',
    stop_sequence: null,
    usage: { input_tokens: 100, output_tokens: 20, ...nothing, ...turn.usage },
  };
}

function replyWhole(turn: Speech, model: string, response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'application/json', 'request-id': 'req_stub' });
  response.end(JSON.stringify(messageOf(turn, model)));
}

async function stream(turn: Speech, model: string, response: ServerResponse, stop: 'half-way' | null): Promise<void> {
  const message = messageOf(turn, model);
  const blocks = message['content'] as readonly Readonly<Record<string, unknown>>[];
  response.writeHead(200, { 'content-type': 'text/event-stream', 'request-id': 'req_stub' });
  send(response, 'message_start', { message: { ...message, content: [], stop_reason: null } });
  for (const [index, block] of blocks.entries()) {
    const isText = block['type'] === 'text';
    send(response, 'content_block_start', {
      index,
      content_block: isText ? { type: 'text', text: '' } : { ...block, input: {} },
    });
    for (const delta of deltasOf(block)) {
      send(response, 'content_block_delta', { index, delta });
      if (stop === 'half-way') return void response.socket?.destroy();
      if (turn.wordMs !== undefined) await new Promise((resolve) => setTimeout(resolve, turn.wordMs));
    }
    send(response, 'content_block_stop', { index });
  }
  send(response, 'message_delta', {
    delta: { stop_reason: message['stop_reason'], stop_sequence: null },
    usage: message['usage'],
  });
  send(response, 'message_stop', {});
  response.end();
}

function deltasOf(block: Readonly<Record<string, unknown>>): readonly Readonly<Record<string, unknown>>[] {
  if (block['type'] !== 'text') return [{ type: 'input_json_delta', partial_json: JSON.stringify(block['input']) }];
  const words = String(block['text']).match(/\S+\s*|\s+/g) ?? [''];
  return words.map((text) => ({ type: 'text_delta', text }));
}

function send(response: ServerResponse, type: string, fields: Readonly<Record<string, unknown>>): void {
  if (!response.writableEnded) response.write(`event: ${type}\ndata: ${JSON.stringify({ type, ...fields })}\n\n`);
}
