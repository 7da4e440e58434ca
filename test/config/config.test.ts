import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { loadConfig, type Config, type MachineFacts } from '../../src/config.js';
import { connectionSecurity } from '../../src/config/tls.js';
import { removal } from '../support/removal.js';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pawl-config-'));
});
afterEach(() => rmSync(folder, removal));

const machine = (): MachineFacts => ({
  userHome: folder,
  user: 'ada',
  host: 'laptop',
  terminals: { stdin: false, stdout: true, stderr: true },
});

function load(env: Readonly<Record<string, string>> = {}): Config {
  return loadConfig({ PAWL_HOME: join(folder, 'pawl'), ...env }, machine());
}

/** Writes config.json and reads it. */
function withFile(content: unknown, env: Readonly<Record<string, string>> = {}): Config {
  mkdirSync(join(folder, 'pawl'), { recursive: true });
  const text = typeof content === 'string' || Buffer.isBuffer(content) ? content : JSON.stringify(content);
  writeFileSync(join(folder, 'pawl', 'config.json'), text, { mode: 0o600 });
  return load(env);
}

describe('where things lie', () => {
  test('PAWL_HOME holds both, else the XDG folders, else those they stand for', () => {
    const places = (env: Readonly<Record<string, string>>): readonly string[] => {
      const { home, configFile } = loadConfig(env, machine());
      return [home, configFile].map((path) => path.replace(folder, '~'));
    };
    expect(places({ PAWL_HOME: '/srv/my pawl' })).toEqual(['/srv/my pawl', '/srv/my pawl/config.json']);
    expect(places({ XDG_DATA_HOME: '/d', XDG_CONFIG_HOME: '/c' })).toEqual(['/d/pawl', '/c/pawl/config.json']);
    const usual = ['~/.local/share/pawl', '~/.config/pawl/config.json'];
    expect(places({})).toEqual(usual);
    expect(places({ PAWL_HOME: '', XDG_DATA_HOME: 'relative', XDG_CONFIG_HOME: '' })).toEqual(usual);
    expect(() => places({ PAWL_HOME: 'here' })).toThrow(/^PAWL_HOME: "here" depends .* absolute path, for example: /);
  });

  test('reading makes nothing', () => {
    load();
    expect(existsSync(join(folder, 'pawl'))).toBe(false);
  });
});

describe('config.json', () => {
  test('defaults without one', () => {
    expect(load()).toMatchObject({
      agent: 'claude',
      jail: 'auto',
      sandboxRuntime: {},
      walls: { agentConfig: 'withhold', network: {} },
      maxFiles: 5,
      leafSlots: null,
      leafTimeoutMs: 900_000,
      idleTimeoutMs: 300_000,
      identity: 'ada@laptop',
      temporal: { address: null, namespace: 'default', apiKey: null, tls: null, deployment: null },
      notices: [],
    });
  });

  test('budgets: what is left out has no bound, but for the leaves of a step', () => {
    const usual = { usd: null, tokens: null, leaves: null, minutes: null };
    expect(load()).toMatchObject({
      budgets: { run: usual, step: { ...usual, leaves: 100 } },
      budgetCapMs: 24 * 3_600_000,
    });
    const budgets = { run: { usd: 10 }, step: { leaves: 40, minutes: 0.5 } };
    expect(withFile({ budgets, budgetWaitHours: 0.5 })).toMatchObject({
      budgets: { run: { ...usual, usd: 10 }, step: { ...usual, leaves: 40, minutes: 0.5 } },
      budgetCapMs: 1_800_000,
    });
  });

  test('sets what it names; the environment wins', () => {
    const file = {
      agent: 'scripted',
      jail: 'required',
      maxFiles: 8,
      leafSlots: 4,
      limits: { leafTimeoutSeconds: 60, idleSeconds: 5 },
      identity: 'Ada L.',
      temporal: { address: 'localhost:1', namespace: 'team' },
    };
    const walls = { agentConfig: 'allow', network: { tests: true } };
    const sandbox = { jail: 'sandbox-runtime', sandboxRuntime: { path: 'srt/cli', allowHosts: ['*.example.org'] } };
    expect(withFile({ ...walls, ...sandbox })).toMatchObject({
      walls,
      jail: 'sandbox-runtime',
      sandboxRuntime: { path: expect.stringMatching(/^\/.*\/srt\/cli$/), allowHosts: ['*.example.org'] },
    });
    const read = { ...file, leafTimeoutMs: 60_000, idleTimeoutMs: 5_000, limits: undefined };
    const { limits: _, ...expected } = read;
    expect(withFile(file)).toMatchObject(expected);
    expect(
      withFile(file, { TEMPORAL_ADDRESS: 'localhost:2', PAWL_IDENTITY: 'bob', TEMPORAL_NAMESPACE: ' ' }),
    ).toMatchObject({
      identity: 'bob',
      temporal: { address: 'localhost:2', namespace: 'team' },
    });
  });

  const refused: readonly (readonly [unknown, string])[] = [
    [
      { agnet: 'claude' },
      'unknown key "agnet", perhaps "agent" was meant; expected one of agent, jail, sandboxRuntime,',
    ],
    [{ agnet: 'claude' }, 'for example: {"agent":"claude"}'],
    [{ limits: { idleSecond: 3 } }, 'unknown key "limits.idleSecond", perhaps "limits.idleSeconds" was meant'],
    [
      { temporal: { adress: 'x' } },
      'perhaps "temporal.address" was meant; expected one of address, namespace, apiKey, deployment, tls',
    ],
    [{ temporal: { tls: { ca: 'x' } } }, 'unknown key "temporal.tls.ca"'],
    [{ gear: 'review-after' }, 'unknown key "gear"; expected one of'],
    [{ ['\u001b[31m'.repeat(30)]: 1 }, 'unknown key ""; expected one of'],
    [
      { jail: 'none' },
      `"jail" can't be used; expected "auto", "bubblewrap", "process", "required" or "sandbox-runtime"`,
    ],
    [
      { network: { developers: true } },
      'unknown key "network.developers", perhaps "network.developer" was meant; expected one of planner, developer,',
    ],
    [
      { network: { tests: 'yes' } },
      '"network.tests" can\'t be used; expected true or false, for example: {"network":{"tests":false}}',
    ],
    [
      { agentConfig: true },
      '"agentConfig" can\'t be used; expected "withhold" or "allow", for example: {"agentConfig":"allow"}',
    ],
    [
      { sandboxRuntime: { allowHosts: ['https://x.org'] } },
      '"sandboxRuntime.allowHosts.0" can\'t be used; expected a list of at most 100 host names',
    ],
    [{ maxFiles: 0 }, `"maxFiles" can't be used; expected a whole number from 1 to 1000, for example: {"maxFiles":8}`],
    [{ limits: { idleSeconds: 0.5 } }, '"limits.idleSeconds" can\'t be used; expected a whole number of seconds'],
    [{ temporal: { tls: 'yes' } }, '"temporal.tls" can\'t be used; expected true, false, or an object'],
    [
      { budgets: { run: { usd: -1 } } },
      '"budgets.run.usd" can\'t be used; expected a number from 0.01 to 10000, for example: {"budgets":{"run":{"usd":5}}}',
    ],
    [
      { budgets: { step: { leaf: 3 } } },
      'unknown key "budgets.step.leaf"; expected one of usd, tokens, leaves, minutes',
    ],
    [{ identity: 'a\nb' }, 'config.json, identity: "a b" can\'t be shown as a name'],
    [[], 'it is no JSON object'],
    ['{"agent":\n"claude",\n}', 'line 3'],
    ['', 'it is not JSON'],
    [Buffer.from([0x7b, 0xff, 0xfe]), 'it is not UTF-8'],
    [`{"agent":"${'x'.repeat(200_000)}"}`, 'it has 200012 bytes; expected a readable file of at most 100000 bytes'],
  ];
  test.each(refused.map(([content, message]) => [message, content] as const))('refused: %s', (message, content) => {
    expect(() => withFile(content)).toThrow(message);
  });

  test('a folder in its place, and a file nobody may read, are named', () => {
    mkdirSync(join(folder, 'pawl', 'config.json'), { recursive: true });
    expect(() => load()).toThrow(`${join(folder, 'pawl', 'config.json')}: it is no file`);
  });

  test('a byte order mark does no harm', () => {
    expect(withFile('\ufeff{"agent":"scripted"}').agent).toBe('scripted');
  });

  test('T15: an API key that others can read is mentioned', () => {
    const file = { temporal: { apiKey: 'k', address: 'localhost:7233' } };
    expect(withFile(file).notices).toEqual([]);
    chmodSync(join(folder, 'pawl', 'config.json'), 0o644);
    expect(load().notices).toEqual([expect.stringContaining('chmod 600')]);
  });
});

describe('the Temporal server', () => {
  test.each([
    ['localhost', 'localhost:7233'],
    ['127.9.9.9:1', '127.9.9.9:1'],
    ['::1', '[::1]:7233'],
    ['[::1]:9', '[::1]:9'],
    ['[0:0:0:0:0:0:0:1]:9', '[0:0:0:0:0:0:0:1]:9'],
    [' db.localhost:65535 ', 'db.localhost:65535'],
  ])('%s is on this machine: %s', (text, address) => {
    expect(load({ TEMPORAL_ADDRESS: text }).temporal).toMatchObject({ address, tls: null });
  });

  test.each([
    'http://localhost:7233',
    'localhost:7233/x',
    'localhost:0',
    'localhost:70000',
    'a b',
    '[::1',
    ':7233',
    '-x:1',
    'x:',
  ])('%j is no address, and an example is given', (text) => {
    expect(() => load({ TEMPORAL_ADDRESS: text })).toThrow(
      /^TEMPORAL_ADDRESS: .* host:port.* for example: localhost:7233$/,
    );
  });

  test.each([
    'temporal:7233',
    '10.0.0.8',
    '[fd00::1]:7233',
    '[::2]:1',
    '128.0.0.1',
    'localhost.example.com',
    '0.0.0.0:7233',
  ])('D12: %s without TLS is refused with the reason and two ways out', (text) => {
    expect(() => load({ TEMPORAL_ADDRESS: text })).toThrow(
      /not on this machine, and TLS is off[^]*TEMPORAL_TLS=true[^]*ssh -L/,
    );
    expect(() => load({ TEMPORAL_ADDRESS: text, TEMPORAL_TLS: 'false', TEMPORAL_API_KEY: 'k' })).toThrow(/TLS is off/);
    expect(load({ TEMPORAL_ADDRESS: text, TEMPORAL_TLS: 'true' }).temporal.tls).not.toBeNull();
    expect(load({ TEMPORAL_ADDRESS: text, TEMPORAL_API_KEY: 'k' }).temporal.tls).not.toBeNull();
  });

  test('TLS by files: those of config.json are relative to it, and are read when one connects', () => {
    const { temporal } = withFile({ temporal: { address: 'far:1', tls: { serverCa: 'ca.pem', serverName: 'n' } } });
    expect(temporal.tls).toEqual({
      serverCa: join(folder, 'pawl', 'ca.pem'),
      clientCert: null,
      clientKey: null,
      serverName: 'n',
    });
    expect(() => connectionSecurity(temporal)).toThrow(/^TLS: .*ca\.pem.* readable file in PEM form/);
    writeFileSync(join(folder, 'pawl', 'ca.pem'), 'CA');
    expect(connectionSecurity(temporal)).toEqual({
      tls: { serverRootCACertificate: Buffer.from('CA'), serverNameOverride: 'n' },
    });
    expect(connectionSecurity({ apiKey: null, tls: null })).toEqual({});
    expect(() => load({ TEMPORAL_TLS_CLIENT_CERT_PATH: '/c' })).toThrow(/belong together/);
    expect(() => load({ TEMPORAL_TLS_DISABLE_HOST_VERIFICATION: 'true' })).toThrow(/does not take this variable/);
    expect(() => load({ TEMPORAL_TLS: 'maybe' })).toThrow(/^TEMPORAL_TLS: "maybe" is neither on nor off/);
  });
});

describe('what children and git get', () => {
  test('T2: only the named variables', () => {
    const secrets = { GITHUB_TOKEN: 'x', ANTHROPIC_API_KEY: 'x', NODE_OPTIONS: '--x', LC_SECRET_1: 'x' };
    const config = load({ ...secrets, LANG: 'de_DE.UTF-8', LC_ALL: 'C', TZ: 'Asia/Tokyo', TERM: '', PATH: '/b' });
    expect(config.locale).toEqual({ LANG: 'de_DE.UTF-8', LC_ALL: 'C', TZ: 'Asia/Tokyo' });
    expect(config.path).toBe('/b');
    const pip = load({
      ...secrets,
      PIP_INDEX_URL: 'u',
      https_proxy: 'p',
      PATH: '/b',
      HOME: '/h',
      TEMPORAL_API_KEY: 'x',
    });
    expect(pip.downloadEnv).toEqual({ PIP_INDEX_URL: 'u', https_proxy: 'p', PATH: '/b', HOME: '/h' });
  });

  test('git people and configuration, colours, CI', () => {
    const config = load({ GIT_AUTHOR_NAME: 'Ada', EMAIL: 'a@b', GIT_COMMITTER_NAME: '', NO_COLOR: '1', CI: 'true' });
    expect(config.gitPeople).toEqual({
      authorName: 'Ada',
      authorEmail: null,
      committerName: null,
      committerEmail: null,
      email: 'a@b',
    });
    expect(config.gitGlobalConfig).toBe(join(folder, '.gitconfig'));
    expect(load({ GIT_CONFIG_GLOBAL: '/dev/null' }).gitGlobalConfig).toBe('/dev/null');
    expect(config.terminal).toEqual({ noColor: true, ci: true, stdin: false, stdout: true, stderr: true });
    expect(load({ CI: 'false' }).terminal).toMatchObject({ noColor: false, ci: false });
  });

  test.each(['a\u0007b', 'x'.repeat(201), 'a\nb', '\u202eevil'])(
    'identity %# is refused: a control, a long one, two lines, a turned one',
    (name) => {
      expect(() => load({ PAWL_IDENTITY: name })).toThrow(/^PAWL_IDENTITY: .* for example: PAWL_IDENTITY=ada@laptop$/);
    },
  );
});
