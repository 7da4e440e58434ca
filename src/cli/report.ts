import { CliError, type RegisterCommand } from './io.js';

export const registerReport: RegisterCommand = (program, io) => {
  program
    .command('report')
    .description('the whole account of a run, open or ended')
    .argument('[run]', 'workflow id, or the source as typed at the start')
    .option('--json', 'one JSON object on stdout, all else on stderr')
    .option('--markdown', 'for a pull request or a page: the account in Markdown')
    .addHelpText('after', '\nThe account of an ended run needs no worker. Example: pawl report docs/issue.md')
    .action(async (run: string | undefined, flags: { json?: boolean; markdown?: boolean }) => {
      const { showReport } = await import('./actions/report.js');
      if (flags.json === true && flags.markdown === true)
        throw new CliError(2, '--json and --markdown are two forms of one account: choose one of them.');
      await showReport(io, run ?? null, flags);
    });
};
