import { describe, expect, test } from '@jest/globals';
import type { ClaudeBinary } from '../../../../src/adapters/agents/claude/binary.js';
import { planClaude } from '../../../../src/adapters/agents/claude/plan.js';
import type { AgentSettings } from '../../../../src/domain/leaf/agent-settings.js';
import type { ModelTier } from '../../../../src/domain/leaf/model-tier.js';
import { job } from './sample.js';

const binary: ClaudeBinary = { path: '/opt/claude/bin/claude', version: '2.1.332', flags: new Set(['--restricted']) };
const old: ClaudeBinary = { ...binary, version: '2.1.197', flags: new Set() };
const settings: AgentSettings = { claude: {}, command: null, env: { ANTHROPIC_API_KEY: 'key' }, path: '/usr/bin' };
const schema = '{"type":"object","properties":{},"required":[],"additionalProperties":false}';

const common = [
  ...['/opt/claude/bin/claude', '-p', '--output-format', 'stream-json', '--verbose', '--include-partial-messages'],
  ...['--setting-sources', '', '--strict-mcp-config', '--disable-slash-commands', '--no-session-persistence'],
  ...['--permission-mode', 'dontAsk', '--tools'],
];
const session = [
  '--session-id',
  expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-a[0-9a-f]{3}-[0-9a-f]{12}$/),
];

describe('the command of a claude leaf', () => {
  test('a developer: edits, runs programs, is asked nothing', () => {
    const { argv, stdin, readable } = planClaude(settings, binary, job);
    const tools = 'Read,Grep,Glob,Edit,Write,Bash';
    expect(argv).toEqual([
      ...common,
      ...[tools, '--allowedTools', tools, '--json-schema', schema],
      ...['--max-turns', '80', '--max-budget-usd', '5', ...session],
    ]);
    expect(stdin).toBe('Write the test.\n');
    expect(readable).toEqual(['/opt/claude/bin']);
  });

  test('a verifier with a shell, and the planner: they look, inside their folder', () => {
    const verifier = planClaude(settings, binary, { ...job, role: 'verifier' });
    const tools = 'Read,Grep,Glob,Bash';
    expect(verifier.argv).toEqual([
      ...common,
      ...[tools, '--restricted', '--allowedTools', tools, '--json-schema', schema],
      ...['--max-turns', '30', '--max-budget-usd', '2', ...session],
    ]);
    const planner = planClaude(settings, binary, { ...job, role: 'planner', phase: 'plan', shell: false });
    expect(planner.argv.join(' ')).toContain(
      '--tools Read,Grep,Glob --restricted --allowedTools Read,Grep,Glob --json',
    );
  });

  test('a refactor verdict may look at the base tree too', () => {
    const { argv } = planClaude(settings, binary, { ...job, role: 'verifier', phase: 'refactor', shell: false });
    expect(argv.join(' ')).toContain('--restricted --add-dir /leaf/base --allowedTools Read,Grep,Glob');
  });

  test('an older version is kept inside by rules with paths', () => {
    const red = planClaude(settings, old, { ...job, role: 'verifier' });
    expect(red.argv.join(' ')).toContain('--allowedTools Read(./**),Grep(./**),Glob(./**),Bash --json');
    expect(red.argv).not.toContain('--restricted');
    const refactor = planClaude(settings, old, { ...job, role: 'critic', phase: 'refactor', shell: false });
    const rules = refactor.argv[refactor.argv.indexOf('--allowedTools') + 1];
    expect(rules?.split(',')).toEqual(expect.arrayContaining(['Read(./**)', 'Read(../base/**)', 'Glob(../base/**)']));
  });

  test('no role gets more tools than its own', () => {
    for (const role of ['planner', 'verifier', 'domain-reviewer', 'critic'] as const) {
      const { argv } = planClaude(settings, binary, { ...job, role, shell: false });
      expect(argv[argv.indexOf('--tools') + 1]).toBe('Read,Grep,Glob');
    }
  });

  test('model, turns and money come from config.json', () => {
    const claude = { model: 'sonnet', maxTurns: 7, maxUsd: 0.5 };
    const { argv } = planClaude({ ...settings, claude }, binary, job);
    expect(argv.join(' ')).toMatch(/--max-turns 7 --max-budget-usd 0.5 --session-id \S+ --model sonnet$/);
  });

  test.each([
    [null, '5'],
    [undefined, '5'],
    [40, '5'],
    [0.75, '0.75'],
  ])('with %p dollars left of the budget it gets the lesser of that and its own limit', (usdLeft, wanted) => {
    const { argv } = planClaude(settings, binary, { ...job, ...(usdLeft === undefined ? {} : { usdLeft }) });
    expect(argv[argv.indexOf('--max-budget-usd') + 1]).toBe(wanted);
  });

  test.each<[ModelTier, AgentSettings['claude'], string | null]>([
    ['standard', {}, null],
    ['small', {}, 'sonnet'],
    ['strong', {}, 'opus'],
    ['small', { model: 'mine' }, 'mine'],
    ['strong', { model: 'mine' }, 'mine'],
    ['small', { model: 'mine', models: { small: 'little' } }, 'little'],
    ['strong', { model: 'mine', models: { small: 'little' } }, 'mine'],
    ['strong', { models: { strong: 'great' } }, 'great'],
    ['standard', { models: { small: 'little', strong: 'great' } }, null],
  ])('R-001-14, R-001-22: the %s model with %p is %p', (tier, claude, model) => {
    const { argv } = planClaude({ ...settings, claude }, binary, { ...job, tier });
    expect(argv.includes('--model') ? argv.at(-1) : null).toBe(model);
  });

  test('R-004-34: the critic reads the base beside its folder; R-001-19: a domain reviewer has little to do', () => {
    const critic = planClaude(settings, binary, { ...job, role: 'critic', phase: 'critic' });
    expect(critic.argv.join(' ')).toContain(
      '--tools Read,Grep,Glob,Bash --restricted --add-dir /leaf/base --allowedTools Read,Grep,Glob,Bash',
    );
    const domain = planClaude(settings, binary, { ...job, role: 'domain-reviewer', shell: false }).argv.join(' ');
    expect(domain).toContain('--tools Read,Grep,Glob --restricted --allowedTools');
    expect(domain).toContain('--max-turns 10 --max-budget-usd 1');
    expect(domain).not.toContain('/leaf/base');
  });

  test('each start has a session of its own, the same for the same leaf', () => {
    const sessionOf = (leafId: string): string | undefined => {
      const { argv } = planClaude(settings, binary, { ...job, leafId });
      return argv[argv.indexOf('--session-id') + 1];
    };
    expect(sessionOf('a')).toBe(sessionOf('a'));
    expect(sessionOf('a')).not.toBe(sessionOf('b'));
  });

  test('R02: how its last line begins, by version', () => {
    expect(planClaude(settings, binary, job).reportPrefix).toBe('{"duration_api_ms":');
    expect(planClaude(settings, old, job).reportPrefix).toBe('{"type":"result"');
  });
});

describe('T2: its environment', () => {
  const own = {
    HOME: '/leaf/home',
    CLAUDE_CONFIG_DIR: '/leaf/home/.claude',
    TMPDIR: '/leaf/tmp',
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    DISABLE_AUTOUPDATER: '1',
    CLAUDE_CODE_DISABLE_BACKGROUND_TASKS: '1',
    CLAUDE_CODE_DISABLE_AUTO_MEMORY: '1',
    CLAUDE_CODE_MAX_RETRIES: '2',
    API_TIMEOUT_MS: '240000',
    BASH_DEFAULT_TIMEOUT_MS: '240000',
    BASH_MAX_TIMEOUT_MS: '240000',
  };

  test('is folders and switches of its own, and what the allowlist names', () => {
    const env = {
      ANTHROPIC_API_KEY: 'key',
      ANTHROPIC_BASE_URL: '',
      HTTPS_PROXY: 'http://proxy:1',
      NODE_EXTRA_CA_CERTS: '/etc/corp.pem',
      CLAUDE_CONFIG_DIR: '/home/me/.claude',
      CLAUDE_CODE_MAX_RETRIES: '10',
      GITHUB_TOKEN: 'secret',
      HOME: '/home/me',
      MINE: 'wanted',
    };
    const command = planClaude({ ...settings, env, claude: { env: ['MINE', 'HOME', 'NOT_SET'] } }, binary, job);
    expect(command.env).toEqual({
      ANTHROPIC_API_KEY: 'key',
      HTTPS_PROXY: 'http://proxy:1',
      NODE_EXTRA_CA_CERTS: '/etc/corp.pem',
      MINE: 'wanted',
      ...own,
    });
    expect(command.readable).toEqual(['/opt/claude/bin', '/etc/corp.pem']);
  });
});
