import type { FileGateFlags } from './actions/file-gate.js';
import type { RegisterCommand } from './io.js';

const help = `
Judges the whole branch: what was committed, staged and edited since it left the
base, and untracked files that are not ignored. A renamed file is one deleted
and one added. Needs no server, changes nothing, runs nothing of the repository;
the verdict is the same from every folder of it. The list holds one path a line,
from the top of the repository; "# …" is a comment, "(new)" behind a path is
left out; no patterns, no folders. .tdd/ and .tdd-loop/ never count, nor does
the list itself while it is untracked.
Exit codes: 0 clean, 1 with the paths outside the list, 2 when it can't judge:
no base or an unknown one, the branch itself or its own remote copy as the base,
no list or one that can't be read.
Example: pawl file-gate --base origin/main --allowlist .tdd-loop/allowlist.txt`;

export const registerFileGate: RegisterCommand = (program, io) => {
  program
    .command('file-gate')
    .description('has this branch changed anything outside a list of files?')
    .option('--base <ref>', 'what the branch was cut from; left out: origin/HEAD')
    .option('--allowlist <file>', 'the files that may change')
    .option('--json', 'one JSON object on stdout, all else on stderr')
    .addHelpText('after', help)
    .action(async (flags: FileGateFlags) => {
      const { fileGate } = await import('./actions/file-gate.js');
      await fileGate(io, flags);
    });
};
