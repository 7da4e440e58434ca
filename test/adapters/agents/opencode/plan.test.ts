import { describe, expect, test } from '@jest/globals';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createOpencodeAgent } from '../../../../src/adapters/agents/opencode/opencode-agent.js';
import { planOpencode } from '../../../../src/adapters/agents/opencode/plan.js';
import type { AgentSettings } from '../../../../src/domain/leaf/agent-settings.js';
import { removal } from '../../../support/removal.js';
import { job } from '../claude/sample.js';

const settings: AgentSettings = {
  claude: {},
  opencode: { model: 'anthropic/claude-sonnet-4-5' },
  command: null,
  env: { ANTHROPIC_API_KEY: 'key', OPENAI_API_KEY: 'other' },
  path: '/usr/bin:/bin',
};
const program = '/opt/node_modules/opencode-ai/bin/opencode.exe';
const configOf = (planned: { readonly env: Readonly<Record<string, string>> }): unknown =>
  JSON.parse(planned.env['OPENCODE_CONFIG_CONTENT'] ?? '');

describe('the command of an opencode leaf', () => {
  test('a shell lays what keeps it from installing, and lets it take its place; the prompt comes on standard input', () => {
    const { argv, env, stdin, readable } = planOpencode(settings, program, job);
    expect(argv).toEqual([
      ...['/bin/sh', '-c'],
      expect.stringContaining(
        "(umask 077 && mkdir -p '/leaf/home/.config/opencode' && printf %s \"$PAWL_FILE_0\" >'/leaf/home/.config/opencode/package-lock.json' && " +
          "mkdir -p '/leaf/home/.config/opencode/node_modules' && printf %s \"$PAWL_FILE_1\" >'/leaf/home/.config/opencode/node_modules/.keep') && " +
          'unset PAWL_FILE_0 PAWL_FILE_1 && exec "$0" "$@"',
      ),
      ...[program, 'run', '--format', 'json', '--pure', '--title', 'developer red 1'],
    ]);
    // It starts nothing where the repository brings plugins of its own.
    expect(argv[2]).toMatch(/^for own in opencode\.json opencode\.jsonc \.opencode; do /);
    expect(env).toEqual({
      ANTHROPIC_API_KEY: 'key',
      HOME: '/leaf/home',
      TMPDIR: '/leaf/tmp',
      OPENCODE_DISABLE_PROJECT_CONFIG: '1',
      OPENCODE_DISABLE_CLAUDE_CODE: '1',
      OPENCODE_DISABLE_EXTERNAL_SKILLS: '1',
      OPENCODE_DISABLE_DEFAULT_PLUGINS: '1',
      OPENCODE_DISABLE_AUTOUPDATE: '1',
      OPENCODE_DISABLE_MODELS_FETCH: '1',
      OPENCODE_DISABLE_LSP_DOWNLOAD: '1',
      OPENCODE_DISABLE_SHARE: '1',
      OPENCODE_EXPERIMENTAL_BASH_DEFAULT_TIMEOUT_MS: '240000',
      OPENCODE_CONFIG_CONTENT: expect.any(String),
      PAWL_FILE_0: '{"packages":{"":{"dependencies":{"@opencode-ai/plugin":"*"}}}}',
      PAWL_FILE_1: '',
    });
    expect(configOf({ env })).toEqual({
      autoupdate: false,
      share: 'disabled',
      snapshot: false,
      lsp: false,
      formatter: false,
      plugin: [],
      mcp: {},
      permission: { '*': 'allow', question: 'deny', webfetch: 'deny', websearch: 'deny', doom_loop: 'deny' },
      model: 'anthropic/claude-sonnet-4-5',
      small_model: 'anthropic/claude-sonnet-4-5',
      enabled_providers: ['anthropic'],
      provider: { anthropic: { options: { apiKey: '{env:ANTHROPIC_API_KEY}' }, models: { 'claude-sonnet-4-5': {} } } },
    });
    expect(stdin).toContain('Write the test.\n\nYour last message is your answer');
    expect(readable).toEqual(['/opt/node_modules/opencode-ai']);
  });

  test('R-001-14, T2: model by tier, a provider of its own, one key only', () => {
    const opencode = {
      model: 'gateway/small/one',
      models: { strong: 'gateway/great' },
      provider: {
        baseUrl: 'https://models.example.org/v1',
        keyVariable: 'GATEWAY_KEY',
        npm: '@ai-sdk/openai-compatible',
      },
      env: ['MINE', 'HOME'],
    };
    const env = { ...settings.env, GATEWAY_KEY: 'g', MINE: 'wanted', HOME: '/home/me', GITHUB_TOKEN: 'secret' };
    const planned = planOpencode({ ...settings, opencode, env }, program, {
      ...job,
      role: 'debugger',
      tier: 'strong',
    });
    expect(configOf(planned)).toMatchObject({
      model: 'gateway/great',
      provider: {
        gateway: {
          npm: '@ai-sdk/openai-compatible',
          options: { baseURL: 'https://models.example.org/v1', apiKey: '{env:GATEWAY_KEY}' },
          models: { great: {} },
        },
      },
    });
    expect(planned.env).toMatchObject({
      GATEWAY_KEY: 'g',
      MINE: 'wanted',
      HOME: '/leaf/home',
    });
    for (const name of ['ANTHROPIC_API_KEY', 'OPENAI_API_KEY', 'GITHUB_TOKEN'])
      expect(planned.env).not.toHaveProperty(name);
    const standard = planOpencode({ ...settings, opencode, env }, program, job);
    expect(configOf(standard)).toMatchObject({
      model: 'gateway/small/one',
      provider: { gateway: { models: { 'small/one': {} } } },
    });
  });
});

describe('what the probe of opencode finds, and how it is mended', () => {
  const probe = async (version: string, more: Partial<AgentSettings> = {}): Promise<unknown> => {
    const at = mkdtempSync(join(tmpdir(), 'pawl-probe-'));
    try {
      const help = '--format --pure --title';
      writeFileSync(
        join(at, 'opencode'),
        `#!/bin/sh\ncase "$1" in --version) ${version};; run) echo '${help}' >&2;; esac\n`,
      );
      chmodSync(join(at, 'opencode'), 0o755);
      const all = { ...settings, ...more };
      return await createOpencodeAgent({ ...all, opencode: { ...all.opencode, path: join(at, 'opencode') } }).probe();
    } finally {
      rmSync(at, removal);
    }
  };
  const problem = (text: string): unknown => expect.stringMatching(new RegExp(text));

  test('a usable one; too old; silent; broken', async () => {
    expect(await probe('echo 1.18.33')).toEqual({ usable: true, version: '1.18.33', problem: null });
    expect(await probe('echo 1.9.0')).toMatchObject({
      cause: 'agent-config',
      problem: problem('too old; expected 1.18.33'),
    });
    expect(await probe('echo hello')).toMatchObject({ problem: problem('does not say its version') });
    expect(await probe('exit 3')).toMatchObject({ usable: false, problem: problem('does not answer') });
  });

  test('no model, models of two providers, no key: what to set', async () => {
    expect(await probe('echo 1.18.33', { opencode: {} })).toMatchObject({
      cause: 'agent-config',
      problem: problem('names no model for opencode.*\\{"opencode": \\{"model": "anthropic/'),
    });
    const two = { opencode: { model: 'anthropic/a', models: { strong: 'openai/b' } } };
    expect(await probe('echo 1.18.33', two)).toMatchObject({
      cause: 'agent-config',
      problem: problem('two providers'),
    });
    expect(await probe('echo 1.18.33', { env: {} })).toMatchObject({
      cause: 'agent-auth',
      problem: problem('no key for anthropic.*set ANTHROPIC_API_KEY'),
    });
    expect(await probe('echo 1.18.33', { opencode: { model: 'my-gateway/x' } })).toMatchObject({
      cause: 'agent-auth',
      problem: problem('"keyVariable": "MY_GATEWAY_API_KEY"'),
    });
  });

  test('none at all: how to install it, or name it', async () => {
    const empty = { ...settings, path: '/nowhere' };
    expect((await createOpencodeAgent(empty).probe()).problem).toMatch(
      /not on the PATH.*opencode-ai.*"opencode": \{"path"/,
    );
  });
});
