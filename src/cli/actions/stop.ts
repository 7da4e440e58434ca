import { StopMode } from '../../domain/steering/stop.js';
import { stopAll } from '../fleet/stop-all.js';
import { CliError, type Io } from '../io.js';
import { tell } from './tell.js';

export interface StopFlags {
  readonly mode?: string;
  readonly withdraw?: boolean;
  readonly all?: boolean;
  readonly repo?: string;
  readonly query?: string;
  readonly yes?: boolean;
  readonly json?: boolean;
}

export async function stop(io: Io, typed: string | null, flags: StopFlags): Promise<void> {
  const json = flags.json === true;
  const mode = stopMode(flags);
  if (flags.all === true) return stopAll(io, { typed, mode, flags });
  const stray = [...(flags.repo === undefined ? [] : ['--repo']), ...(flags.query === undefined ? [] : ['--query'])];
  if (stray.length > 0) {
    const verb = stray.length === 1 ? 'chooses' : 'choose';
    throw new CliError(2, `${stray.join(', ')} ${verb} among all runs: pawl stop --all ${stray[0]} … [--mode ${mode}]`);
  }
  if (flags.withdraw === true) {
    const message = { name: 'withdrawStop' } as const;
    return tell(io, typed, json, { message, holdsAlready: (status) => status.stop === null });
  }
  await tell(io, typed, json, {
    message: { name: 'requestStop', mode },
    holdsAlready: (status) => status.stop !== null,
  });
}

function stopMode(flags: StopFlags): StopMode {
  if (flags.withdraw === true) {
    if (flags.mode !== undefined || flags.all === true) {
      const other = flags.all === true ? '--all' : '--mode';
      throw new CliError(2, `--withdraw takes back the stop of one run, without ${other}: pawl stop <run> --withdraw`);
    }
    return 'at-ledger';
  }
  const mode = StopMode.safeParse(flags.mode ?? 'at-ledger');
  if (mode.success) return mode.data;
  throw new CliError(
    2,
    `"${flags.mode ?? ''}" is no stop mode; expected ${StopMode.options.join(', ')}. For example: pawl stop --mode at-leaf`,
  );
}
