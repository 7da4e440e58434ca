import type { RegisterCommand } from './io.js';

export interface CleanFlags {
  readonly dryRun?: boolean;
  readonly olderThan?: string;
  readonly diskBudget?: string;
  readonly json?: boolean;
}

const help = `
What no run in progress needs goes by the age of its last use: workspaces after
a day, copies of tests at the gate after 14, logs, installed dependencies and
trusted repositories whose origin is gone after 30, kept attempts after 90. When
all of it takes more than the disk budget (20GB), the oldest workspaces, logs
and dependencies go before their time. Ages and budget: "clean" in config.json.
A worker does the same at its start and once a day.
The server is asked which runs are in progress. Without one only that goes of
which it is certain that nobody needs it, and this is said.
Examples:
  pawl clean --dry-run
  pawl clean --older-than 7d
  pawl clean --disk-budget 10GB`;

export const registerClean: RegisterCommand = (program, io) => {
  program
    .command('clean')
    .description('remove what no run needs any more: workspaces, logs, dependencies')
    .option('--dry-run', 'only say what would go, and how much that is')
    .option('--older-than <age>', 'one age for all of it, at least 1h; for example: 7d')
    .option('--disk-budget <size>', 'what all of it may take together; for example: 20GB')
    .option('--json', 'one JSON object on stdout, all else on stderr')
    .addHelpText('after', help)
    .action(async (flags: CleanFlags) => {
      const { cleanUp } = await import('./actions/clean.js');
      await cleanUp(io, flags);
    });
};
