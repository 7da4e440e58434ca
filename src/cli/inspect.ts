import type { InspectFlags } from './actions/inspect.js';
import type { RegisterCommand } from './io.js';

const help = `
Needs neither server nor worker, starts nothing and changes nothing in the
repository. What this machine has (agents, jail, disk) is another question: pawl
doctor. Exit codes: 0 a run can begin, 1 it would bail, 2 wrong use.
--prompt prints the prompt alone to stdout. What only a run can know (a diff,
what Pawl measures, the plan before there is one) is marked
<<<not known before the run>>>.
Examples:
  pawl inspect docs/issue.md --base main
  pawl inspect specs/0007-export --json
  pawl inspect docs/issue.md --prompt verifier --step 2 --phase green`;

export const registerInspect: RegisterCommand = (program, io) => {
  program
    .command('inspect')
    .description('what a run would make of a source: criteria, branch, tests, setup, problems')
    .argument('<source>', 'a Markdown issue file, or the folder of a spec')
    .option('--issue <n>', "the issue's number, as for pawl run")
    .option('--base <ref>', 'as for pawl run')
    .option('--test-command <command>', 'as for pawl run')
    .option('--allow-dirty', 'as for pawl run')
    .option('--prompt <role>', 'what a leaf of this role would be asked, in place of the rest')
    .option('--step <id>', 'with --prompt: the step; the first open one when left out')
    .option('--phase <phase>', 'with --prompt: red (when left out), green or refactor')
    .option('--json', 'one JSON object on stdout, all else on stderr')
    .addHelpText('after', help)
    .action(async (source: string, flags: InspectFlags) => {
      const { inspect } = await import('./actions/inspect.js');
      await inspect(io, source, flags);
    });
};
