import type { RegisterCommand } from './io.js';
import type { RunFlags } from './start/flags.js';

const help = `
The source is a Markdown file in a git repository (a title, a text, and a list
under "## Acceptance criteria"), or the folder of a spec with an approved
tasks.md ("spec" is the one that specs/.current-spec names).
Examples:
  pawl run docs/issue.md
  pawl run docs/issue.md --issue 42 --base main --test-command "node --test"
  pawl run docs/issue.md --agent scripted --scenario scenario.json --detach
  pawl run docs/issue.md --review-after --for 2h --because "a spike"
  pawl run docs/issue.md --plan-only
  pawl run specs/0007-export --tasks 3
  pawl run spec --driver ralph
  pawl run docs/issue.md --origin https://github.com/acme/shop
  pawl run docs/issue.md --discipline strict
  pawl run docs/issue.md --discipline strict --no-domain-review

If the run is open already, this attaches to it (with --detach: exit 3). If its
last run ended unfinished, this goes on with it, with the flags it was started
with unless it ended before it had a plan. If it is done, --again starts it
anew. Flags that have no effect are named.
At a gate it asks in a terminal; without one it exits 4 and the run waits.
Ctrl-C detaches, the run goes on.
Without a worker an attached run says so and waits; a detached one is started,
says so, and exits 0.`;

export const registerRun: RegisterCommand = (program, io) => {
  program
    .command('run')
    .description('work on an issue or a spec; attached with live progress, or --detach')
    .argument('<source>', 'a Markdown issue file, or a folder with tasks.md')
    .option('--origin <url>', 'the remote that the source is in: https, ssh, git, file; any host works on it')
    .option('--agent <name>', 'who writes the code')
    .option('--scenario <file>', 'what the agent "scripted" does')
    .option('--base <ref>', 'branch, tag or commit to start from; default: what the checkout has')
    .option('--test-command <command>', 'default: from pawl.json, else detected')
    .option('--results <form>', 'of a command of no known runner: junit:<path> or exit-only')
    .option('--issue <n>', "the issue's number, for the run's id, branch and ledger")
    .option('--max-files <n>', 'how many files the plan may touch')
    .option('--allow-dirty', 'go on from the commit although the checkout has tracked changes')
    .option('--allow-known-failures', 'go on although tests fail before any change')
    .option('--review-before', 'a person sees each test before its code (the default)')
    .option('--review-after', 'tests are looked at later; needs --because')
    .option('--because <reason>', 'why this gear')
    .option('--scope <steps>', 'only for these steps: "tasks 3-5"')
    .option('--for <time>', 'this gear only for so long: 2h, 90m, 1d')
    .option('--downshift-after-rejects <n>', 'shift to review-before by itself after so many rejects in a row, 1 to 3')
    .option('--wait-for-answer <time>', 'how long it waits when it asks something; default: it ends with the question')
    .option('--plan-only', 'make and validate the plan, commit nothing; the next run works by it')
    .option('--driver <name>', 'of a spec: implement, or ralph (review-after until a downshift)')
    .option('--tasks <n>', 'of a spec: end after so many tasks are done')
    .option('--turns <n>', 'of a spec: end after so many tasks were tried')
    .option('--kind <kind>', 'bugfix or test-first: always review-before, whatever the gear')
    .option('--discipline <how>', 'standard, or strict: domain review, isolation split, scope enforced')
    .option('--domain-review', 'a domain reviewer looks at each test and each change, with a veto')
    .option('--no-domain-review', 'not even under strict')
    .option('--isolation <how>', 'open, or split: the test is written without a look at the code')
    .option('--leaf-timeout <s>', 'seconds that one agent process may take')
    .option('--idle-timeout <s>', 'seconds without output, file change or CPU use after which it counts as hung')
    .option('--max-usd <n>', 'US dollars the run may cost before it waits for more')
    .option('--max-tokens <n>', 'tokens, input and output together')
    .option('--max-leaves <n>', 'agent processes')
    .option('--max-minutes <n>', 'minutes of work; waiting does not count')
    .option('--max-step-usd <n>', 'the same for each step')
    .option('--max-step-tokens <n>', '')
    .option('--max-step-leaves <n>', 'default: 100')
    .option('--max-step-minutes <n>', '')
    .option('--again', 'start although the last run is done or unfinished; a branch it left is gone on with')
    .option('--detach', 'start it and return at once')
    .option('--json', 'one JSON object on stdout, all else on stderr')
    .addHelpText('after', help)
    .action(async (source: string, flags: RunFlags) => {
      const { runSource } = await import('./actions/run.js');
      await runSource(io, source, flags);
    });
};
