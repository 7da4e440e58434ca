import type { RegisterCommand } from './io.js';

const help = `
The approval is bound to the test you saw: without --test the test is shown and
asked about in a terminal; without a terminal the whole command is printed and
nothing is sent (exit 2).
With --edited the test counts as you changed it in the review copy, whose path
the gate shows: it goes through evidence and verifier first, and when it does
not hold, the gate says why and waits on.
Example: pawl approve tdd/acme/shop/issue-42 --test 1f0c9a77e2b4
         pawl approve tdd/acme/shop/issue-42 --test 1f0c9a77e2b4 --edited`;

export const registerApprove: RegisterCommand = (program, io) => {
  program
    .command('approve')
    .description('let the implementation of a waiting test begin')
    .argument('[run]', 'workflow id, or the source as typed at the start')
    .option('--test <hash>', 'the hash of the test you saw, 8 characters or more')
    .option('--edited', 'approve what you made of that test in the review copy')
    .option('--json', 'one JSON object on stdout, all else on stderr')
    .addHelpText('after', help)
    .action(async (run: string | undefined, flags: { test?: string; edited?: boolean; json?: boolean }) => {
      const { approve } = await import('./actions/approve.js');
      await approve(io, run ?? null, flags);
    });
};
