import type { LogsFlags } from './actions/logs.js';
import type { RegisterCommand } from './io.js';

const help = `
Lists what the run started and prints what each leaf wrote, read as its agent's
lines are read; --raw leaves them as they are. Role "pawl" is Pawl's own: setup
and test runs. Logs lie on the run's host, 16 MiB of each stream, and are read
without a worker; without a server <run> is the run's id, or the name of its
folder in Pawl's home below runs/. --follow shows the leaf under way and those
that come, until the run ends (exit 0) or Ctrl-C (exit 130).
Examples:
  pawl logs docs/issue.md --follow
  pawl logs docs/issue.md --step 2 --role developer --phase green
  pawl logs docs/issue.md --step 2 --role developer --prompt
  pawl logs docs/issue.md --role verifier --manifest

--manifest exits 1 when a hash does not hold.`;

export const registerLogs: RegisterCommand = (program, io) => {
  program
    .command('logs')
    .description('what the leaves of a run wrote')
    .argument('[run]', 'workflow id, the source as typed at the start, or a run id')
    .option('--step <id>', 'only of this step')
    .option('--role <role>', 'only of planner, developer, debugger, verifier, critic … or pawl')
    .option('--phase <phase>', 'only of preflight, plan, red, green, refactor …')
    .option('--follow', 'go on with what is written from now on')
    .option('--raw', 'lines as the agent wrote them')
    .option('--prompt', 'what each leaf was asked, in place of what it wrote')
    .option('--manifest', 'all that each leaf was given, by hash, and whether the hashes hold')
    .option('--json', 'the list as one JSON object on stdout')
    .addHelpText('after', help)
    .action(async (run: string | undefined, flags: LogsFlags) => {
      const { showLogs } = await import('./actions/logs.js');
      await showLogs(io, run ?? null, flags);
    });
};
