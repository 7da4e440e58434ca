import type { ResumeFlags } from './actions/resume.js';
import type { RegisterCommand } from './io.js';

const help = `
A new execution under the same id goes on at the first undone step; finished
commits stay. Gear, budgets and approvals come along; when the last execution
left nothing behind, they start anew and this is said. A run that ended with a
question gets the answer into its next brief; one that waits for an answer gets
it at once.
Where the question lists its answers, the number of one will do.
A run that ended because a file outside of the plan was to change goes on when
you allow that file, by name and with a reason; both stand in status, report and
in the commit that changes it.
Examples:
  pawl resume tdd/acme/shop/issue-42
  pawl resume docs/issue.md --answer "both: the old format stays readable"
  pawl resume docs/issue.md --answer 2
  pawl resume docs/issue.md --allow src/clock.js --because "it gives the time"
  pawl resume docs/issue.md --add-usd 5
  pawl resume docs/issue.md --test-command "make check" --results junit:reports`;

function gather(path: string, paths: readonly string[]): readonly string[] {
  return [...paths, path];
}

export const registerResume: RegisterCommand = (program, io) => {
  program
    .command('resume')
    .description('go on with a run that bailed or was stopped, or answer its question')
    .argument('<run>', 'workflow id, or the source as typed at the start')
    .option('--answer <text>', 'what to answer to the question it ended with, or waits with')
    .option('--test-command <command>', 'from now on, instead of the one of the start')
    .option('--results <form>', 'where that command leaves its results: junit:<path> or exit-only')
    .option('--allow <path>', 'a file that may change besides those of the plan; may be given again', gather, [])
    .option('--because <reason>', 'why it is allowed')
    .option('--add-usd <n>', 'US dollars more, for a run whose budget is used up')
    .option('--add-tokens <n>', 'tokens more')
    .option('--add-leaves <n>', 'leaves more')
    .option('--add-minutes <n>', 'minutes of work more')
    .option('--step', 'to the step that was under way, not to the run')
    .option('--detach', 'start it and return at once')
    .option('--json', 'one JSON object on stdout, all else on stderr')
    .addHelpText('after', help)
    .action(async (run: string, flags: ResumeFlags) => {
      const { resumeRun } = await import('./actions/resume.js');
      await resumeRun(io, run, flags);
    });
};
