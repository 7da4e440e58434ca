import type { RegisterCommand } from './io.js';

const help = `
Left out, <run> is the one open run of the repository you are in; with none or
several, the list is printed.
Exit codes tell how the run stands: 0 done, 1 or 7 bailed, 3 running, 4 waits
for a person, 5 ended early.`;

export const registerStatus: RegisterCommand = (program, io) => {
  program
    .command('status')
    .description('what a run does, why it waits, and what to type next')
    .argument('[run]', 'workflow id, or the source as typed at the start')
    .option('--json', 'one JSON object on stdout, all else on stderr')
    .addHelpText('after', help)
    .action(async (run: string | undefined, flags: { json?: boolean }) => {
      const { showStatus } = await import('./actions/status.js');
      await showStatus(io, run ?? null, flags.json === true);
    });
};
