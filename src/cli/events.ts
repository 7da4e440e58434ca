import type { RegisterCommand } from './io.js';

export const registerEvents: RegisterCommand = (program, io) => {
  program
    .command('events')
    .description('the last events of a run, one a line')
    .argument('[run]', 'workflow id, or the source as typed at the start')
    .option('--json', 'one JSON object on stdout, all else on stderr')
    .action(async (run: string | undefined, flags: { json?: boolean }) => {
      const { showEvents } = await import('./actions/events.js');
      await showEvents(io, run ?? null, flags.json === true);
    });
};
