import type { Config } from '../../config.js';
import { limited, fine, type Check, type Round } from './check.js';
import type { Settings } from './examine.js';
import { lookAtEditor, onPath } from './helpers.js';
import { judgeGit, judgeHome, judgeNode, lookAtHome } from './machine.js';
import { judgeConfigFile, modeOf } from './settings.js';

/** Node, git, Pawl's home, and what helps without being needed. */
export async function machineChecks(round: Round, config: Config): Promise<readonly Check[]> {
  const { home, path, editor } = config;
  const looked = await Promise.all([
    limited(round, 'git', async () => {
      const { gitVersion } = await import('../../local/machine-probes.js');
      return judgeGit(await gitVersion(path, round.limitMs));
    }),
    limited(round, 'home', async () => judgeHome(await lookAtHome(home))),
    limited(round, 'editor', () => lookAtEditor(editor, path)),
    limited(round, 'tmux', async () => {
      const found = await onPath('tmux', path);
      return fine('tmux', found ?? 'not there, and not needed');
    }),
  ]);
  return [judgeNode(process.version), ...looked];
}

export async function settingsCheck(round: Round, { config, problem }: Settings): Promise<readonly Check[]> {
  const { configFile: path, holdsApiKey: holdsKey } = config;
  const look = async (): Promise<Check> => judgeConfigFile({ path, mode: await modeOf(path), holdsKey, problem });
  return [await limited(round, 'config.json', look)];
}
