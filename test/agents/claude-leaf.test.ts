import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { join } from 'node:path';
import { buildScripts, type BuiltScripts } from '../adapters/process/support/built-scripts.js';
import { aliveWith, jailKinds, type Rig } from '../adapters/process/support/rig.js';
import { answer, bash, type ModelTurn } from '../support/messages-stub-answers.js';
import { claudeCli, messagesRefusal } from './support/claude-cli.js';
import { claudePath, runClaude, skipNote, type ClaudeRun, type ClaudeWish } from './support/claude-leaf.js';
import { wrapper } from './support/wrapper.js';

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

describe(`what only claude has at its end; all else stands in support/endings.ts${skipNote}`, () => {
  claudeTest('R26: a used-up allowance is an event of its own', async () => {
    const { lines, agent } = await run({
      env: claudeCli.allowanceEnv ?? {},
      script: () => messagesRefusal('allowance-until'),
    });
    expect(lines.map((line) => agent.event(line)?.text)).toContain('allowance rejected until 2033-05-18T03:33:00.000Z');
  });

  claudeTest('an answer that never fits its schema is named, after its own tries', async () => {
    const { conclusion } = await run({ script: () => answer({ status: 'fine' }) });
    expect(conclusion).toMatchObject({ outcome: 'contract', answer: null });
    expect(conclusion.message).toContain('/status');
  });

  claudeTest(
    'money that is used up is told with what was spent; words without an answer with their tokens',
    async () => {
      const { conclusion } = await run({ script: () => bash('touch half'), settings: { maxUsd: 0.000_001 } });
      expect(conclusion.usage?.usd).toBeGreaterThan(0);
      const words = await run({ script: () => ({ text: '{"status":"done","note":"x"}' }) });
      expect(words.conclusion.usage?.outputTokens).toBe(40);
    },
  );

  claudeTest('a prompt that it refuses is config, with its own words', async () => {
    const { conclusion } = await run({ script: () => done, job: { prompt: '' } });
    expect(conclusion).toMatchObject({ outcome: 'config' });
    expect(conclusion.message).toMatch(/exit code 1, no result line; its last words: ./);
  });
});

describe(`R27: silence${skipNote}`, () => {
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
      settings: { path: wrapped('"$real" "$@"; exec sleep 1000') },
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

/** claude is asked for its version when a leaf starts; that is no leaf. */
function wrapped(body: string): string {
  const ask = 'case "$1" in --version|--help) exec "$real" "$1";; esac';
  return wrapper(join(built.folder, `wrapped-${rigs.length}`), claudeCli, `${ask}\n${body}`);
}
