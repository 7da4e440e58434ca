import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from '@jest/globals';
import { concludeGemini } from '../../../../src/adapters/agents/gemini/conclude.js';
import { geminiEvent } from '../../../../src/adapters/agents/gemini/event.js';
import type { LeafConclusion } from '../../../../src/ports/agent.js';
import type { ProgramResult } from '../../../../src/ports/program.js';
import { developerAnswerSchema } from '../../../../src/prompts/schemas.js';
import { endedWith, job as sample } from '../claude/sample.js';

const job = { ...sample, schema: developerAnswerSchema };
/** What the real gemini printed for a model that was scripted. */
const recorded = (name: string): string =>
  readFileSync(fileURLToPath(new URL(`./recorded/0.61.0-${name}.jsonl`, import.meta.url)), 'utf8');
const conclude = (out: string, more: Partial<ProgramResult> = {}, err = ''): LeafConclusion =>
  concludeGemini(job, endedWith(out, more, err), out);
const report = (name: string): string => `Full report available at: /tmp/report.json ${name}: scripted\n    at x\n`;

const answer = '{"status":"done","note":"n","remember":[]}';
const saying = (text: string): string => recorded('ok').replace('"hello"', JSON.stringify(text));

describe('R03: how a gemini leaf ended, by recorded lines and exit codes', () => {
  test('an answer is the whole last message, in a code fence or not, in pieces or not', () => {
    for (const text of [answer, `\n${answer}\n`, `\`\`\`json\n${answer}\n\`\`\``]) {
      expect(conclude(saying(text))).toEqual({
        outcome: 'done',
        answer: { status: 'done', note: 'n', remember: [] },
        usage: { inputTokens: 100, outputTokens: 20, usd: null },
        message: 'done with 0 tool calls',
        resetAtMs: null,
      });
    }
    const [init = '', user = '', message = '', result = ''] = saying('PIECE').split('\n');
    const pieces = [answer.slice(0, 9), answer.slice(9)].map((piece) =>
      message.replace('"PIECE"', JSON.stringify(piece)),
    );
    expect(conclude([init, user, ...pieces, result].join('\n'))).toMatchObject({ outcome: 'done' });
    // What it said before a tool call is no part of its last message.
    const tool = '{"type":"tool_use","tool_name":"glob","tool_id":"1","parameters":{}}';
    const before = message.replace('"PIECE"', '"I look first."');
    expect(conclude([init, user, before, tool, ...pieces, result].join('\n'))).toMatchObject({ outcome: 'done' });
  });

  test.each([
    'hello',
    `Done. ${answer}`,
    `${answer}${answer}`,
    `[${answer}]`,
    '{"status":"fine","note":"","remember":[]}',
  ])('F45: %p is contract', (text) => {
    expect(conclude(saying(text))).toMatchObject({ outcome: 'contract', answer: null, usage: { inputTokens: 100 } });
  });

  test.each([
    ['400', 144, '', 'config', 'status 400: scripted INVALID_ARGUMENT'],
    ['key', 144, '', 'auth', 'status 400: API key not valid'],
    ['401', 145, '', 'auth', 'status 401: scripted UNAUTHENTICATED'],
    ['403', 147, '', 'auth', 'status 403: scripted'],
    ['404', 1, report('ModelNotFoundError'), 'config', '[API Error: scripted NOT_FOUND]'],
    ['429', 173, '', 'transient', 'status 429: '],
    ['min', 173, '', 'transient', 'status 429: '],
    ['day', 173, report('TerminalQuotaError'), 'usage-limit', 'status 429: '],
    ['500', 244, '', 'transient', 'status 500: '],
    ['503', 247, '', 'transient', 'status 503: '],
    ['529', 17, '', 'transient', 'status 529: '],
    ['drop', 1, '', 'transient', '[API Error: exception TypeError: fetch failed'],
    ['mid', 1, '', 'transient', '[API Error: terminated]'],
    ['cut', 0, '', 'transient', 'Model stream ended without a finish reason.'],
    ['empty', 0, '', 'transient', 'The model returned an empty response'],
    ['safety', 0, '', 'transient', 'The model response was blocked'],
    ['loop', 53, '', 'limit', 'Reached max session turns'],
  ] as const)('%s (exit %i) is %s', (name, exitCode, err, outcome, message) => {
    const conclusion = conclude(recorded(name), { exitCode }, err);
    expect(conclusion).toMatchObject({ outcome, answer: null, resetAtMs: null });
    expect(conclusion.message.startsWith(message)).toBe(true);
  });

  test.each([
    [{ end: 'idle' }, 'idle'],
    [{ end: 'timeout' }, 'timeout'],
    [{ end: 'cancelled' }, 'cancelled'],
    [{ end: 'killed-external', problem: 'KILL' }, 'killed-external'],
    [{ end: 'failed-to-start', problem: 'ENOENT' }, 'config'],
    [{ exitCode: 0 }, 'contract'],
    [{ exitCode: 143 }, 'crashed'],
    [{ exitCode: null, signal: 'SIGSEGV' }, 'crashed'],
  ] as const)('without a result line: %j is %s', (more, outcome) => {
    const cut = recorded('ok').slice(0, recorded('ok').indexOf('{"type":"result"') + 20);
    expect(conclude(cut, more)).toMatchObject({ outcome, answer: null, usage: null });
  });

  test('refused before it began: no key is auth, anything else config; its words are told', () => {
    expect(conclude('', { exitCode: 41 }, 'Invalid auth method selected.\n')).toMatchObject({ outcome: 'auth' });
    const flag = conclude('', { exitCode: 1 }, 'Unknown argument: nope\n    at x\n');
    expect(flag).toMatchObject({ outcome: 'config' });
    expect(flag.message).toBe('exit code 1, no result line; its last words: Unknown argument: nope');
    expect(conclude('', { exitCode: 1 })).toMatchObject({ outcome: 'crashed' });
  });

  test('R02, F32: an answer counts when it was ended afterwards; two result lines are contract', () => {
    const late = conclude(saying(answer), { end: 'idle', exitCode: null });
    expect(late).toMatchObject({ outcome: 'done', answer: { status: 'done' } });
    expect(late.message).toContain('after its report');
    const [last = ''] = saying(answer).trimEnd().split('\n').slice(-1);
    expect(conclude(`${saying(answer)}${last}\n`)).toMatchObject({ outcome: 'contract', answer: null });
    expect(conclude(saying(answer).replace('"status":"success"', '"status":"half"'))).toMatchObject({
      outcome: 'contract',
    });
  });
});

test('what a person reads in pawl logs', () => {
  const kinds = (name: string): readonly (string | undefined)[] =>
    recorded(name)
      .trimEnd()
      .split('\n')
      .map((line) => geminiEvent(line)?.kind);
  expect(kinds('ok')).toEqual(['started', undefined, 'progress', 'result']);
  expect(kinds('cut')).toEqual(['started', undefined, 'progress', 'progress', 'other', 'result']);
  expect(geminiEvent(recorded('loop').split('\n')[2] ?? '')).toEqual({
    kind: 'progress',
    text: 'run_shell_command echo 1',
  });
  expect(geminiEvent('plain \u001b[31mwords')?.kind).toBe('other');
  for (const line of ['', '{}', '{"type":"tool_result","status":"success"}']) expect(geminiEvent(line)).toBeNull();
  const refused = '{"type":"tool_result","status":"error","error":{"message":"no such file"}}';
  expect(geminiEvent(refused)).toEqual({ kind: 'progress', text: 'refused: no such file' });
});
