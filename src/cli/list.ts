import type { RegisterCommand } from './io.js';

const help = `
--stuck finds runs that are in a phase for longer than it can take, whose code
the worker can't run, that nobody took up, or whose queue no worker polls, and
says of each why, and what frees it. Query and look-ups are printed, so that
they work in the Web UI and with "temporal workflow list --query", too.`;

export const registerList: RegisterCommand = (program, io) => {
  program
    .command('list')
    .description('all runs, the newest first')
    .option('--stuck', 'only open runs that do not move')
    .option('--waiting', 'only open runs that wait for a person')
    .option('--after <duration>', 'with --stuck: this limit for every phase')
    .option('--limit <n>', 'at most so many', '50')
    .option('--json', 'one JSON object on stdout, all else on stderr')
    .addHelpText('after', help)
    .action(async (flags: { stuck?: boolean; waiting?: boolean; after?: string; limit: string; json?: boolean }) => {
      const { listRuns } = await import('./actions/list.js');
      await listRuns(io, flags);
    });
};
