import type { Config } from '../../config.js';
import { judgeAgent, judgeChosen } from './agents.js';
import { limited, type Check, type Round } from './check.js';
import { judgeJail, judgeLimits } from './jail.js';

/** Every agent that this version knows, each asked by its own probe. */
export async function agentChecks(round: Round, config: Config): Promise<readonly Check[]> {
  const { agentNames, agentProbes } = await import('../../local/agent-probes.js');
  const probes = agentProbes(config.agents);
  const here = probes.map((one) => one.name);
  const chosen = judgeChosen(config.agent, agentNames, here);
  const checks = await Promise.all(
    probes.map(({ name, probe }) =>
      limited(round, `agent ${name}`, async () => judgeAgent({ name, ...(await probe()) }, config.agent)),
    ),
  );
  return chosen === null ? checks : [...checks, chosen];
}

export async function jailCheck(round: Round, config: Config): Promise<readonly Check[]> {
  const look = async (): Promise<Check> => {
    const { lookAtJail } = await import('../../local/machine-probes.js');
    return judgeJail(config.jail, await lookAtJail(config));
  };
  const limits = async (): Promise<Check> => {
    const { lookAtLimits } = await import('../../local/machine-probes.js');
    return judgeLimits(lookAtLimits(config));
  };
  return Promise.all([limited(round, 'jail', look), limited(round, 'limits', limits)]);
}
