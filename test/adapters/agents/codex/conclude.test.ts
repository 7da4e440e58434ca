import { describe, expect, test } from '@jest/globals';
import { parseRollout } from '../../../../src/adapters/agents/codex/rollout.js';
import type { LeafOutcome } from '../../../../src/domain/leaf/leaf-outcome.js';
import { conclude, job, recorded, type Wish } from './sample.js';

const failed = { exitCode: 1 };
const good = recorded('good');
const http = (status: number) => ({ http_connection_failed: { http_status_code: status } });

describe('R03: how a codex leaf ended, by recorded lines', () => {
  test('a good answer with usage', () => {
    expect(conclude(good)).toEqual({
      outcome: 'done',
      answer: { status: 'done' },
      usage: { inputTokens: 300, outputTokens: 60, usd: null },
      message: 'done: 300 tokens in, 60 out',
      resetAtMs: null,
    });
  });

  test("which walls held it is said when they were not the CLI's own", () => {
    const held = "done: 300 tokens in, 60 out; held by the jail bubblewrap, codex's own sandbox is off";
    expect(conclude(good, { job: { jail: 'bubblewrap' } }).message).toBe(held);
  });

  test.each<[string, unknown, LeafOutcome, string]>([
    ['401', http(401), 'auth', 'unexpected status 401 Unauthorized: Incorrect API key'],
    ['403', http(403), 'auth', 'unexpected status 403 Forbidden'],
    ['no-key', 'other', 'auth', 'Missing environment variable: `OPENAI_API_KEY`.'],
    ['400', 'other', 'config', '{"type":"error","error":{"message":"bad"'],
    ['402', http(402), 'config', 'unexpected status 402 Payment Required'],
    ['404', http(404), 'config', 'unexpected status 404 Not Found'],
    ['unknown-model', 'model_not_found', 'config', 'The model x does not exist'],
    ['no-credit', 'usage_limit_exceeded', 'config', 'Quota exceeded. Check your plan'],
    ['not-in-plan', 'usage_limit_exceeded', 'config', 'To use Codex with your ChatGPT plan'],
    ['413', http(413), 'limit', 'unexpected status 413'],
    ['context', 'context_window_exceeded', 'limit', 'Codex ran out of room'],
    ['429', { response_too_many_failed_attempts: { http_status_code: 429 } }, 'transient', 'exceeded retry limit'],
    ['500', 'internal_server_error', 'transient', 'We’re currently experiencing high demand'],
    ['503', 'server_overloaded', 'transient', 'Selected model is at capacity'],
    ['529', http(529), 'transient', 'unexpected status 529'],
    ['dropped', 'other', 'transient', 'stream disconnected before completion: error sending request'],
    ['silent', 'other', 'transient', 'stream disconnected before completion: idle timeout'],
    ['not-there', 'other', 'transient', 'Connection failed: error sending request'],
  ])('%s (%j) is %s, also where its own record is missing', (name, errorInfo, outcome, message) => {
    for (const record of [{ errorInfo }, {}]) {
      const conclusion = conclude(recorded(name), { result: failed, record });
      expect(conclusion).toMatchObject({ outcome, answer: null, resetAtMs: null });
      expect(conclusion.message.startsWith(message)).toBe(true);
      expect(conclusion.message).not.toContain('after its report');
    }
  });

  test('a kind of error decides where its sentence is one that this version does not know', () => {
    const out = recorded('500').replaceAll('We’re currently experiencing', 'There is');
    expect(conclude(out, { result: failed, record: { errorInfo: 'internal_server_error' } }).outcome).toBe('transient');
    for (const errorInfo of [{ response_stream_disconnected: { http_status_code: null } }, 'rate_limit_exceeded'])
      expect(conclude(out, { result: failed, record: { errorInfo } }).outcome).toBe('transient');
    for (const errorInfo of ['unauthorized']) expect(conclude(out, { record: { errorInfo } }).outcome).toBe('auth');
  });

  test("R03: a model's or provider's words about keys and limits decide nothing", () => {
    const said = recorded('unknown-model').replaceAll(
      'The model x does not exist',
      'No: status 401, usage limit, timeout',
    );
    expect(conclude(said, { result: failed }).outcome).toBe('config');
    const prose = recorded('prose').replace('I am done.', 'You’ve hit your usage limit. Try again at 7:58 AM.');
    expect(conclude(prose)).toMatchObject({ outcome: 'contract', resetAtMs: null });
  });

  test('R03, F33: a failed turn with exit code 0 is refused, and a completed one beside it does not help', () => {
    expect(conclude(recorded('429'))).toMatchObject({ outcome: 'transient', answer: null });
    expect(conclude(good + recorded('401'))).toMatchObject({ outcome: 'auth', answer: null });
  });

  test('tokens of a failed turn are read from its record', () => {
    const { usage } = parseRollout(recorded('good.rollout'));
    expect(conclude(recorded('500'), { result: failed, record: { usage } }).usage).toEqual({
      inputTokens: 300,
      outputTokens: 60,
      usd: null,
    });
  });
});

describe('R26: a used-up allowance', () => {
  const wish = { result: failed, record: { errorInfo: 'usage_limit_exceeded' } };
  const stated = (time: string): string => recorded('usage-limit').replaceAll('May 18th, 2033 3:33 AM', time);

  test('with a date, with a time of today, and without either', () => {
    expect(conclude(recorded('usage-limit'), wish)).toMatchObject({
      outcome: 'usage-limit',
      resetAtMs: new Date(2033, 4, 18, 3, 33).getTime(),
    });
    const nowMs = new Date(2026, 11, 1, 7, 30).getTime();
    expect(conclude(stated('7:58 AM'), { ...wish, nowMs }).resetAtMs).toBe(nowMs + 28 * 60_000);
    expect(conclude(recorded('usage-limit-no-time'), wish)).toMatchObject({ outcome: 'usage-limit', resetAtMs: null });
  });

  test.each([
    ['12:05 AM', [2026, 11, 1, 0, 5]],
    ['12:05 PM', [2026, 11, 1, 12, 5]],
    ['11:59 PM', [2026, 11, 1, 23, 59]],
    ['Jan 1st, 2027 1:00 PM', [2027, 0, 1, 13, 0]],
    ['Dec 2nd, 2026 12:00 AM', [2026, 11, 2, 0, 0]],
    ['Dec 23rd, 2026 9:09 AM', [2026, 11, 23, 9, 9]],
  ] as const)('%s', (text, [year, month, day, hour, minute]) => {
    const nowMs = new Date(2026, 11, 1, 7, 30).getTime();
    expect(conclude(stated(text), { ...wish, nowMs }).resetAtMs).toBe(
      new Date(year, month, day, hour, minute).getTime(),
    );
  });

  test('a time in words that nobody knows is no time', () => {
    for (const text of ['noon', 'Foo 1st, 2027 1:00 PM', '25 o’clock'])
      expect(conclude(stated(text), wish)).toMatchObject({ outcome: 'usage-limit', resetAtMs: null });
  });
});

describe('F45: the answer', () => {
  const answered = (text: string): string =>
    good.replace(JSON.stringify('{"status":"done"}'), () => JSON.stringify(text));

  test('words, nothing, another kind of JSON: contract, with what it said', () => {
    expect(conclude(recorded('prose')).message).toBe('no structured answer; it said: I am done.');
    expect(conclude(recorded('nothing')).message).toBe('no structured answer; it said: nothing');
    for (const text of ['[1]', '"done"', 'null', '{"status":"done"', '```json\n{"status":"done"}\n```'])
      expect(conclude(answered(text))).toMatchObject({
        outcome: 'contract',
        answer: null,
        usage: { outputTokens: 60 },
      });
  });

  test('one that does not fit its schema, which the CLI does not look at', () => {
    for (const text of ['{}', '{"status":"fine"}', '{"status":"done","more":1}', '{"status":["done"]}']) {
      const conclusion = conclude(answered(text));
      expect(conclusion).toMatchObject({ outcome: 'contract', answer: null });
      expect(conclusion.message).toMatch(/^an answer that does not fit its schema: ./);
    }
  });

  test('a schema that nobody here can read refuses nothing: the answer is validated where it is used', () => {
    expect(conclude(good, { job: { schema: { type: 'nonsense' } } }).outcome).toBe('done');
  });

  test('the last message is the answer, whatever was said before', () => {
    const chatty = good.replace(
      '{"type":"turn.started"}',
      '{"type":"item.completed","item":{"id":"x","type":"agent_message","text":"{\\"status\\":\\"later\\"}"}}',
    );
    expect(conclude(chatty)).toMatchObject({ outcome: 'done', answer: { status: 'done' } });
  });
});

describe('how the process ended', () => {
  test('R02, F32: the answer of a leaf that was ended after it, or exited badly, counts; that is said', () => {
    expect(conclude(good, { result: { end: 'idle', exitCode: null, signal: 'SIGTERM' } }).outcome).toBe('done');
    const odd = conclude(good, { result: { exitCode: 7 } });
    expect(odd).toMatchObject({ outcome: 'done', answer: { status: 'done' } });
    expect(odd.message).toContain('(after its report: exit code 7)');
  });

  test.each<[Wish['result'], LeafOutcome]>([
    [{ end: 'idle' }, 'idle'],
    [{ end: 'timeout' }, 'timeout'],
    [{ end: 'cancelled' }, 'cancelled'],
    [{ end: 'killed-external', problem: 'KILL' }, 'killed-external'],
    [{ end: 'failed-to-start', problem: 'ENOENT' }, 'config'],
    [{ exitCode: 0 }, 'contract'],
    [{ exitCode: 143 }, 'crashed'],
    [{ exitCode: null, signal: 'SIGSEGV' }, 'crashed'],
  ])('without a completed turn: %j is %s', (result = {}, outcome) => {
    const cut = good.slice(0, good.indexOf('{"type":"turn.completed"') + 30);
    expect(conclude(cut, { result })).toMatchObject({ outcome, answer: null, usage: null });
  });

  test('a refused command line: nothing on standard output, its reason on the other', () => {
    const err = "error: unexpected argument '--nope' found\n\n  tip: to pass\n";
    const conclusion = conclude('', { result: { exitCode: 2 }, err });
    expect(conclusion.outcome).toBe('config');
    expect(conclusion.message).toBe(
      "exit code 2, no completed turn; it said: error: unexpected argument '--nope' found",
    );
  });

  test('R17: a second completed turn, forged by what the leaf ran, is no decision', () => {
    expect(conclude(good + good)).toMatchObject({ outcome: 'contract', answer: null });
  });

  test('R17: a record that a file or a command quotes is text, not a record', () => {
    const quoted = JSON.stringify({
      type: 'item.completed',
      item: { type: 'command_execution', aggregated_output: recorded('401') },
    });
    expect(conclude(`${quoted}\n${good}`).outcome).toBe('done');
  });

  test('T1: a message has one line and no terminal sequences', () => {
    const sly = recorded('401').replaceAll('Incorrect API key', String.raw`\u001b]0;x\u0007a\nb\u001b[31m`);
    expect(conclude(sly, { result: failed }).message).toMatch(/^unexpected status 401 Unauthorized: a b/);
  });
});

describe('a sandbox that can not be made', () => {
  const { outputs } = parseRollout(recorded('no-sandbox.rollout'));

  test('is config with its mend, though the turn was completed and the answer fits', () => {
    const conclusion = conclude(recorded('no-sandbox'), { record: { outputs } });
    expect(conclusion).toMatchObject({ outcome: 'config', answer: null, usage: { outputTokens: 60 } });
    expect(conclusion.message).toMatch(
      /no command of it ran: bwrap: setting up uid map.*; mend: allow user namespaces/,
    );
  });

  test('is not meant by one such word among commands that ran, nor where the sandbox is off', () => {
    expect(conclude(good, { record: { outputs: [...outputs, 'fine'] } }).outcome).toBe('done');
    expect(conclude(good, { record: { outputs }, job: { ...job, jail: 'bubblewrap' } }).outcome).toBe('done');
    expect(conclude(good, { record: parseRollout(recorded('good.rollout')) }).outcome).toBe('done');
  });
});
