import { describe, expect, test } from '@jest/globals';
import { planClaude } from '../../../src/adapters/agents/claude/plan.js';
import { planCodex } from '../../../src/adapters/agents/codex/plan.js';
import { commandLimitMs } from '../../../src/adapters/agents/command-limit.js';
import { planCommand } from '../../../src/adapters/agents/command/plan.js';
import { planGemini } from '../../../src/adapters/agents/gemini/plan.js';
import { planOpencode } from '../../../src/adapters/agents/opencode/plan.js';
import type { AgentSettings } from '../../../src/domain/leaf/agent-settings.js';
import type { LeafJob } from '../../../src/ports/agent.js';
import { job } from './claude/sample.js';

const settings: AgentSettings = {
  claude: {},
  opencode: { model: 'anthropic/claude-sonnet-4-5' },
  command: null,
  env: { ANTHROPIC_API_KEY: 'key' },
  path: '/usr/bin:/bin',
};
const binary = { path: '/opt/claude', version: '2.1.332', flags: new Set<string>() };
const own = { argv: ['my-agent'] };

/** Each limit that an agent is told for its commands and silent requests, milliseconds. */
const told: Readonly<Record<string, (leaf: LeafJob) => readonly number[]>> = {
  claude: (leaf) => {
    const { env } = planClaude(settings, binary, leaf);
    return ['API_TIMEOUT_MS', 'BASH_DEFAULT_TIMEOUT_MS', 'BASH_MAX_TIMEOUT_MS'].map((name) => Number(env[name]));
  },
  codex: (leaf) => {
    const line = planCodex(settings, '/opt/codex', leaf).argv.join(' ');
    return [...line.matchAll(/(?:stream_idle_timeout_ms|background_terminal_max_timeout)=(\d+)/g)].map(([, ms]) =>
      Number(ms),
    );
  },
  gemini: (leaf) => {
    const { env } = planGemini(settings, '/opt/gemini', leaf);
    const [, seconds] = /"inactivityTimeout":(\d+)/.exec(env['PAWL_FILE_0'] ?? '') ?? [];
    return [Number(seconds) * 1_000];
  },
  opencode: (leaf) => [
    Number(planOpencode(settings, '/opt/opencode', leaf).env['OPENCODE_EXPERIMENTAL_BASH_DEFAULT_TIMEOUT_MS']),
  ],
  command: (leaf) => [Number(planCommand(own, settings, leaf).env['PAWL_COMMAND_LIMIT_MS'])],
};

describe.each(Object.entries(told))("R-002-35, R27: the limits of %s's own commands", (name, limitsOf) => {
  const count = { claude: 3, codex: 2 }[name] ?? 1;

  test.each([
    ['a leaf whose run says nothing', {}, 240_000],
    ['the usual one', { idleTimeoutMs: 300_000, timeoutMs: 900_000 }, 240_000],
    ['one with less time than it may be silent', { idleTimeoutMs: 300_000, timeoutMs: 60_000 }, 48_000],
    ['one that may be silent for a shorter time', { idleTimeoutMs: 100_000, timeoutMs: 900_000 }, 80_000],
    ['one with an hour', { idleTimeoutMs: 1_800_000, timeoutMs: 3_600_000 }, 1_440_000],
  ])('%s', (_what, limits, expected) => {
    expect(limitsOf({ ...job, ...limits })).toEqual(Array<number>(count).fill(expected));
  });
});

test('R-002-35: a limit of the worker’s environment that config.json lets through counts', () => {
  const names = ['BASH_MAX_TIMEOUT_MS', 'OPENCODE_EXPERIMENTAL_BASH_DEFAULT_TIMEOUT_MS'];
  const env = { ...settings.env, ...Object.fromEntries(names.map((name) => [name, '7000'])) };
  const claude = planClaude({ ...settings, env, claude: { env: names } }, binary, job).env;
  expect(claude).toMatchObject({ BASH_MAX_TIMEOUT_MS: '7000', BASH_DEFAULT_TIMEOUT_MS: '240000' });
  const opencode = { model: 'anthropic/claude-sonnet-4-5', env: names };
  expect(planOpencode({ ...settings, env, opencode }, '/opt/opencode', job).env).toMatchObject({
    OPENCODE_EXPERIMENTAL_BASH_DEFAULT_TIMEOUT_MS: '7000',
  });
  // Without being named there it is one of the person's own settings.
  expect(planClaude({ ...settings, env }, binary, job).env).toMatchObject({ BASH_MAX_TIMEOUT_MS: '240000' });
});

test('R-002-35: however short a leaf is, there is a limit, and 0 is none', () => {
  expect(commandLimitMs({ timeoutMs: 1 })).toBe(1);
});
