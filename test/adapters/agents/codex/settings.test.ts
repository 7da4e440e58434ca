import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { createAgents } from '../../../../src/adapters/agents/agents.js';
import { agentNames } from '../../../../src/adapters/agents/agent-names.js';
import { loadConfig, type Config } from '../../../../src/config.js';
import { removal } from '../../../support/removal.js';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pawl-codex-config-'));
});
afterEach(() => rmSync(folder, removal));

function withCodex(codex: unknown): Config {
  writeFileSync(join(folder, 'config.json'), JSON.stringify({ codex }), { mode: 0o600 });
  const terminals = { stdin: false, stdout: true, stderr: true };
  const machine = { userHome: '/home/ada', user: 'ada', host: 'laptop', terminals };
  return loadConfig({ PAWL_HOME: folder, PATH: '/usr/bin' }, machine);
}

test('codex is there without any words, by its name', () => {
  expect(agentNames).toContain('codex');
  const agents = createAgents({ claude: {}, command: null, env: {}, path: '/usr/bin' });
  expect(agents.find(({ name }) => name === 'codex')).toMatchObject({ scripted: false, needsNetwork: true });
});

test('all keys are handed over as they are; a path counts from config.json or the home', () => {
  const provider = { name: 'gateway', baseUrl: 'https://models.example.org/v1', keyVariable: 'GATEWAY_KEY' };
  const codex = { model: 'mine', models: { small: 'little', strong: 'great' }, provider, env: ['MINE'] };
  expect(withCodex(codex).agents.codex).toEqual(codex);
  expect(withCodex({ path: '~/bin/codex' }).agents.codex).toEqual({ path: '/home/ada/bin/codex' });
  expect(withCodex({ path: 'codex' }).agents.codex).toEqual({ path: join(folder, 'codex') });
});

test.each([
  [{ modle: 'x' }, 'unknown key "codex.modle", perhaps "codex.model" was meant; expected one of path,'],
  [{ models: { large: 'x' } }, 'unknown key "codex.models.large"; expected one of small, strong'],
  [{ provider: { baseUrl: 'models.example.org' } }, '"codex.provider.baseUrl" can\'t be used; expected an address'],
  [{ provider: { baseUrl: 'ftp://x' } }, '"codex.provider.baseUrl" can\'t be used; expected an address'],
  [{ provider: { name: 'x' } }, '"codex.provider.baseUrl" can\'t be used; expected an address'],
  [
    { provider: { baseUrl: 'https://x', keyVariable: 'A B' } },
    '"codex.provider.keyVariable" can\'t be used; expected the name',
  ],
  [{ env: ['A', 'B C'] }, '"codex.env.1" can\'t be used; expected a list of names of environment variables'],
  ['codex', '"codex" can\'t be used; expected an object with path, model, models, provider or env'],
])('%j: what is wrong, what was expected, an example', (codex, problem) => {
  expect(() => withCodex(codex)).toThrow(problem);
  expect(() => withCodex(codex)).toThrow('for example: {"codex":');
});
