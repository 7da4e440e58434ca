import type { RegisterCommand } from './io.js';
import type { ReviewFlags } from './actions/review.js';

const help = `
Shows the steps that were done in review-after since the last review: the tests
of all of them first, then the code. In a terminal it goes step by step and
asks; without one it prints everything. Reviewed is what was shown, never a
commit that came meanwhile. The mark is a ref in the trusted repository on the
run's own host, so it needs no worker.

  --send-back <step> --because "…"   the step comes back as a new step at the
                                     end of the ledger; its developer reads the
                                     reason. A run that has ended is started
                                     again for it.
Exit codes: 0 nothing is left to review, 4 something waits for a reviewer.
Examples:
  pawl review docs/issue.md
  pawl review docs/issue.md --reviewed
  pawl review docs/issue.md --send-back 3 --because "a token without exp passes"`;

export const registerReview: RegisterCommand = (program, io) => {
  program
    .command('review')
    .description('read what was done in review-after: tests first, then code')
    .argument('[run]', 'workflow id, or the source as typed at the start')
    .option('--tests-only', 'show the tests alone')
    .option('--reviewed', 'mark everything that is shown as reviewed')
    .option('--send-back <step>', 'have this step done again; needs --because')
    .option('--because <reason>', 'what is to be mended')
    .option('--json', 'one JSON object on stdout, all else on stderr')
    .addHelpText('after', help)
    .action(async (run: string | undefined, flags: ReviewFlags) => {
      const { review } = await import('./actions/review.js');
      await review(io, run ?? null, flags);
    });
};
