import type { RegisterCommand } from './io.js';

export interface UpFlags {
  readonly json?: boolean;
}

const help = `
The server runs in the background, on this machine only, and keeps its histories
in Pawl's home for 30 days. It may be called again at any time. When ports 7233
or 8233 are taken, others are used and kept for the next start. With
TEMPORAL_ADDRESS set nothing is started: that server is asked whether it
answers.`;

export const registerUp: RegisterCommand = (program, io) => {
  program
    .command('up')
    .description('start the Temporal server of this machine in the background')
    .option('--json', 'one JSON object on stdout, all else on stderr')
    .addHelpText('after', help)
    .action(async (flags: UpFlags) => {
      const { bringUp } = await import('./actions/up.js');
      await bringUp(io, flags.json === true);
    });
};
