import type { GearFlags } from './actions/gear.js';
import type { RegisterCommand } from './io.js';

const help = `
Without a gear: which one holds, by which rule, and who shifted. A shift to
review-after opens a waiting gate; one to review-before takes effect at the next
step. --scope limits it to steps, --for to a time; after that each test is
reviewed before its code again.
Examples:
  pawl gear
  pawl gear review-after --because "the rest is plain mapping"
  pawl gear review-after --scope "tasks 3-5" --for 2h --because "a spike"
  pawl gear review-before --all --repo acme/shop`;

export const registerGear: RegisterCommand = (program, io) => {
  program
    .command('gear')
    .description('shift the gear: review-before or review-after; without one, tell it')
    .argument('[run]', 'workflow id, or the source as typed at the start')
    .argument('[gear]', 'review-before or review-after')
    .option('--because <reason>', 'needed for review-after')
    .option('--scope <steps>', 'only for these steps: "tasks 3-5"')
    .option('--for <time>', 'only for so long: 2h, 90m, 1d')
    .option('--all', 'every open run that --repo leaves; only toward review-before')
    .option('--repo <name>', 'with --all: the runs of this repository, owner/name or local/…')
    .option('--json', 'one JSON object on stdout, all else on stderr')
    .addHelpText('after', help)
    .action(async (run: string | undefined, gear: string | undefined, flags: GearFlags) => {
      const { gearCommand } = await import('./actions/gear.js');
      await gearCommand(io, [run, gear], flags);
    });
};
