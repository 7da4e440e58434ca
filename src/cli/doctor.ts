import type { RegisterCommand } from './io.js';

const help = `
Looks at this machine, the server, the worker, the agents and the repository you
are in, and says each fix. It starts, installs and changes nothing, and is done
within three seconds on a machine that is not overloaded.
Exit codes: 0 nothing fails · 1 something fails · 2 wrong use. A warning lets
runs go on.`;

export const registerDoctor: RegisterCommand = (program, io) => {
  program
    .command('doctor')
    .description('what is missing for runs to work, and how to mend it')
    .option('--json', 'one JSON object on stdout, all else on stderr')
    .addHelpText('after', help)
    .action(async (flags: { json?: boolean }) => {
      const { seeDoctor } = await import('./actions/doctor.js');
      await seeDoctor(io, flags.json === true);
    });
};
