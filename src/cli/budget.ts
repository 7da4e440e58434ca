import type { BudgetCommandFlags } from './actions/budget.js';
import type { RegisterCommand } from './io.js';

const help = `
Without a flag: what was spent, and what may be. A run whose budget is used up
waits before its next leaf and goes on as soon as more is added; added earlier,
it counts for later. --step raises the budget of the step under way alone.
Examples:
  pawl budget
  pawl budget --add-usd 5
  pawl budget tdd/acme/shop/issue-42 --add-leaves 20 --step`;

export const registerBudget: RegisterCommand = (program, io) => {
  program
    .command('budget')
    .description('what a run has spent and may spend; add to it')
    .argument('[run]', 'workflow id, or the source as typed at the start')
    .option('--add-usd <n>', 'US dollars more')
    .option('--add-tokens <n>', 'tokens more, input and output together')
    .option('--add-leaves <n>', 'leaves more')
    .option('--add-minutes <n>', 'minutes of work more')
    .option('--step', 'to the step under way, not to the run')
    .option('--json', 'one JSON object on stdout, all else on stderr')
    .addHelpText('after', help)
    .action(async (run: string | undefined, flags: BudgetCommandFlags) => {
      const { budget } = await import('./actions/budget.js');
      await budget(io, run ?? null, flags);
    });
};
