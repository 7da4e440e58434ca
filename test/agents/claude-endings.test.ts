import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import {
  chmodSync,
  copyFileSync,
  constants,
  existsSync,
  linkSync,
  mkdirSync,
  realpathSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { buildScripts, type BuiltScripts } from '../adapters/process/support/built-scripts.js';
import { aliveWith, jailKinds, type Rig } from '../adapters/process/support/rig.js';
import { answer, bash, type ModelTurn } from '../support/messages-stub-answers.js';
import { claudePath, runClaude, skipNote, type ClaudeRun, type ClaudeWish } from './support/claude-leaf.js';

let built: BuiltScripts;
const rigs: Rig[] = [];
const claudeTest = claudePath === null ? test.skip : test;

beforeAll(async () => {
  built = await buildScripts();
});
afterAll(() => built.remove());
afterEach(() => {
  for (const rig of rigs.splice(0)) rig.remove();
});

const run = (wish: ClaudeWish): Promise<ClaudeRun> => runClaude(built.guardPath, wish, rigs);
const done = answer({ status: 'done', note: 'as asked', remember: [] });
const refusal = (status: number, kind: string): ModelTurn => ({ status, kind, message: `scripted ${kind}` });

describe(`R03: how the real claude ends when it is refused${skipNote}`, () => {
  claudeTest.each([
    [401, 'authentication_error', 'auth'],
    [403, 'permission_error', 'auth'],
    [400, 'invalid_request_error', 'config'],
    [404, 'not_found_error', 'config'],
    [429, 'rate_limit_error', 'transient'],
    [500, 'api_error', 'transient'],
    [529, 'overloaded_error', 'transient'],
  ])('status %i (%s) is %s, within seconds', async (status, kind, outcome) => {
    const { conclusion, result } = await run({ script: () => refusal(status, kind) });
    expect(conclusion).toMatchObject({ outcome, answer: null, resetAtMs: null });
    expect(conclusion.message).toMatch(new RegExp(`^status ${status}: .`));
    expect(result).toMatchObject({ end: 'exited', exitCode: 1 });
  });

  claudeTest('R26: a used-up allowance says until when', async () => {
    const headers = {
      'anthropic-ratelimit-unified-status': 'rejected',
      'anthropic-ratelimit-unified-reset': '1999999999',
      'anthropic-ratelimit-unified-representative-claim': 'five_hour',
    };
    const { conclusion, lines, agent } = await run({
      env: { ANTHROPIC_API_KEY: '', CLAUDE_CODE_OAUTH_TOKEN: 'sk-ant-oat01-test' },
      script: () => ({ ...refusal(429, 'rate_limit_error'), headers }),
    });
    expect(conclusion).toMatchObject({ outcome: 'usage-limit', resetAtMs: 1_999_999_999_000 });
    const events = lines.map((line) => agent.event(line)?.text);
    expect(events).toContain('allowance rejected until 2033-05-18T03:33:19.000Z');
  });

  claudeTest('a connection that breaks, at once or half-way, is transient', async () => {
    for (const drop of ['at-once', 'half-way'] as const) {
      const { conclusion } = await run({ script: () => ({ drop }) });
      expect(conclusion).toMatchObject({ outcome: 'transient', answer: null });
    }
  });

  claudeTest('F45: the right words without the structured answer are no answer', async () => {
    const { conclusion } = await run({ script: () => ({ text: '{"status":"done","note":"x"}' }) });
    expect(conclusion).toMatchObject({ outcome: 'contract', answer: null });
    expect(conclusion.usage?.outputTokens).toBe(40);
  });

  claudeTest('an answer that never fits its schema is none either', async () => {
    const { conclusion } = await run({ script: () => answer({ status: 'fine' }) });
    expect(conclusion).toMatchObject({ outcome: 'contract', answer: null });
    expect(conclusion.message).toContain('/status');
  });

  claudeTest('F44: a question comes as the answer it is', async () => {
    const asked = { status: 'needs-user', note: 'Which of the two\ntoken formats?', remember: [] };
    const { conclusion } = await run({ script: () => answer(asked) });
    expect(conclusion).toMatchObject({ outcome: 'done', answer: asked });
  });

  claudeTest('turns and money that are used up are limits; what was written stays', async () => {
    const script = (): ModelTurn => bash('touch half');
    const turns = await run({ script, settings: { maxTurns: 2 } });
    expect(turns.conclusion).toMatchObject({ outcome: 'limit', answer: null });
    expect(existsSync(join(turns.rig.work, 'half'))).toBe(true);
    const money = await run({ script, settings: { maxUsd: 0.000_001 } });
    expect(money.conclusion).toMatchObject({ outcome: 'limit' });
    expect(money.conclusion.usage?.usd).toBeGreaterThan(0);
  });

  claudeTest('without a key it is not logged in: auth', async () => {
    const { conclusion } = await run({ env: { ANTHROPIC_API_KEY: '' }, script: () => done });
    expect(conclusion).toMatchObject({ outcome: 'auth' });
  });

  claudeTest('a command line it refuses is config, with its own words', async () => {
    const { conclusion } = await run({ script: () => done, job: { prompt: '' } });
    expect(conclusion).toMatchObject({ outcome: 'config' });
    expect(conclusion.message).toMatch(/exit code 1, no result line; its last words: ./);
  });
});

describe(`R27: silence${skipNote}`, () => {
  claudeTest.each([['no-body' as const], ['pings' as const]])(
    'a model that sends %s: the idle clock ends the leaf',
    async (silence) => {
      const { conclusion, result, rig } = await run({ script: () => ({ silence }), limits: { idleMs: 4_000 } });
      expect(result.end).toBe('idle');
      expect(conclusion).toMatchObject({ outcome: 'idle', answer: null });
      expect(aliveWith(rig.id)).toEqual([]);
    },
  );

  claudeTest('a command that is silent for longer than its limit is ended by claude itself', async () => {
    const { conclusion, requests } = await run({
      script: () => [bash('sleep 100'), done],
      job: { idleTimeoutMs: 4_000 },
      limits: { idleMs: 10_000 },
    });
    expect(conclusion.outcome).toBe('done');
    expect(requests[1]?.toolResults).toMatch(/timed out/i);
  });

  claudeTest('a model that writes slowly is not ended', async () => {
    const slow: ModelTurn = {
      text: 'word '.repeat(120),
      tools: [{ name: 'Bash', input: { command: 'true' } }],
      wordMs: 100,
    };
    const { conclusion } = await run({ script: () => [slow, done], limits: { idleMs: 4_000 } });
    expect(conclusion.outcome).toBe('done');
  });
});

describe.each(jailKinds)(`after its last word, in the %s jail${skipNote}`, (kind) => {
  claudeTest('R02: a claude that hangs after its result is ended after the grace, and its answer counts', async () => {
    const { conclusion, result, rig } = await run({
      kind,
      script: () => done,
      settings: { path: wrapper('"$real" "$@"; exec sleep 1000') },
      limits: { idleMs: 50_000, graceMs: 500 },
    });
    expect(result.end).toBe('idle');
    // By its last word, long before the idle clock.
    expect(result.durationMs).toBeLessThan(40_000);
    expect(conclusion).toMatchObject({ outcome: 'done', answer: { status: 'done', note: 'as asked', remember: [] } });
    expect(conclusion.message).toContain('after its report');
    expect(aliveWith(rig.id)).toEqual([]);
  });

  claudeTest('C-28: a leaf that is cancelled in the middle leaves nothing alive, its shell included', async () => {
    const { conclusion, result, rig } = await run({
      kind,
      script: () => [bash('trap "" TERM; sleep 1000'), done],
      limits: { wallMs: 6_000, graceMs: 500 },
    });
    expect(result.end).toBe('timeout');
    expect(conclusion.outcome).toBe('timeout');
    expect(aliveWith(rig.id)).toEqual([]);
  });
});

/** A claude of the operator's own: a script around the real one, in a folder that a jail would hide. */
function wrapper(body: string): string {
  const folder = join(built.folder, `wrapped-${rigs.length}`, 'bin');
  mkdirSync(folder, { recursive: true });
  const path = join(folder, 'claude');
  // The real one has to be readable in the jail too, so it is shown from beside the script.
  const real = join(folder, 'real-claude');
  if (!existsSync(real)) copyProgram(real);
  const ask = 'case "$1" in --version|--help) exec "$real" "$1";; esac';
  writeFileSync(path, `#!/bin/sh\nreal='${real}'\n${ask}\n${body}\n`);
  chmodSync(path, 0o755);
  return path;
}

/** 400 MB: a second name for the same file where both lie on one disk. */
function copyProgram(to: string): void {
  const from = realpathSync(claudePath ?? '');
  try {
    linkSync(from, to);
  } catch {
    copyFileSync(from, to, constants.COPYFILE_FICLONE);
  }
}
