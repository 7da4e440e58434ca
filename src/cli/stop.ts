import type { StopFlags } from './actions/stop.js';
import type { RegisterCommand } from './io.js';

const help = `
Modes, each stricter than the one before; a stop may be tightened, never
loosened:
  at-ledger  after the step under way is committed and ticked (the default)
  at-leaf    after the agent process under way
  now        at once; what it wrote is kept as an attempt
A run that waits ends at once with any of them. --withdraw takes a stop back
until it bites.
To go on with a run that stopped: pawl resume <run>
Examples:
  pawl stop --mode at-leaf
  pawl stop docs/issue.md --withdraw
  pawl stop --all --repo acme/shop
  pawl stop --all --query 'PawlPhase = "green" AND PawlAgent = "claude"' --yes`;

export const registerStop: RegisterCommand = (program, io) => {
  program
    .command('stop')
    .description('ask a run to stop; nothing finished is lost')
    .argument('[run]', 'workflow id, or the source as typed at the start')
    .option('--mode <mode>', 'at-ledger, at-leaf or now; default: at-ledger')
    .option('--withdraw', 'take the stop back, if it has not bitten yet')
    .option('--all', 'every open run, or those that --repo and --query leave; asks first')
    .option('--repo <name>', 'with --all: the runs of this repository, owner/name or local/…')
    .option('--query <query>', 'with --all: a list filter of Temporal over search attributes')
    .option('--yes', 'with --all: do not ask')
    .option('--json', 'one JSON object on stdout, all else on stderr')
    .addHelpText('after', help)
    .action(async (run: string | undefined, flags: StopFlags) => {
      const { stop } = await import('./actions/stop.js');
      await stop(io, run ?? null, flags);
    });
};
