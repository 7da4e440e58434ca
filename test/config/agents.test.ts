import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { configOrProblem, loadConfig, type Config, type MachineFacts } from '../../src/config.js';
import { removal } from '../support/removal.js';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pawl-config-'));
});
afterEach(() => rmSync(folder, removal));

const terminals = { stdin: false, stdout: true, stderr: true };
const machine = (): MachineFacts => ({ userHome: '/home/ada', user: 'ada', host: 'laptop', terminals });
const environment = (more: Readonly<Record<string, string>>): Readonly<Record<string, string>> => ({
  PAWL_HOME: folder,
  PATH: '/usr/bin',
  ...more,
});

/** Writes config.json and reads it. */
function withFile(content: unknown, env: Readonly<Record<string, string>> = {}): Config {
  mkdirSync(folder, { recursive: true });
  const text = typeof content === 'string' ? content : JSON.stringify(content);
  writeFileSync(join(folder, 'config.json'), text, { mode: 0o600 });
  return loadConfig(environment(env), machine());
}

describe('agents in config.json', () => {
  test('without any words there is claude from PATH, and no command', () => {
    const { agents } = loadConfig(environment({ ANTHROPIC_API_KEY: 'k', EMPTY: '' }), machine());
    expect(agents).toEqual({
      claude: {},
      command: null,
      env: { PAWL_HOME: folder, PATH: '/usr/bin', ANTHROPIC_API_KEY: 'k' },
      path: '/usr/bin',
    });
  });

  test('all keys are handed over as they are', () => {
    const models = { small: 'haiku', strong: 'opus' };
    const claude = { path: '/opt/claude', model: 'opus', models, maxTurns: 40, maxUsd: 2.5, env: ['HTTPS_PROXY'] };
    const command = { argv: ['agent', '-q'], answer: 'file', env: ['KEY'], readable: ['/opt/agent'], network: false };
    expect(withFile({ claude, command }).agents).toMatchObject({ claude, command });
  });

  test('T3: a path that is not absolute counts from config.json or the home, never from the folder of a leaf', () => {
    const { agents } = withFile({
      claude: { path: '~/bin/claude' },
      command: { argv: ['./agent.sh', './stays-an-argument'], readable: ['~', 'data', '/etc/agent'] },
    });
    expect(agents.claude.path).toBe('/home/ada/bin/claude');
    expect(agents.command?.argv).toEqual([join(folder, 'agent.sh'), './stays-an-argument']);
    expect(agents.command?.readable).toEqual(['/home/ada', join(folder, 'data'), '/etc/agent']);
    expect(withFile({ command: { argv: ['agent'] } }).agents.command).toEqual({ argv: ['agent'] });
  });

  test.each([
    [{ claud: {} }, 'unknown key "claud", perhaps "claude" was meant'],
    [{ claude: { modle: 'opus' } }, 'unknown key "claude.modle", perhaps "claude.model" was meant; expected one of path,'],
    [{ claude: { models: { large: 'opus' } } }, 'unknown key "claude.models.large"; expected one of small, strong'],
    [{ claude: { models: 'opus' } }, '"claude.models" can\'t be used; expected an object with small, strong or both'],
    [{ claude: { maxUSD: 1 } }, 'perhaps "claude.maxUsd" was meant'],
    [{ command: { argv: ['a'], reads: [] } }, 'unknown key "command.reads"; expected one of argv, answer, env,'],
    [{ command: { argv: [] } }, '"command.argv" can\'t be used; expected a list of 1 to 100 texts, the program first'],
    [{ command: {} }, '"command.argv" can\'t be used'],
    [{ command: 'my-agent' }, '"command" can\'t be used; expected an object with argv'],
    [{ claude: { env: ['A', 'B C'] } }, '"claude.env.1" can\'t be used; expected a list of names of environment variables'],
    [{ claude: { maxTurns: 0 } }, '"claude.maxTurns" can\'t be used; expected a whole number from 1 to 1000'],
    [{ waitForAnswer: '2 hours' }, '"waitForAnswer" can\'t be used; expected a duration'],
    [{ waitForAnswer: 7200 }, 'for example: {"waitForAnswer":"2h"}'],
    [{ usageLimitWaitHours: 0 }, '"usageLimitWaitHours" can\'t be used; expected a number of hours above 0, at most 720'],
    [{ usageLimitWaitHour: 3 }, 'perhaps "usageLimitWaitHours" was meant'],
  ])('refused: %j', (content, message) => {
    expect(() => withFile(content)).toThrow(message);
  }); // prettier-ignore
});

describe('waits', () => {
  test('no wait for an answer, and a day for a usage limit, when nothing is said', () => {
    expect(withFile({})).toMatchObject({ waitForAnswerMs: null, usageLimitCapMs: 86_400_000 });
  });

  test('R26: both are the operator’s to set', () => {
    const set = { waitForAnswer: '1h30m', usageLimitWaitHours: 0.5 };
    expect(withFile(set)).toMatchObject({ waitForAnswerMs: 5_400_000, usageLimitCapMs: 1_800_000 });
  });
});

describe('the editor', () => {
  test.each([
    [{ VISUAL: 'code --wait', EDITOR: 'vi' }, 'code --wait'],
    [{ VISUAL: ' ', EDITOR: 'vi' }, 'vi'],
    [{}, null],
  ])('%j gives %j', (env, editor) => {
    expect(loadConfig(environment(env), machine()).editor).toBe(editor);
  });
});

describe('a look at a machine whose settings are broken', () => {
  const look = (env: Readonly<Record<string, string>> = {}): ReturnType<typeof configOrProblem> =>
    configOrProblem(environment(env), machine());

  test('sound ones are loaded as ever', () => {
    withFile({ agent: 'scripted' });
    expect(look()).toMatchObject({ problem: null, config: { agent: 'scripted', home: folder } });
  });

  test('a broken file is named, and nothing of it is taken', () => {
    expect(() => withFile({ agent: 'scripted', jial: 'required' })).toThrow('perhaps "jail" was meant');
    const { config, problem } = look();
    expect(problem).toContain('perhaps "jail" was meant');
    expect(config).toMatchObject({ agent: 'claude', home: folder, temporal: { address: null } });
  });

  test('a broken variable is named; the home stays the one that was meant', () => {
    const { config, problem } = look({ TEMPORAL_ADDRESS: 'http://x/y' });
    expect(problem).toMatch(/^TEMPORAL_ADDRESS: /);
    expect(config).toMatchObject({ home: folder, temporal: { address: null } });
    const relative = configOrProblem({ PAWL_HOME: 'here' }, machine());
    expect(relative.problem).toMatch(/^PAWL_HOME: /);
    expect(relative.config.home).toBe('/home/ada/.local/share/pawl');
  });
});
