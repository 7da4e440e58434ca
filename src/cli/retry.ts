import type { RegisterCommand } from './io.js';

export const registerRetry: RegisterCommand = (program, io) => {
  program
    .command('retry')
    .description('let a run that waits for a limit try again now')
    .argument('[run]', 'workflow id, or the source as typed at the start')
    .option('--json', 'one JSON object on stdout, all else on stderr')
    .addHelpText('after', '\nA run that waits for an answer is told it: pawl resume <run> --answer "…"')
    .action(async (run: string | undefined, flags: { json?: boolean }) => {
      const { retry } = await import('./actions/retry.js');
      await retry(io, run ?? null, flags.json === true);
    });
};
