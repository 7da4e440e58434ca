import { afterEach, describe, expect, test } from '@jest/globals';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClaudeAgent } from '../../../../src/adapters/agents/claude/claude-agent.js';
import type { AgentSettings } from '../../../../src/domain/leaf/agent-settings.js';
import type { AgentProbe } from '../../../../src/ports/agent.js';
import { removal } from '../../../support/removal.js';
import { job } from './sample.js';

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, removal);
});

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'pawl-probe-'));
  folders.push(made);
  return made;
}

const flags = [
  ...['--json-schema', '--setting-sources', '--strict-mcp-config', '--disable-slash-commands', '--tools'],
  ...['--no-session-persistence', '--permission-mode', '--max-budget-usd', '--include-partial-messages'],
];

/** A program that answers as claude does, and writes down each question with its home. */
function fakeClaude(at: string, version: string, help: readonly string[] = flags): string {
  const path = join(at, 'claude');
  const lines = ['#!/bin/sh', `echo "$1 $HOME" >>'${at}/asked'`, `case "$1" in --version) ${version};;`];
  writeFileSync(path, [...lines, `--help) echo '${help.join(' <x>\n  ')} <x>';; esac`, ''].join('\n'));
  chmodSync(path, 0o755);
  return path;
}

const said = (version: string): string => `echo '${version} (Claude Code)'`;
const probe = (more: Partial<AgentSettings>): Promise<AgentProbe> =>
  createClaudeAgent({
    claude: {},
    command: null,
    env: { ANTHROPIC_API_KEY: 'key' },
    path: '/usr/bin:/bin',
    ...more,
  }).probe();

describe('what the probe of claude finds, and how it is mended', () => {
  test('a usable one on PATH, behind a link', async () => {
    const [at, bin] = [folder(), folder()];
    symlinkSync(fakeClaude(at, said('2.1.332')), join(bin, 'claude'));
    expect(await probe({ path: `relative:${bin}:/usr/bin:/bin` })).toEqual({
      usable: true,
      version: '2.1.332',
      problem: null,
    });
  });

  test('none at all: how to install it, or name it', async () => {
    const { usable, problem } = await probe({ path: folder() });
    expect(usable).toBe(false);
    expect(problem).toMatch(/not on the PATH.*npm install -g @anthropic-ai\/claude-code.*"claude": \{"path"/);
  });

  test('a configured path with nothing there, or with a file that can not be run', async () => {
    const at = folder();
    writeFileSync(join(at, 'claude'), 'text');
    for (const path of [join(at, 'missing'), join(at, 'claude'), at]) {
      const { problem } = await probe({ claude: { path } });
      expect(problem).toMatch(/config.json names .* but no program is there; expected an absolute path/);
    }
  });

  test.each([
    ['2.1.9', /2\.1\.9 .* is too old; expected 2\.1\.197 or newer, which has --json-schema/],
    ['1.0.300', /is too old/],
    ['0.9.999', /is too old/],
  ])('version %s is too old', async (version, expected) => {
    const path = fakeClaude(folder(), said(version));
    expect(await probe({ claude: { path } })).toEqual({
      usable: false,
      version,
      problem: expect.stringMatching(expected),
      cause: 'agent-config',
    });
  });

  test.each(['2.1.197', '2.2.0', '3.0.1'])('version %s is new enough', async (version) => {
    const path = fakeClaude(folder(), said(version));
    expect(await probe({ claude: { path } })).toMatchObject({ usable: true, version });
  });

  test('a version that lost a flag, one that says nothing, one that fails: each is told', async () => {
    const without = fakeClaude(folder(), said('9.0.0'), flags.slice(1));
    expect((await probe({ claude: { path: without } })).problem).toContain('has no --json-schema');
    const silent = fakeClaude(folder(), 'true');
    expect((await probe({ claude: { path: silent } })).problem).toContain('does not say its version');
    const broken = fakeClaude(folder(), 'echo no >&2; exit 3');
    expect((await probe({ claude: { path: broken } })).problem).toMatch(/does not answer to --version.*mend: npm/);
  });

  test('not logged in: which variable to set; an empty one does not count', async () => {
    const path = fakeClaude(folder(), said('2.1.332'));
    for (const env of [{}, { ANTHROPIC_API_KEY: '' }, { OPENAI_API_KEY: 'x' }]) {
      const { usable, version, problem, cause } = await probe({ claude: { path }, env });
      expect({ usable, version, cause }).toEqual({ usable: false, version: '2.1.332', cause: 'agent-auth' });
      expect(problem).toMatch(/not logged in.*set ANTHROPIC_API_KEY, or CLAUDE_CODE_OAUTH_TOKEN/);
    }
    for (const name of ['ANTHROPIC_AUTH_TOKEN', 'CLAUDE_CODE_OAUTH_TOKEN'])
      expect(await probe({ claude: { path }, env: { [name]: 'x' } })).toMatchObject({ usable: true });
    const cloud = { CLAUDE_CODE_USE_BEDROCK: '1' };
    expect(await probe({ claude: { path }, env: cloud })).toMatchObject({ usable: false });
    expect(await probe({ claude: { path, env: Object.keys(cloud) }, env: cloud })).toMatchObject({ usable: true });
  });
});

describe('what it learned is remembered', () => {
  const settings = (path: string): AgentSettings => ({
    claude: { path },
    command: null,
    env: { ANTHROPIC_API_KEY: 'key' },
    path: '/usr/bin:/bin',
  });
  const asked = (at: string): readonly string[] => readFileSync(join(at, 'asked'), 'utf8').trim().split('\n');

  test('each binary is asked once, in an empty home; a changed one again; the plan uses the real path', async () => {
    const [at, bin] = [folder(), folder()];
    const link = join(bin, 'claude');
    symlinkSync(fakeClaude(at, said('2.1.332'), [...flags, '--restricted']), link);
    const agent = createClaudeAgent(settings(link));
    await agent.probe();
    await agent.probe();
    const { argv } = agent.plan({ ...job, role: 'verifier', shell: false });
    expect(argv[0]).toBe(join(at, 'claude'));
    expect(argv).toContain('--restricted');
    expect(asked(at)).toHaveLength(2);
    expect(asked(at).every((line) => line.includes('pawl-claude-'))).toBe(true);
    fakeClaude(at, said('2.1.200'));
    expect(await agent.probe()).toMatchObject({ version: '2.1.200' });
    expect(agent.plan({ ...job, role: 'verifier', shell: false }).argv).not.toContain('--restricted');
  });

  test('a leaf of a worker that never probed: a quick look, once', () => {
    const at = folder();
    const agent = createClaudeAgent(settings(fakeClaude(at, said('2.1.332'), [...flags, '--restricted'])));
    for (let times = 0; times < 2; times += 1) {
      expect(agent.plan({ ...job, role: 'verifier' }).argv).toContain('--restricted');
    }
    expect(asked(at)).toHaveLength(2);
  });

  test('a binary that is gone or broken by then still gives a command, whose start will say so', () => {
    const at = folder();
    const path = fakeClaude(at, 'exit 1');
    expect(createClaudeAgent(settings(path)).plan(job).argv[0]).toBe(path);
    expect(createClaudeAgent(settings(join(at, 'gone'))).plan(job).argv[0]).toBe(join(at, 'gone'));
  });
});

test('T2: what a jail leaves readable for it: its bin, the scope of its package, or the file alone', () => {
  const at = folder();
  const place = (sub: string): string => {
    mkdirSync(join(at, sub), { recursive: true });
    return fakeClaude(join(at, sub), said('2.1.332'));
  };
  const readable = (path: string): readonly string[] =>
    createClaudeAgent({ claude: { path }, command: null, env: {}, path: '/usr/bin:/bin' }).plan(job).readable;
  expect(readable(place('tool/bin'))).toEqual([join(at, 'tool/bin')]);
  expect(readable(place('.config'))).toEqual([join(at, '.config/claude')]);
  const inPackage = place('lib/node_modules/@anthropic-ai/claude-code/bin');
  expect(readable(inPackage)).toEqual([join(at, 'lib/node_modules/@anthropic-ai')]);
  mkdirSync(join(at, 'bin'));
  symlinkSync(inPackage, join(at, 'bin/claude'));
  expect(readable(join(at, 'bin/claude'))).toEqual([join(at, 'lib/node_modules/@anthropic-ai')]);
});
