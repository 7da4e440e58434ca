import type { RegisterCommand } from './io.js';

export const registerReject: RegisterCommand = (program, io) => {
  program
    .command('reject')
    .description('send a waiting test back; the next leaf reads the reason')
    .argument('[run]', 'workflow id, or the source as typed at the start')
    .option('--because <reason>', 'what is wrong with the test (needed)')
    .option('--json', 'one JSON object on stdout, all else on stderr')
    .addHelpText('after', '\nExample: pawl reject --because "it tests the helper, not the behaviour"')
    .action(async (run: string | undefined, flags: { because?: string; json?: boolean }) => {
      const { reject } = await import('./actions/reject.js');
      await reject(io, run ?? null, flags);
    });
};
