import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from '@jest/globals';
import { concludeOpencode } from '../../../../src/adapters/agents/opencode/conclude.js';
import { opencodeEvent } from '../../../../src/adapters/agents/opencode/event.js';
import type { LeafConclusion } from '../../../../src/ports/agent.js';
import type { ProgramResult } from '../../../../src/ports/program.js';
import { developerAnswerSchema } from '../../../../src/prompts/schemas.js';
import { endedWith, job as sample } from '../claude/sample.js';

const job = { ...sample, schema: developerAnswerSchema };
/** What the real opencode printed for a model that was scripted. */
const recorded = (name: string): string =>
  readFileSync(fileURLToPath(new URL(`./recorded/1.18.33-${name}.jsonl`, import.meta.url)), 'utf8');
const conclude = (out: string, more: Partial<ProgramResult> = {}, err = ''): LeafConclusion =>
  concludeOpencode(job, endedWith(out, more, err), out);
const failing = (error: object): string =>
  `${JSON.stringify({ type: 'error', timestamp: 1, sessionID: 's', error })}\n`;
const apiError = (data: object): string =>
  failing({ name: 'APIError', data: { message: 'scripted', isRetryable: true, responseHeaders: {}, ...data } });
const answer = '{"status":"done","note":"ok","remember":[]}';
const saying = (text: string): string => recorded('ok').replace(JSON.stringify(answer), JSON.stringify(text));

describe('R03: how an opencode leaf ended, by recorded lines', () => {
  test('an answer is the whole text of the last turn, with usage and cost', () => {
    for (const text of [answer, `\`\`\`json\n${answer}\n\`\`\``]) {
      expect(conclude(saying(text))).toEqual({
        outcome: 'done',
        answer: { status: 'done', note: 'ok', remember: [] },
        usage: { inputTokens: 100, outputTokens: 20, usd: 0.0006 },
        message: 'done in 1 turns, $0.0006',
        resetAtMs: null,
      });
    }
  });

  test.each(['hello', `Done. ${answer}`, `${answer}\n${answer}`, '{"status":"fine","note":"","remember":[]}'])(
    'F45: %p is contract',
    (text) => {
      expect(conclude(saying(text))).toMatchObject({ outcome: 'contract', answer: null, usage: { inputTokens: 100 } });
    },
  );

  test.each([
    ['400', 'config', 'status 400: bad'],
    ['401', 'auth', 'status 401: no'],
    ['403', 'auth', 'status 403: no'],
    ['404', 'config', 'status 404: model: x'],
    ['413', 'limit', 'big'],
  ] as const)('%s is %s', (name, outcome, message) => {
    expect(conclude(recorded(name), { exitCode: 1 })).toMatchObject({
      outcome,
      message,
      answer: null,
      resetAtMs: null,
    });
  });

  test.each([
    [{ statusCode: 402 }, 'config'],
    [{ statusCode: 429 }, 'transient'],
    [{ statusCode: 500 }, 'transient'],
    [{ statusCode: 529 }, 'transient'],
    [{}, 'transient'],
    [{ isRetryable: false }, 'transient'],
  ] as const)('an API error with %j is %s', (data, outcome) => {
    expect(conclude(apiError(data), { exitCode: 1 })).toMatchObject({ outcome, answer: null });
  });

  test.each([
    ['ProviderAuthError', 'auth'],
    ['ProviderModelNotFoundError', 'config'],
    ['ContextOverflowError', 'limit'],
    ['MessageOutputLengthError', 'limit'],
    ['MessageAbortedError', 'crashed'],
    ['SomethingNewError', 'crashed'],
  ] as const)('%s is %s', (name, outcome) => {
    expect(conclude(failing({ name, data: { message: 'm' } }), { exitCode: 1 })).toMatchObject({
      outcome,
      message: 'm',
    });
  });

  test('R26: a refused allowance with the time of its end, or without', () => {
    const headers = {
      'anthropic-ratelimit-unified-status': 'rejected',
      'anthropic-ratelimit-unified-reset': '1999999999',
    };
    const limited = apiError({ statusCode: 429, responseHeaders: headers });
    expect(conclude(limited, { exitCode: 1 })).toMatchObject({ outcome: 'usage-limit', resetAtMs: 1_999_999_999_000 });
    const silent = apiError({ statusCode: 429, responseBody: '{"error":{"type":"GoUsageLimitError"}}' });
    expect(conclude(silent, { exitCode: 1 })).toMatchObject({ outcome: 'usage-limit', resetAtMs: null });
    const quoted = apiError({ statusCode: 429, responseBody: '{"error":{"type":"x","message":"GoUsageLimitError"}}' });
    expect(conclude(quoted, { exitCode: 1 })).toMatchObject({ outcome: 'transient' });
  });

  test('an error that it got over is none', () => {
    expect(conclude(recorded('413') + saying(answer))).toMatchObject({ outcome: 'done' });
    expect(conclude(saying(answer) + recorded('413'), { exitCode: 1 })).toMatchObject({
      outcome: 'limit',
      answer: null,
    });
  });

  test('a turn that ran out of output is a limit; one that the CLI put in is nobody’s word', () => {
    expect(conclude(saying('{"sta').replace('"reason":"stop"', '"reason":"length"'))).toMatchObject({
      outcome: 'limit',
    });
    expect(
      conclude(saying(answer).replace('"type":"text","text"', '"synthetic":true,"type":"text","text"')),
    ).toMatchObject({
      outcome: 'contract',
      answer: null,
    });
  });

  test.each([
    [{ end: 'idle' }, 'idle'],
    [{ end: 'timeout' }, 'timeout'],
    [{ end: 'cancelled' }, 'cancelled'],
    [{ end: 'killed-external', problem: 'KILL' }, 'killed-external'],
    [{ end: 'failed-to-start', problem: 'ENOENT' }, 'config'],
    [{ exitCode: 0 }, 'contract'],
    [{ exitCode: 143 }, 'crashed'],
  ] as const)('cut off between two turns: %j is %s', (more, outcome) => {
    expect(conclude(recorded('cut-off'), more)).toMatchObject({ outcome, answer: null });
  });

  test('refused before it began is config, with its words; F32: an answer counts when it was ended afterwards', () => {
    const refused = conclude('', { exitCode: 1 }, 'Error: Unexpected argument\n');
    expect(refused).toMatchObject({ outcome: 'config' });
    expect(refused.message).toContain('its last words: Error: Unexpected argument');
    const late = conclude(saying(answer), { end: 'idle', exitCode: null });
    expect(late).toMatchObject({ outcome: 'done' });
    expect(late.message).toContain('after its report');
    expect(conclude(saying('words'), { end: 'idle', exitCode: null })).toMatchObject({ outcome: 'idle' });
  });
});

test('what a person reads in pawl logs', () => {
  const kinds = (name: string): readonly (string | undefined)[] =>
    recorded(name)
      .trimEnd()
      .split('\n')
      .map((line) => opencodeEvent(line)?.kind);
  expect(kinds('ok')).toEqual([undefined, 'progress', 'result']);
  expect(opencodeEvent(recorded('cut-off').split('\n')[1] ?? '')).toEqual({ kind: 'progress', text: 'bash echo hi' });
  expect(opencodeEvent(recorded('401').trimEnd())).toEqual({ kind: 'other', text: 'status 401: no' });
  expect(opencodeEvent('plain words')?.kind).toBe('other');
  for (const line of ['', '{}', '{"type":"step_start"}']) expect(opencodeEvent(line)).toBeNull();
});
