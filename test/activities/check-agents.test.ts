import { describe, expect, test } from '@jest/globals';
import { ApplicationFailure } from '@temporalio/common';
import { checkAgents } from '../../src/activities/check-agents.js';
import { RunOptions } from '../../src/contract/run-input.js';
import { createCommandAgent } from '../../src/adapters/agents/command/command-agent.js';
import type { Tools } from '../../src/activities/tools.js';

/** `command` as a program that is there; every other name is unknown on this host. */
const settings = { claude: {}, command: null, env: {}, path: process.env['PATH'] ?? '' };
const command = createCommandAgent({ argv: [process.execPath] }, settings);
const options = (agent: string): RunOptions =>
  RunOptions.parse({
    ...{ agent, scenario: null, base: null, testCommand: null, maxFiles: null, allowDirty: false },
    ...{ allowKnownFailures: false, commits: 'atomic', leafTimeoutMs: null, idleTimeoutMs: null },
  });

function check(agents: Tools['host']['agents'], agent = 'command') {
  const findAgent: Tools['findAgent'] = (name) =>
    name === 'command' || name === 'scripted' ? { agent: command } : { unknown: `no agent "${name}" here` };
  return checkAgents({ findAgent, host: agents === undefined ? {} : { agents } }, options(agent));
}

describe('the agents of a run are looked at before its first leaf (F34)', () => {
  test('without roles of its own the run has one agent', async () => {
    expect(await check(undefined)).toMatchObject({ agent: { name: 'command' }, roles: {}, notes: [] });
  });

  test('an agent that only one role needs is missing by name, with the role', async () => {
    const failure = check({ verifier: 'codex' });
    await expect(failure).rejects.toBeInstanceOf(ApplicationFailure);
    await expect(failure).rejects.toMatchObject({
      type: 'agent-missing',
      message: 'no agent "codex" here (for the verifier)',
    });
  });

  test('a scripted run takes no other agent in any role', async () => {
    expect(await check({ verifier: 'codex' }, 'scripted')).toMatchObject({ roles: {}, notes: [] });
  });
});
