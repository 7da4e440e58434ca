import { describe, expect, test } from '@jest/globals';
import { planCodex } from '../../../../src/adapters/agents/codex/plan.js';
import type { AgentSettings } from '../../../../src/domain/leaf/agent-settings.js';
import type { CodexSettings } from '../../../../src/domain/leaf/codex-settings.js';
import type { ModelTier } from '../../../../src/domain/leaf/model-tier.js';
import type { LeafJob } from '../../../../src/ports/agent.js';
import { job } from './sample.js';

const path = '/opt/codex/bin/codex';
const settings: AgentSettings = { claude: {}, command: null, env: { OPENAI_API_KEY: 'key' }, path: '/usr/bin' };
const plan = (change: Partial<LeafJob> = {}, more: Partial<AgentSettings> = {}) =>
  planCodex({ ...settings, ...more }, path, { ...job, ...change });
/** The command line as text, without the shell's prelude. */
const line = (...args: Parameters<typeof plan>): string =>
  plan(...args)
    .argv.slice(3)
    .join(' ');

const common = [
  ...[path, 'exec', '--json', '--ignore-user-config', '--ignore-rules', '--skip-git-repo-check'],
  ...['--output-schema', '/leaf/home/.codex/answer.json'],
];
const provider = [
  ...['-c', 'model_provider="pawl"', '-c'],
  'model_providers.pawl={name="OpenAI",base_url="https://api.openai.com/v1",env_key="OPENAI_API_KEY",' +
    'wire_api="responses",supports_websockets=false,request_max_retries=2,stream_max_retries=1,' +
    'stream_idle_timeout_ms=240000}',
];
const configuration = [
  'features={apps=false,plugins=false,remote_plugin=false,hooks=false,tool_suggest=false,' +
    'skill_mcp_dependency_install=false,multi_agent=false,goals=false,image_generation=false,browser_use=false,' +
    'computer_use=false,shell_snapshot=false,unbounded_connection_retries=false}',
  ...['agents.enabled=false', 'web_search="disabled"', 'analytics.enabled=false', 'check_for_update_on_startup=false'],
  ...['project_doc_max_bytes=0', 'skills.bundled.enabled=false', 'skills.include_instructions=false'],
  ...['allow_login_shell=false', 'background_terminal_max_timeout=240000'],
  'shell_environment_policy={inherit="all",exclude=["CODEX_API_KEY","OPENAI_API_KEY","RUST_LOG"]}',
].flatMap((entry) => ['-c', entry]);

const profile = (...paths: readonly string[]): readonly string[] => [
  ...['-c', 'default_permissions="pawl"', '-c'],
  `permissions.pawl.filesystem={":minimal"="read",":workspace_roots"={"."="read"},${paths.map((one) => `"${one}"="read"`).join(',')}}`,
];

describe('the command of a codex leaf', () => {
  test("a developer in the process jail: the CLI's own sandbox, its folders and the network", () => {
    const { argv, stdin, readable, reportPrefix } = plan();
    expect(argv.slice(0, 2)).toEqual(['/bin/sh', '-c']);
    expect(argv.slice(3)).toEqual([
      ...common,
      ...['--sandbox', 'workspace-write'],
      ...['-c', 'sandbox_workspace_write={network_access=true,exclude_slash_tmp=true}', '--add-dir', '/leaf/home'],
      ...provider,
      ...configuration,
      '-',
    ]);
    expect(stdin).toBe('Write the test.\n');
    expect(readable).toEqual(['/opt/codex/bin']);
    expect(reportPrefix).toBe('{"type":"turn.completed"');
    expect(plan({ role: 'debugger' }).argv).toEqual(argv);
  });

  test('those that judge in the process jail read their folder, what the CLI needs, and at need the base beside it', () => {
    const own = ['/leaf/home/.codex/tmp', '/opt/codex/bin'];
    const red = plan({ role: 'verifier', shell: false }).argv.slice(3);
    expect(red).toEqual([...common, ...profile(...own), ...provider, ...configuration, '-']);
    expect(plan({ role: 'planner', phase: 'plan', shell: false }).argv.slice(3)).toEqual(red);
    for (const change of [
      { role: 'verifier', phase: 'refactor' } as const,
      { role: 'critic', phase: 'critic' } as const,
    ])
      expect(plan({ ...change, shell: false }).argv).toEqual(
        expect.arrayContaining([...profile('/leaf/base', ...own)]),
      );
  });

  test.each(['developer', 'debugger', 'planner', 'verifier', 'critic'] as const)(
    "inside Pawl's bubblewrap no other can be made: a %s is held by that alone",
    (role) => {
      const jailed = line({ role, jail: 'bubblewrap' });
      expect(jailed).toContain('answer.json --sandbox danger-full-access -c model_provider');
      expect(jailed).not.toMatch(/permissions|workspace_write|--add-dir/);
    },
  );

  test("where nobody says which jail there is, the CLI's own sandbox stays on", () => {
    const { jail: _, ...unsaid } = job;
    for (const role of ['developer', 'verifier', 'planner', 'critic', 'domain-reviewer'] as const)
      expect(planCodex(settings, path, { ...unsaid, role }).argv).not.toContain('danger-full-access');
  });

  test.each(['process', 'bubblewrap'] as const)('R-001-19: a domain reviewer has no shell, jail %s', (jail) => {
    expect(line({ role: 'domain-reviewer', shell: false, jail })).toContain(
      'answer.json --sandbox read-only --disable shell_tool -c model_provider',
    );
  });

  test('a folder with quotes in its name stays one path', () => {
    const folders = { ...job.folders, home: '/leaf/a "b" \\c' };
    expect(line({ role: 'verifier', folders })).toContain(String.raw`"/leaf/a \"b\" \\c/.codex/tmp"="read"`);
  });

  test.each<[ModelTier, CodexSettings, string]>([
    ['standard', {}, ''],
    ['small', {}, ' -c model_reasoning_effort="low"'],
    ['strong', {}, ' -c model_reasoning_effort="high"'],
    ['standard', { model: 'mine' }, ' --model mine'],
    ['small', { model: 'mine' }, ' --model mine -c model_reasoning_effort="low"'],
    ['strong', { model: 'mine', models: { small: 'little' } }, ' --model mine -c model_reasoning_effort="high"'],
    ['small', { model: 'mine', models: { small: 'little' } }, ' --model little'],
    ['strong', { models: { strong: 'great' } }, ' --model great'],
    ['standard', { models: { small: 'little', strong: 'great' } }, ''],
  ])('R-001-14, R-001-22: the %s model with %j', (tier, codex, model) => {
    expect(line({ tier }, { codex })).toMatch(/"RUST_LOG"\]\}.* -$/);
    expect(line({ tier }, { codex }).split('"RUST_LOG"]}')[1]).toBe(`${model} -`);
  });
});

describe('who answers', () => {
  const baseUrl = 'https://models.example.org/v1';
  test('a provider of config.json, with a key of its own, hidden from its commands', () => {
    const codex = { provider: { name: 'gateway', baseUrl, keyVariable: 'GATEWAY_KEY' } };
    const env = { OPENAI_API_KEY: 'key', GATEWAY_KEY: 'other' };
    const command = plan({}, { codex, env });
    expect(command.argv.join(' ')).toContain(`{name="gateway",base_url="${baseUrl}",env_key="GATEWAY_KEY",wire_api`);
    expect(command.argv.join(' ')).toContain('exclude=["CODEX_API_KEY","OPENAI_API_KEY","GATEWAY_KEY","RUST_LOG"]');
    expect(command.env).toMatchObject({ GATEWAY_KEY: 'other' });
    expect(command.env).not.toHaveProperty('OPENAI_API_KEY');
  });

  test('OPENAI_BASE_URL, and a key of the CLI alone before the common one', () => {
    const env = { OPENAI_API_KEY: 'key', CODEX_API_KEY: 'mine', OPENAI_BASE_URL: baseUrl };
    const command = plan({}, { env });
    expect(command.argv.join(' ')).toContain(`base_url="${baseUrl}",env_key="CODEX_API_KEY"`);
    expect(command.env).toMatchObject({ CODEX_API_KEY: 'mine' });
    expect(command.env).not.toHaveProperty('OPENAI_API_KEY');
  });
});

describe('T2: its environment', () => {
  test('is folders and switches of its own, the key, and what the allowlist names', () => {
    const env = {
      ...{ OPENAI_API_KEY: 'key', HTTPS_PROXY: 'http://proxy:1', SSL_CERT_FILE: '/etc/corp.pem', NO_PROXY: '' },
      ...{ CODEX_HOME: '/home/me/.codex', GITHUB_TOKEN: 'secret', HOME: '/home/me', RUST_LOG: 'off', MINE: 'wanted' },
    };
    const command = plan({}, { env, codex: { env: ['MINE', 'HOME', 'RUST_LOG', 'NOT_SET'] } });
    expect(command.env).toEqual({
      OPENAI_API_KEY: 'key',
      HTTPS_PROXY: 'http://proxy:1',
      SSL_CERT_FILE: '/etc/corp.pem',
      MINE: 'wanted',
      HOME: '/leaf/home',
      TZ: Intl.DateTimeFormat().resolvedOptions().timeZone,
      CODEX_HOME: '/leaf/home/.codex',
      TMPDIR: '/leaf/tmp',
      RUST_LOG: 'error,codex_api::sse::responses=trace',
      PAWL_ANSWER_SCHEMA: JSON.stringify(job.schema),
    });
    expect(command.readable).toEqual(['/opt/codex/bin', '/etc/corp.pem']);
    expect(command.argv.join(' ')).not.toContain('wanted');
  });
});
