import { afterEach, describe, expect, test } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createCodexAgent } from '../../../../src/adapters/agents/codex/codex-agent.js';
import type { AgentSettings } from '../../../../src/domain/leaf/agent-settings.js';
import type { Agent } from '../../../../src/ports/agent.js';
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
  ...['--json', '--output-schema', '--ignore-user-config', '--ignore-rules', '--skip-git-repo-check'],
  ...['--sandbox', '--add-dir', '--disable'],
];

/** A program that answers as codex does, and writes down each question with its home. */
function fakeCodex(at: string, version: string, help: readonly string[] = flags): string {
  const path = join(at, 'codex');
  const lines = ['#!/bin/sh', `echo "$* $HOME $CODEX_HOME" >>'${at}/asked'`, `case "$1" in --version) ${version};;`];
  writeFileSync(path, [...lines, `exec) echo '${help.join(' <x>\n  ')} <x>';; esac`, ''].join('\n'));
  chmodSync(path, 0o755);
  return path;
}

const said = (version: string): string => `echo 'codex-cli ${version}'`;
const agentOf = (more: Partial<AgentSettings>): Agent =>
  createCodexAgent({ claude: {}, command: null, env: { OPENAI_API_KEY: 'key' }, path: '/usr/bin:/bin', ...more });
const probe = (more: Partial<AgentSettings>) => agentOf(more).probe();

describe('what the probe of codex finds, and how it is mended', () => {
  test('a usable one on PATH, behind a link, asked in an empty home', async () => {
    const [at, bin] = [folder(), folder()];
    symlinkSync(fakeCodex(at, said('0.171.0')), join(bin, 'codex'));
    const found = await probe({ path: `relative:${bin}:/usr/bin:/bin` });
    expect(found).toEqual({ usable: true, version: '0.171.0', problem: null });
    const asked = readFileSync(join(at, 'asked'), 'utf8').trim().split('\n');
    expect(asked).toEqual([
      expect.stringMatching(/^--version .*pawl-codex-/),
      expect.stringMatching(/^exec --help .*pawl-/),
    ]);
  });

  test('none at all: how to install it, or name it', async () => {
    const { usable, problem, cause } = await probe({ path: folder() });
    expect({ usable, cause }).toEqual({ usable: false, cause: undefined });
    expect(problem).toMatch(/not on the PATH.*npm install -g @openai\/codex.*"codex": \{"path"/);
  });

  test('a configured path with nothing there, or with a file that can not be run', async () => {
    const at = folder();
    writeFileSync(join(at, 'codex'), 'text');
    for (const path of [join(at, 'missing'), join(at, 'codex'), at]) {
      const { problem } = await probe({ codex: { path } });
      expect(problem).toMatch(/config.json names .* but no program is there; expected an absolute path/);
    }
  });

  test.each(['0.99.0', '0.170.9', '0.20.0'])('version %s is too old', async (version) => {
    const path = fakeCodex(folder(), said(version));
    expect(await probe({ codex: { path } })).toEqual({
      usable: false,
      version,
      problem: expect.stringMatching(/is too old; expected 0\.171\.0 or newer; mend: npm install/),
      cause: 'agent-config',
    });
  });

  test.each(['0.171.0', '0.172.1', '1.0.0'])('version %s is new enough', async (version) => {
    const path = fakeCodex(folder(), said(version));
    expect(await probe({ codex: { path } })).toMatchObject({ usable: true, version });
  });

  test('a version that lost a flag, one that says nothing, one that fails: each is told', async () => {
    const without = await probe({ codex: { path: fakeCodex(folder(), said('9.0.0'), flags.slice(2)) } });
    expect(without).toMatchObject({ usable: false, cause: 'agent-config' });
    expect(without.problem).toContain('has no --json, --output-schema, which Pawl needs');
    const silent = fakeCodex(folder(), 'true');
    expect((await probe({ codex: { path: silent } })).problem).toContain('does not say its version');
    const broken = fakeCodex(folder(), 'echo no >&2; exit 3');
    expect((await probe({ codex: { path: broken } })).problem).toMatch(/does not answer to --version.*mend: npm/);
  });

  test('no key: which variable to set; an empty one does not count', async () => {
    const path = fakeCodex(folder(), said('0.171.0'));
    for (const env of [{}, { OPENAI_API_KEY: '' }, { ANTHROPIC_API_KEY: 'x' }]) {
      const { usable, version, problem, cause } = await probe({ codex: { path }, env });
      expect({ usable, version, cause }).toEqual({ usable: false, version: '0.171.0', cause: 'agent-auth' });
      expect(problem).toMatch(
        /no key: .*no stored login, so that of `codex login` does not count; mend: set OPENAI_API_KEY or CODEX_API_KEY.*, or name .*"keyVariable": "GATEWAY_KEY"/,
      );
    }
    expect(await probe({ codex: { path }, env: { CODEX_API_KEY: 'x' } })).toMatchObject({ usable: true });
    const provider = { baseUrl: 'https://models.example.org/v1', keyVariable: 'GATEWAY_KEY' };
    expect((await probe({ codex: { path, provider } })).problem).toMatch(/mend: set GATEWAY_KEY in/);
    const env = { GATEWAY_KEY: 'x' };
    expect(await probe({ codex: { path, provider }, env })).toMatchObject({ usable: true });
  });
});

test('its command lays home and schema, private, and leaves the shell no part in it', () => {
  const at = folder();
  const work = { ...job.folders, home: join(at, 'home') };
  mkdirSync(work.home);
  const path = fakeCodex(at, 'true', ['$$']);
  writeFileSync(
    path,
    '#!/bin/sh\nps -o args= -p $PPID >/dev/null; env; cat "$CODEX_HOME/answer.json"; stat -c %a "$CODEX_HOME"\n',
  );
  const { argv, env } = agentOf({ codex: { path } }).plan({ ...job, folders: work });
  const [shell = '', ...args] = argv;
  const out = execFileSync(shell, args, { env: { PATH: '/usr/bin:/bin', ...env }, encoding: 'utf8' });
  expect(out).toContain(JSON.stringify(job.schema));
  expect(out).not.toContain('PAWL_ANSWER_SCHEMA');
  expect(out).toMatch(/\n?700\n$/);
});

test('T2: what a jail leaves readable for it, by real paths: the scope of its package, whose native part lies beside it', () => {
  const at = folder();
  const inPackage = join(at, 'lib/node_modules/@openai/codex/bin');
  mkdirSync(inPackage, { recursive: true });
  mkdirSync(join(at, 'bin'));
  symlinkSync(fakeCodex(inPackage, said('0.171.0')), join(at, 'bin/codex'));
  const { readable, argv } = agentOf({ codex: { path: join(at, 'bin/codex') } }).plan(job);
  expect(readable).toEqual([join(at, 'lib/node_modules/@openai')]);
  expect(argv[3]).toBe(join(inPackage, 'codex'));
});

test('a codex that is gone by then still gives a command, whose start will say so', () => {
  expect(agentOf({ codex: { path: '/nowhere/codex' } }).plan(job).argv[3]).toBe('/nowhere/codex');
  expect(agentOf({ path: '/nowhere' }).plan(job).argv[3]).toMatch(/codex$/);
});
