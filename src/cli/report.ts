import type { RegisterCommand } from './io.js';

export const registerReport: RegisterCommand = (program, io) => {
  program
    .command('report')
    .description('the whole account of a run, open or ended')
    .argument('[run]', 'workflow id, or the source as typed at the start')
    .option('--json', 'one JSON object on stdout, all else on stderr')
    .addHelpText('after', '\nThe account of an ended run needs no worker. Example: pawl report docs/issue.md')
    .action(async (run: string | undefined, flags: { json?: boolean }) => {
      const { showReport } = await import('./actions/report.js');
      await showReport(io, run ?? null, flags.json === true);
    });
};
