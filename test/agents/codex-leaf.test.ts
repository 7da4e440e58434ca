import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { buildScripts, type BuiltScripts } from '../adapters/process/support/built-scripts.js';
import { aliveWith, jailKinds, type Rig } from '../adapters/process/support/rig.js';
import { answer, shell, type ResponsesTurn } from '../support/responses-stub-answers.js';
import { codexCli } from './support/codex-cli.js';
import { codexPath, codexSkipNote, runCodex, type CodexRun, type CodexWish } from './support/codex-leaf.js';
import { wrapper } from './support/wrapper.js';

let built: BuiltScripts;
const rigs: Rig[] = [];
const codexTest = codexPath === null ? test.skip : test;

beforeAll(async () => {
  built = await buildScripts();
});
afterAll(() => built.remove());
afterEach(() => {
  for (const rig of rigs.splice(0)) rig.remove();
});

const run = (wish: CodexWish): Promise<CodexRun> => runCodex(built.guardPath, wish, rigs);
const done = answer({ status: 'done', note: 'as asked', remember: [] });

describe(`R03: what the real codex says when it is refused; all else stands in support/endings.ts${codexSkipNote}`, () => {
  codexTest.each<[string, ResponsesTurn, string, RegExp]>([
    ['401', { status: 401, error: { message: 'Incorrect API key' } }, 'auth', /^unexpected status 401 .*Incorrect API/],
    ['403', { status: 403 }, 'auth', /^unexpected status 403/],
    ['400', { status: 400, error: { message: 'bad field' } }, 'config', /bad field/],
    ['402', { status: 402 }, 'config', /^unexpected status 402/],
    ['404', { status: 404 }, 'config', /^unexpected status 404/],
    [
      '404 for an unknown model',
      { status: 404, error: { code: 'model_not_found', message: 'The model `x` does not exist' } },
      'config',
      /^The model `x` does not exist$/,
    ],
    ['413', { status: 413 }, 'limit', /^unexpected status 413/],
    [
      'a full context',
      { status: 400, error: { type: 'invalid_request_error', code: 'context_length_exceeded', message: 'too long' } },
      'limit',
      /ran out of room/,
    ],
    ['429', { status: 429, error: { code: 'rate_limit_exceeded' } }, 'transient', /last status: 429/],
    ['429 without credit', { status: 429, error: { code: 'insufficient_quota' } }, 'config', /^Quota exceeded/],
    ['500', { status: 500 }, 'transient', /high demand/],
    ['503', { status: 503, error: { code: 'server_is_overloaded' } }, 'transient', /at capacity/],
    ['529', { status: 529 }, 'transient', /^unexpected status 529/],
  ])('status %s is told apart, within seconds', async (_, turn, outcome, message) => {
    const { conclusion, result, requests } = await run({ script: () => turn });
    expect(conclusion).toMatchObject({ outcome, answer: null, resetAtMs: null });
    expect(conclusion.message).toMatch(message);
    expect(conclusion.message).not.toContain('after its report');
    expect(result).toMatchObject({ end: 'exited', exitCode: 1 });
    expect(requests.length).toBeLessThan(10);
  });

  codexTest('a provider that is not there is not waited for without end', async () => {
    const { conclusion, result } = await run({
      script: () => done,
      settings: { provider: { baseUrl: 'http://127.0.0.1:1/v1' } },
    });
    expect(conclusion).toMatchObject({ outcome: 'transient', answer: null });
    expect(result.end).toBe('exited');
  });

  codexTest('F45: what it said instead of an answer is told, though it exits with 0', async () => {
    const cases: readonly (readonly [ResponsesTurn, RegExp])[] = [
      [{ text: 'All done, PASS.' }, /^no structured answer; it said: All done, PASS\.$/],
      [answer({ status: 'fine', note: '', remember: [] }), /^an answer that does not fit its schema: status: /],
      [{}, /^no structured answer; it said: nothing$/],
    ];
    for (const [turn, message] of cases) {
      const { conclusion, result } = await run({ script: () => turn });
      expect(result.exitCode).toBe(0);
      expect(conclusion).toMatchObject({ outcome: 'contract', answer: null, usage: { outputTokens: 20 } });
      expect(conclusion.message).toMatch(message);
    }
  });

  codexTest('an unknown model is said, and no failure where the provider knows it', async () => {
    const { conclusion, requests, lines, agent } = await run({ script: () => done, settings: { model: 'mine-1' } });
    expect(conclusion).toMatchObject({ outcome: 'done' });
    expect(requests[0]?.model).toBe('mine-1');
    expect(lines.map((line) => agent.event(line)?.text)).toContainEqual(
      expect.stringMatching(/^Model metadata .*mine-1/),
    );
  });
});

describe(`R27: a long answer${codexSkipNote}`, () => {
  codexTest('a model that writes slowly is not ended', async () => {
    const { conclusion } = await run({
      script: () => [
        { text: 'word '.repeat(120), calls: [{ name: 'exec_command', input: { cmd: 'true' } }], wordMs: 100 },
        done,
      ],
      limits: { idleMs: 4_000 },
    });
    expect(conclusion.outcome).toBe('done');
  });
});

describe.each(jailKinds)(`after its last word, in the %s jail${codexSkipNote}`, (kind) => {
  codexTest('R02: a codex that hangs after its result is ended after the grace, and its answer counts', async () => {
    const { conclusion, result, rig } = await run({
      kind,
      script: () => done,
      settings: { path: wrapped('"$real" "$@"; exec sleep 1000') },
      limits: { idleMs: 50_000, graceMs: 500 },
    });
    expect(result.end).toBe('idle');
    expect(result.durationMs).toBeLessThan(40_000);
    expect(conclusion).toMatchObject({ outcome: 'done', answer: { status: 'done', note: 'as asked', remember: [] } });
    expect(conclusion.message).toContain('after its report');
    expect(aliveWith(rig.id)).toEqual([]);
  });

  codexTest('C-28: a leaf that is ended in the middle leaves nothing alive, its commands included', async () => {
    const { conclusion, result, rig } = await run({
      kind,
      script: () => [shell('touch began; trap "" TERM; sleep 1000'), done],
      limits: { wallMs: 8_000, graceMs: 500 },
    });
    expect(result.end).toBe('timeout');
    expect(conclusion.outcome).toBe('timeout');
    expect(existsSync(join(rig.work, 'began'))).toBe(true);
    expect(aliveWith(rig.id)).toEqual([]);
  });
});

function wrapped(body: string): string {
  return wrapper(join(built.folder, `wrapped-${rigs.length}`), codexCli, body);
}
