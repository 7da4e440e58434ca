import { expect, test } from '@jest/globals';
import { agentNames } from '../../../src/adapters/agents/agent-names.js';
import type { AgentSettings } from '../../../src/domain/leaf/agent-settings.js';
import { findAgent } from '../../../src/worker/find-agent.js';

const settings: AgentSettings = { claude: {}, command: { argv: ['sh'] }, env: {}, path: '/bin' };

test('each agent is found by its name, and is the same one each time', () => {
  const find = findAgent(process.execPath, settings);
  for (const name of ['claude', 'command']) {
    expect(find(name, null)).toMatchObject({ agent: { name, scripted: false, needsNetwork: true } });
    expect(find(name, null)).toEqual(find(name, null));
  }
  const scenario =
    '{"version":1,"plan":{"files":[{"path":"a"}],"steps":[{"id":"1","title":"a","criterion":1}]},"leaves":[]}';
  expect(find('scripted', scenario)).toMatchObject({
    agent: { name: 'scripted', scripted: true, needsNetwork: false },
  });
});

test('an unknown one: what was meant, and which there are', () => {
  const find = findAgent(process.execPath, settings);
  expect(find('cluade', null)).toEqual({
    unknown: `there is no agent "cluade", perhaps "claude" was meant; expected one of ${agentNames.join(', ')}, for example: --agent claude`,
  });
  expect(find('\u001b[31mx', null)).toEqual({
    unknown: expect.stringMatching(/^there is no agent "x"; expected one of/),
  });
});

test('a known one without its settings, and a scenario that is missing or broken', () => {
  const find = findAgent(process.execPath);
  expect(find('command', null)).toEqual({ malformed: expect.stringMatching(/names no program.*"command": \{"argv"/) });
  expect(find('scripted', null)).toEqual({ malformed: expect.stringContaining('--scenario') });
  expect(find('scripted', '{')).toEqual({ malformed: expect.stringContaining('not JSON') });
});
