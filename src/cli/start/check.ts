import type { RunOptionsWish } from '../../contract/run-input.js';
import { parseScenario } from '../../domain/leaf/parse-scenario.js';
import { CliError } from '../io.js';

/** An agent that is not known, or a scenario that can't be read, has no run to bail: it is wrong use. */
export async function checkAgent(options: RunOptionsWish): Promise<void> {
  const { agentNames } = await import('../../local.js');
  if (!agentNames.includes(options.agent)) {
    const known = agentNames.join(', ');
    throw new CliError(
      2,
      `There is no agent "${options.agent}"; this version knows: ${known}. For example: ${example}`,
    );
  }
  if (options.agent !== 'scripted') return;
  if (options.scenario === null) throw new CliError(2, `The agent "scripted" needs its scenario: ${example}`);
  const parsed = parseScenario(options.scenario);
  if (!parsed.ok) throw new CliError(2, `The scenario is malformed: ${parsed.problem}`);
}

const example = '--agent scripted --scenario scenario.json';
