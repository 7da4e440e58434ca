import { expect, test } from '@jest/globals';
import { checkAgents } from '../../src/activities/check-agents.js';
import type { Tools } from '../../src/activities/tools.js';
import { createCommandAgent } from '../../src/adapters/agents/command/command-agent.js';
import { RunOptions } from '../../src/contract/run-input.js';
import { editingRoles } from '../../src/domain/leaf/playable-roles.js';

const settings = { claude: {}, command: null, env: {}, path: process.env['PATH'] ?? '' };
const command = createCommandAgent({ argv: [process.execPath] }, settings);
const findAgent: Tools['findAgent'] = (name) =>
  name === 'command' ? { agent: command } : { agent: { ...command, name, roles: editingRoles } };

function check(agent: string, agents: Tools['host']['agents']) {
  const options = RunOptions.parse({
    ...{ agent, scenario: null, base: null, testCommand: null, maxFiles: null, allowDirty: false },
    ...{ allowKnownFailures: false, commits: 'atomic', leafTimeoutMs: null, idleTimeoutMs: null },
  });
  return checkAgents({ findAgent, host: agents === undefined ? {} : { agents } }, options);
}

test('F34: an agent that can not judge refuses before the first leaf, as the run’s own and in a single role', async () => {
  await expect(check('gemini', undefined)).rejects.toMatchObject({
    type: 'agent-config',
    message: expect.stringMatching(
      /^agent gemini has no schema for answers.*not planner, verifier, domain reviewer, critic; .*"agents":\{"developer":"gemini","debugger":"gemini"\}/,
    ),
  });
  await expect(check('command', { verifier: 'opencode' })).rejects.toMatchObject({
    type: 'agent-config',
    message: expect.stringContaining('agent opencode has no schema for answers'),
  });
});

test('as developer and debugger beside another agent it is taken', async () => {
  const cast = { developer: 'gemini', debugger: 'opencode' };
  expect(await check('command', cast)).toMatchObject({ agent: { name: 'command' }, roles: cast });
});
