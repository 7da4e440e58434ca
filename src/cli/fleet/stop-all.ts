import type { StopMode } from '../../domain/steering/stop.js';
import { shellQuote } from '../../domain/evidence/test-command.js';
import type { StopFlags } from '../actions/stop.js';
import { CliError, type Io } from '../io.js';
import { fleetChoice } from './query.js';

import { tellAll } from './tell-all.js';

interface StopAll {
  readonly typed: string | null;
  readonly mode: StopMode;
  readonly flags: StopFlags;
}

/** `pawl stop --all`: which runs is shown first, and asked about. */
export async function stopAll(io: Io, { typed, mode, flags }: StopAll): Promise<void> {
  if (typed !== null) {
    throw new CliError(2, `Expected one of <run> and --all, got both. The one: pawl stop ${typed} --mode ${mode}`);
  }
  const { repo = null, query = null, yes = false, json = false } = flags;
  const chosen = [...(repo === null ? [] : ['--repo', repo]), ...(query === null ? [] : ['--query', query])];
  const command = ['pawl', 'stop', '--all', ...chosen, '--mode', mode, '--yes'].map(shellQuote).join(' ');
  await tellAll(io, {
    choice: fleetChoice({ repo, query }),
    message: { name: 'requestStop', mode },
    // A stop as strict or stricter stands.
    holds: /^a stop "[a-z-]+" stands already/,
    what: `stop ${mode}`,
    confirm: { given: yes, command },
    json,
  });
}
