import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createAgents } from '../../../src/adapters/agents/agents.js';
import type { LeafConclusion } from '../../../src/ports/agent.js';
import type { ProgramResult } from '../../../src/ports/program.js';
import { developerAnswerSchema } from '../../../src/prompts/schemas.js';
import { removal } from '../../support/removal.js';
import { endedWith, job } from './claude/sample.js';

/** Each agent's record by its least: what it prints around an answer, and a line of its own that says nothing. */
interface Spoken {
  readonly name: string;
  readonly lines: (answer: unknown) => readonly string[];
  readonly noise: (text: string) => string;
}

const line = (value: unknown): string => JSON.stringify(value);
const said = (answer: unknown): string => (typeof answer === 'string' ? answer : line(answer));

const agents: readonly Spoken[] = [
  {
    name: 'claude',
    lines: (answer) => [
      line({ type: 'system', subtype: 'init', tools: [], mcp_servers: [] }),
      line({ type: 'result', subtype: 'success', is_error: false, result: '', structured_output: answer }),
    ],
    noise: (text) => line({ type: 'user', message: { content: text } }),
  },
  {
    name: 'codex',
    lines: (answer) => [
      line({ type: 'thread.started', thread_id: 'none' }),
      line({ type: 'item.completed', item: { id: 'x', type: 'agent_message', text: said(answer) } }),
      line({ type: 'turn.completed', usage: { input_tokens: 1, output_tokens: 1 } }),
    ],
    noise: (text) => line({ type: 'item.completed', item: { type: 'command_execution', aggregated_output: text } }),
  },
  {
    name: 'gemini',
    lines: (answer) => [
      line({ type: 'init' }),
      line({ type: 'message', role: 'assistant', content: said(answer) }),
      line({ type: 'result', status: 'success', stats: {} }),
    ],
    noise: (text) => line({ type: 'tool_result', status: 'success', output: text }),
  },
  {
    name: 'opencode',
    lines: (answer) => [
      line({ type: 'step_start' }),
      line({ type: 'text', part: { messageID: 'm', text: said(answer) } }),
      line({ type: 'step_finish', part: { messageID: 'm', reason: 'stop' } }),
    ],
    noise: (text) => line({ type: 'tool_use', part: { tool: 'bash', state: { output: text } } }),
  },
  { name: 'command', lines: (answer) => [said(answer)], noise: (text) => text.replaceAll('\n', ' ') },
];

const done = { status: 'done', note: 'wörks', remember: [] };

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'pawl-bounds-'));
});
afterAll(() => rmSync(folder, removal));

/** As a worker does it: from the file of what a leaf printed. */
async function conclude(
  { name }: Spoken,
  printed: string | Buffer,
  more: Partial<ProgramResult> = {},
): Promise<LeafConclusion> {
  const agent = createAgents({ claude: {}, command: { argv: ['true'] }, env: {}, path: '/bin' }).find(
    (one) => one.name === name,
  );
  if (agent === undefined) throw new Error(`no agent ${name}`);
  const path = join(folder, name);
  writeFileSync(path, printed);
  const result = endedWith('', more);
  const bytes = Buffer.byteLength(printed);
  return agent.conclude(
    { ...job, schema: developerAnswerSchema },
    { ...result, out: { path, bytes, truncated: false, tail: printed.toString().slice(-1_000) } },
  );
}

const whole = (lines: readonly string[]): string => `${lines.join('\n')}\n`;

describe.each(agents)('D5: what a leaf of $name prints is read within bounds', (spoken) => {
  const good = whole(spoken.lines(done));

  test('an answer of 3 MiB is none, and its message is short', async () => {
    const big = whole(spoken.lines({ ...done, note: 'ß'.repeat(1_600_000) }));
    const conclusion = await conclude(spoken, big);
    expect(conclusion).toMatchObject({ outcome: 'contract', answer: null });
    expect(conclusion.message.length).toBeLessThanOrEqual(1_000);
    const just = whole(spoken.lines({ ...done, note: 'a'.repeat(900_000) }));
    expect(await conclude(spoken, just)).toMatchObject({ outcome: 'done' });
  });

  test('megabytes before it, in many lines, in one, and of bytes that are no text', async () => {
    const noises = [
      `${spoken.noise('x'.repeat(20))}\n`.repeat(40_000),
      `${spoken.noise('x\n'.repeat(3_000_000))}\n`,
      `${'{"type":"result"'.repeat(100_000)}\n`,
      `${'{'.repeat(1_000_000)}\n`,
      Buffer.alloc(1_000_000, 0xff).toString('latin1') + '\n',
    ];
    for (const noise of noises)
      expect(await conclude(spoken, noise + good)).toMatchObject({ outcome: 'done', answer: done });
  });

  test('nested a hundred thousand times: no answer, and nobody falls over', async () => {
    const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
    const nested = whole(spoken.lines('DEEP')).replace(/\\?"?DEEP\\?"?/, (found) =>
      found.startsWith('"') && spoken.name === 'claude'
        ? `{"note":${deep}}`
        : found.replace('DEEP', `{\\"note\\":${deep}}`),
    );
    const text = spoken.name === 'command' ? `{"note":${deep}}\n` : nested;
    expect(await conclude(spoken, text)).toMatchObject({ outcome: 'contract', answer: null });
  });

  test('half a letter within the record changes that letter only; a record that was cut is none', async () => {
    const bytes = Buffer.from(good);
    const at = bytes.indexOf('ö');
    const half = Buffer.concat([bytes.subarray(0, at + 1), bytes.subarray(at + 2)]);
    expect(await conclude(spoken, half)).toMatchObject({ outcome: 'done', answer: { note: 'w\ufffdrks' } });
    const cut = bytes.subarray(0, bytes.length - 10);
    expect(await conclude(spoken, cut)).toMatchObject({ outcome: 'contract', answer: null });
    expect(await conclude(spoken, cut, { end: 'idle', exitCode: null })).toMatchObject({
      outcome: 'idle',
      answer: null,
    });
  });

  test('a last line without its end, and lines that end as on another system, are read', async () => {
    expect(await conclude(spoken, good.trimEnd())).toMatchObject({ outcome: 'done', answer: done });
    expect(await conclude(spoken, good.replaceAll('\n', '\r\n'))).toMatchObject({ outcome: 'done', answer: done });
  });
});
