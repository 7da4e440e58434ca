import type { RegisterCommand } from './io.js';

export interface DownFlags {
  readonly json?: boolean;
}

const help = `
Nothing is lost: open runs go on from where they were after pawl up and pawl
worker --detach. Only what Pawl started is ended, found by pid and start time; a
server named by TEMPORAL_ADDRESS is left alone.`;

export const registerDown: RegisterCommand = (program, io) => {
  program
    .command('down')
    .description('end the worker in the background and the Temporal server of this machine')
    .option('--json', 'one JSON object on stdout, all else on stderr')
    .addHelpText('after', help)
    .action(async (flags: DownFlags) => {
      const { takeDown } = await import('./actions/down.js');
      await takeDown(io, flags.json === true);
    });
};
