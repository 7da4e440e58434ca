import { describe, expect, test } from '@jest/globals';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createGeminiAgent } from '../../../../src/adapters/agents/gemini/gemini-agent.js';
import { planGemini } from '../../../../src/adapters/agents/gemini/plan.js';
import type { AgentSettings } from '../../../../src/domain/leaf/agent-settings.js';
import { removal } from '../../../support/removal.js';
import { job } from '../claude/sample.js';

const settings: AgentSettings = { claude: {}, command: null, env: { GEMINI_API_KEY: 'key' }, path: '/usr/bin:/bin' };
const program = '/opt/node_modules/@google/gemini-cli/bundle/gemini.js';

describe('the command of a gemini leaf', () => {
  test('a shell lays its settings and takes its place; the prompt comes on standard input with the schema behind it', () => {
    const { argv, env, stdin, readable, reportPrefix } = planGemini(settings, program, job);
    expect(argv).toEqual([
      ...['/bin/sh', '-c'],
      "(umask 077 && mkdir -p '/leaf/home/.gemini' && printf %s \"$PAWL_FILE_0\" >'/leaf/home/.gemini/settings.json' && " +
        "mkdir -p '/leaf/home/.gemini/policies' && printf %s \"$PAWL_FILE_1\" >'/leaf/home/.gemini/policies/pawl.toml') && " +
        'unset PAWL_FILE_0 PAWL_FILE_1 && exec "$0" "$@"',
      ...[program, '--output-format', 'stream-json'],
    ]);
    expect(env).toEqual({
      GEMINI_API_KEY: 'key',
      HOME: '/leaf/home',
      TMPDIR: '/leaf/tmp',
      GEMINI_CLI_TRUST_WORKSPACE: 'false',
      GEMINI_CLI_NO_RELAUNCH: 'true',
      PAWL_FILE_0: expect.any(String),
      PAWL_FILE_1: expect.stringContaining('decision = "allow"'),
    });
    expect(JSON.parse(env['PAWL_FILE_0'] ?? '')).toEqual({
      security: { auth: { selectedType: 'gemini-api-key' }, folderTrust: { enabled: false } },
      hooksConfig: { enabled: false },
      skills: { enabled: false },
      experimental: { enableAgents: false },
      context: { includeDirectoryTree: false, fileFiltering: { enableRecursiveFileSearch: false } },
      tools: {
        core: [
          ...['read_file', 'list_directory', 'grep_search', 'glob'],
          ...['replace', 'write_file', 'run_shell_command'],
        ],
        shell: { inactivityTimeout: 240 },
      },
      advanced: { ignoreLocalEnv: true, autoConfigureMemory: false },
      privacy: { usageStatisticsEnabled: false },
      general: { enableAutoUpdate: false, enableAutoUpdateNotification: false, maxAttempts: 2 },
      model: { maxSessionTurns: 80 },
    });
    expect(stdin).toBe(
      'Write the test.\n\nYour last message is your answer: that one JSON object and nothing else, no words around it. ' +
        `Its JSON schema:\n${JSON.stringify(job.schema)}\n`,
    );
    expect(readable).toEqual(['/opt/node_modules/@google']);
    expect(reportPrefix).toBe('{"type":"result"');
  });

  test('R-001-14: model by tier, turns from config.json', () => {
    const gemini = { model: 'flash', models: { strong: 'pro' }, maxTurns: 7 };
    const standard = planGemini({ ...settings, gemini }, program, job);
    expect(standard.argv.slice(-2)).toEqual(['--model', 'flash']);
    expect(JSON.parse(standard.env['PAWL_FILE_0'] ?? '')).toMatchObject({
      model: { maxSessionTurns: 7 },
    });
    const strong = planGemini({ ...settings, gemini }, program, { ...job, role: 'debugger', tier: 'strong' });
    expect(strong.argv.at(-1)).toBe('pro');
    expect(planGemini({ ...settings, gemini: { model: 'x' } }, program, { ...job, tier: 'strong' }).argv.at(-1)).toBe(
      'x',
    );
  });

  test('T2: of the environment it gets what the allowlist names', () => {
    const env = {
      GEMINI_API_KEY: 'key',
      GOOGLE_GEMINI_BASE_URL: 'http://gateway',
      GITHUB_TOKEN: 'secret',
      HOME: '/home/me',
      GEMINI_CLI_TRUST_WORKSPACE: 'true',
      NODE_EXTRA_CA_CERTS: '/etc/corp.pem',
      MINE: 'wanted',
    };
    const planned = planGemini(
      { ...settings, env, gemini: { env: ['MINE', 'HOME', 'GEMINI_CLI_TRUST_WORKSPACE'] } },
      program,
      job,
    );
    expect(planned.env).toMatchObject({
      GOOGLE_GEMINI_BASE_URL: 'http://gateway',
      MINE: 'wanted',
      HOME: '/leaf/home',
      GEMINI_CLI_TRUST_WORKSPACE: 'false',
    });
    expect(planned.env).not.toHaveProperty('GITHUB_TOKEN');
    expect(planned.readable).toContain('/etc/corp.pem');
  });
});

describe('what the probe of gemini finds, and how it is mended', () => {
  const probe = async (version: string, help: string, env: Record<string, string>): Promise<unknown> => {
    const at = mkdtempSync(join(tmpdir(), 'pawl-probe-'));
    try {
      writeFileSync(
        join(at, 'gemini'),
        `#!/bin/sh\ncase "$1" in --version) ${version};; --help) echo '${help}';; esac\n`,
      );
      chmodSync(join(at, 'gemini'), 0o755);
      return await createGeminiAgent({ ...settings, env, gemini: { path: join(at, 'gemini') } }).probe();
    } finally {
      rmSync(at, removal);
    }
  };
  const help = '--output-format --model --policy --skip-trust';
  const key = { GEMINI_API_KEY: 'key' };

  test('a usable one; too old; without a flag; silent; broken; without a key', async () => {
    expect(await probe('echo 0.61.0', help, key)).toEqual({ usable: true, version: '0.61.0', problem: null });
    const problem = (text: string): unknown => expect.stringMatching(new RegExp(text));
    expect(await probe('echo 0.9.0', help, key)).toMatchObject({
      cause: 'agent-config',
      problem: problem('too old; expected 0.61.0 or newer; mend: npm install'),
    });
    expect(await probe('echo 1.0.0', '--model', key)).toMatchObject({
      problem: problem('has no --output-format, --policy'),
    });
    expect(await probe('true', help, key)).toMatchObject({ problem: problem('does not say its version') });
    expect(await probe('exit 3', help, key)).toMatchObject({ usable: false, problem: problem('does not answer') });
    expect(await probe('echo 0.61.0', help, { GEMINI_API_KEY: '' })).toMatchObject({
      cause: 'agent-auth',
      version: '0.61.0',
      problem: problem('set GEMINI_API_KEY'),
    });
  });

  test('none at all: how to install it, or name it', async () => {
    const empty = { ...settings, path: '/nowhere' };
    expect((await createGeminiAgent(empty).probe()).problem).toMatch(
      /not on the PATH.*@google\/gemini-cli.*"gemini": \{"path"/,
    );
    const gone = await createGeminiAgent({ ...empty, gemini: { path: '/nowhere/gemini' } }).probe();
    expect(gone.problem).toMatch(/config.json names \/nowhere\/gemini as gemini, but no program is there/);
  });
});
