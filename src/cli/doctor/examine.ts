import { availableParallelism, loadavg } from 'node:os';
import type { Config } from '../../config.js';
import { agentChecks, jailCheck } from './look-at-agents.js';
import { machineChecks, settingsCheck } from './look-at-machine.js';
import { repositoryChecks } from './look-at-repository.js';
import { serverChecks } from './look-at-server.js';
import { limitFor, trouble, type Check, type Round } from './check.js';

/** As `configOrProblem` gives it. */
export interface Settings {
  readonly config: Config;
  readonly problem: string | null;
}

export interface Examination {
  readonly checks: readonly Check[];
  /** Something that did not answer in time may still run. */
  readonly late: boolean;
}

/** All checks, side by side. Starts and changes nothing. @param folder where the person is */
export async function examine(settings: Settings, folder: string): Promise<Examination> {
  const { config, problem } = settings;
  // Loading is no waiting: no clock runs for it.
  await import('../../local/machine-probes.js');
  const round: Round = { limitMs: limitFor(loadavg()[0] ?? 0, availableParallelism()), late: [] };
  const groups = await Promise.all([
    machineChecks(round, config),
    settingsCheck(round, settings),
    problem === null ? serverChecks(round, config) : unread(['server', 'worker']),
    problem === null ? agentChecks(round, config) : unread(['agents']),
    problem === null ? jailCheck(round, config) : unread(['jail']),
    repositoryChecks(round, config, folder),
  ]);
  return { checks: groups.flat(), late: round.late.length > 0 };
}

/** Without the operator's settings nobody knows which server, agent or jail was meant. */
function unread(names: readonly string[]): readonly Check[] {
  return names.map((name) => trouble(name, 'warn', 'not looked at: the settings have to be mended first', null));
}
