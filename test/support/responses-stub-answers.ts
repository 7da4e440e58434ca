import type { ServerResponse } from 'node:http';

/** What the stub does with one question. */
export type ResponsesTurn =
  | {
      readonly text?: string;
      /** Calls of the CLI's tools. */
      readonly calls?: readonly ResponsesCall[];
      /** Between any two pieces of the text, one word each: a model that writes slowly. */
      readonly wordMs?: number;
    }
  /** The provider refuses; `error` is the body's part of that name. */
  | { readonly status: number; readonly error?: Readonly<Record<string, unknown>> }
  /** It never answers: without headers, without a body, or with nothing but comments. */
  | { readonly silence: 'no-headers' | 'no-body' | 'pings' }
  /** The connection breaks. */
  | { readonly drop: 'at-once' | 'half-way' };

export type ResponsesCall =
  | { readonly name: string; readonly input: Readonly<Record<string, unknown>> }
  /** A tool that takes free text. */
  | { readonly name: string; readonly text: string };

/** The structured answer of a leaf: to this CLI it is the last message. */
export function answer(value: Readonly<Record<string, unknown>>): ResponsesTurn {
  return { text: JSON.stringify(value) };
}

export function shell(command: string): ResponsesTurn {
  return { calls: [{ name: 'exec_command', input: { cmd: command } }] };
}

/** Adds a file to the folder, by the CLI's own editing tool. */
export function addFile(path: string, content: string): ResponsesTurn {
  const lines = content
    .trimEnd()
    .split('\n')
    .map((line) => `+${line}`);
  const text = ['*** Begin Patch', `*** Add File: ${path}`, ...lines, '*** End Patch', ''].join('\n');
  return { calls: [{ name: 'apply_patch', text }] };
}

let serial = 0;
const newId = (kind: string): string => `${kind}_stub${String((serial += 1)).padStart(16, '0')}`;

export function answerWith(turn: ResponsesTurn, model: string, response: ServerResponse): void {
  if ('status' in turn) refuse(turn, response);
  else if ('drop' in turn && turn.drop === 'at-once') response.socket?.destroy();
  else if ('drop' in turn) void stream({ text: 'half of' }, model, response, true);
  else if ('silence' in turn) beSilent(turn.silence, response);
  else void stream(turn, model, response, false);
}

type Speech = Extract<ResponsesTurn, { readonly text?: string }>;
type Item = Readonly<Record<string, unknown>>;

function refuse(
  { status, error }: Extract<ResponsesTurn, { readonly status: number }>,
  response: ServerResponse,
): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ error: { type: 'server_error', message: `scripted ${status}`, ...error } }));
}

function beSilent(how: 'no-headers' | 'no-body' | 'pings', response: ServerResponse): void {
  if (how === 'no-headers') return;
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.flushHeaders();
  if (how === 'no-body') return;
  const timer = setInterval(() => response.write(': ping\n\n'), 500);
  response.once('close', () => clearInterval(timer));
}

function itemsOf({ text, calls = [] }: Speech): readonly Item[] {
  const said = text === undefined ? [] : [messageOf(text)];
  return [...said, ...calls.map(callOf)];
}

function messageOf(text: string): Item {
  const content = [{ type: 'output_text', text, annotations: [] }];
  return { type: 'message', id: newId('msg'), role: 'assistant', status: 'completed', content };
}

function callOf(call: ResponsesCall): Item {
  const { name } = call;
  const common = { id: newId('call'), call_id: newId('call'), name, status: 'completed' };
  return 'text' in call
    ? { ...common, type: 'custom_tool_call', input: call.text }
    : { ...common, type: 'function_call', arguments: JSON.stringify(call.input) };
}

async function stream(turn: Speech, model: string, response: ServerResponse, breaks: boolean): Promise<void> {
  const output = itemsOf(turn);
  const usage = { input_tokens: 100, output_tokens: 20, total_tokens: 120 };
  const whole = { id: newId('resp'), object: 'response', status: 'completed', model, output, usage };
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  send(response, 'response.created', { response: { ...whole, status: 'in_progress', output: [], usage: null } });
  for (const [index, item] of output.entries()) {
    send(response, 'response.output_item.added', { output_index: index, item: { ...item, status: 'in_progress' } });
    for (const delta of item['type'] === 'message' ? wordsOf(turn.text ?? '') : []) {
      send(response, 'response.output_text.delta', {
        output_index: index,
        item_id: item['id'],
        content_index: 0,
        delta,
      });
      if (turn.wordMs !== undefined) await new Promise((resolve) => setTimeout(resolve, turn.wordMs));
    }
    if (breaks) return void response.socket?.destroy();
    send(response, 'response.output_item.done', { output_index: index, item });
  }
  send(response, 'response.completed', { response: whole });
  response.end();
}

function wordsOf(text: string): readonly string[] {
  return text.match(/\S+\s*|\s+/g) ?? [];
}

function send(response: ServerResponse, type: string, fields: Readonly<Record<string, unknown>>): void {
  if (!response.writableEnded) response.write(`event: ${type}\ndata: ${JSON.stringify({ type, ...fields })}\n\n`);
}
