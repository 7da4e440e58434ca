import { Option } from 'commander';
import type { RegisterCommand } from './io.js';

export interface WorkerFlags {
  readonly detach?: boolean;
  readonly stop?: boolean;
  readonly drain?: boolean;
  readonly leafSlots?: string;
  readonly linked?: boolean;
  readonly json?: boolean;
}

const help = `
A worker does the work of all runs of this host: leaves, tests, commits. It
needs a server: pawl up
In the foreground, Ctrl-C lets it end tidily; its runs wait and go on with the
next worker. --drain lets leaves finish first; runs of a remote, started with
pawl run --origin, go on at another host meanwhile.`;

export const registerWorker: RegisterCommand = (program, io) => {
  program
    .command('worker')
    .description('work on runs, in the foreground or --detach')
    .option('--detach', 'start it in the background; log and pid file lie in worker/ in the home of Pawl')
    .option('--stop', 'end the one that was started with --detach')
    .option('--drain', 'have that one take nothing new, finish its leaves, and end; says what it waits for')
    .option('--leaf-slots <n>', 'leaves and test runs at once, 1 to 64; default: by cores and memory')
    .option('--json', 'one JSON object on stdout, all else on stderr')
    .addOption(new Option('--linked', 'end with the process that started it').hideHelp())
    .addHelpText('after', help)
    .action(async (flags: WorkerFlags) => {
      const { workerCommand } = await import('./actions/worker.js');
      await workerCommand(io, flags);
    });
};
