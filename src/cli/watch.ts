import type { RegisterCommand } from './io.js';

const help = `
One row a run: those that are open and those that ended within the hour, looked
at every second. In a terminal the rows are drawn in place; without one a line
is printed whenever a row changes. Ctrl-C ends it (exit 130).
Examples:
  pawl watch
  pawl watch --repo acme/shop
  pawl watch --repo .`;

export const registerWatch: RegisterCommand = (program, io) => {
  program
    .command('watch')
    .description('a live board of all runs')
    .option('--repo <r>', 'only runs of this repository: acme/shop, or a folder in it')
    .option('--json', 'one JSON object a line, whenever a row changes')
    .addHelpText('after', help)
    .action(async (flags: { repo?: string; json?: boolean }) => {
      const { watchRuns } = await import('./actions/watch.js');
      await watchRuns(io, flags);
    });
};
