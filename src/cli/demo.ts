import { Option } from 'commander';
import type { RegisterCommand } from './io.js';

export interface DemoFlags {
  readonly example: string;
  readonly keep?: boolean;
  readonly json?: boolean;
}

const help = `
No key and no account: the agent is scripted, and everything else is real. The
demo has a Temporal server, a worker and a home of its own, ends all of them,
and leaves you the git repository with the finished branch. It begins in
review-before: in a terminal you are asked about the first test; otherwise it
approves that test as "demo". Then it shifts to review-after.`;

export const registerDemo: RegisterCommand = (program, io) => {
  program
    .command('demo')
    .description('an issue becomes a branch before your eyes')
    .addOption(new Option('--example <name>', 'which example').choices(['javascript', 'python']).default('javascript'))
    .option('--keep', "keep the demo's home too: logs, artifacts, workspaces")
    .option('--json', 'end with one JSON object on stdout, all else on stderr; nothing is asked')
    .addHelpText('after', help)
    .action(async (flags: DemoFlags) => {
      const { runDemo } = await import('./demo/run-demo.js');
      await runDemo(io, flags);
    });
};
