import { readFileSync } from 'node:fs';
import { Command } from 'commander';
import { registerApprove } from './approve.js';
import { registerBudget } from './budget.js';
import { registerClean } from './clean.js';
import { registerDemo } from './demo.js';
import { registerDoctor } from './doctor.js';
import { registerDown } from './down.js';
import { endingOf } from './errors.js';
import { registerEvents } from './events.js';
import { registerFileGate } from './file-gate.js';
import { registerGear } from './gear.js';
import { registerInspect } from './inspect.js';
import { streamIo, type ExitCode, type Io, type RegisterCommand, type Streams } from './io.js';
import { registerList } from './list.js';
import { registerLogs } from './logs.js';
import { registerReject } from './reject.js';
import { registerReport } from './report.js';
import { registerResume } from './resume.js';
import { registerReview } from './review.js';
import { registerRetry } from './retry.js';
import { registerRun } from './run.js';
import { registerStatus } from './status.js';
import { registerStop } from './stop.js';
import { registerUp } from './up.js';
import { registerWatch } from './watch.js';
import { registerWorker } from './worker.js';

const intro = `Turns an issue into a branch of small, test-first, independently verified commits.
Each run is a durable workflow on a Temporal server; you steer it while it runs.`;

const footer = `
First steps:
  pawl demo                       see it work: no key, no account
  pawl up; pawl worker --detach   a Temporal server and a worker on this machine
  pawl run docs/issue.md          work on an issue

Exit codes: 0 done or started · 1 bailed (process) · 2 wrong use
            3 still running · 4 waits for a person · 5 ended early on purpose
            6 no server or no worker · 7 bailed (system) · 130 interrupted`;

const commands: readonly RegisterCommand[] = [
  registerDemo,
  registerRun,
  registerStatus,
  registerList,
  registerGear,
  registerApprove,
  registerReject,
  registerStop,
  registerResume,
  registerRetry,
  registerBudget,
  registerReport,
  registerEvents,
  registerReview,
  registerLogs,
  registerInspect,
  registerFileGate,
  registerWatch,
  registerUp,
  registerDown,
  registerWorker,
  registerDoctor,
  registerClean,
];

/** The whole command tree. Registering is cheap: what a command needs is imported when it runs. */
export function buildProgram(io: Io): Command {
  const program = new Command('pawl')
    .description(intro)
    .version(version(), '-V, --version')
    .addHelpText('after', footer)
    .helpCommand(true)
    .showHelpAfterError('(commands and flags, with examples: add --help)')
    .exitOverride()
    .configureOutput({ writeOut: (text) => io.data(text.trimEnd()), writeErr: (text) => io.say(text.trimEnd()) });
  for (const register of commands) register(program, io);
  for (const command of program.commands) {
    if (command.options.every((option) => option.long !== '--json')) {
      command.option('--json', 'one JSON object on stdout, all else on stderr');
    }
    command.option('--debug', 'with the stack of an error that was not foreseen');
  }
  return program;
}

/** Runs one command; never throws, never ends the process. */
export async function runProgram(argv: readonly string[], streams: Streams): Promise<ExitCode> {
  let code: ExitCode = 0;
  const io = streamIo(streams, (wanted) => (code = wanted));
  const has = (flag: string): boolean => argv.includes(flag);
  try {
    await buildProgram(io).parseAsync([...argv], { from: 'user' });
    return code;
  } catch (error) {
    const ending = endingOf(error, has('--debug'));
    io.live(null);
    if (ending.message !== null) io.say(ending.message);
    const words = ending.message ?? ending.said ?? 'wrong use';
    if (has('--json') && ending.code !== 0) io.json({ error: words, exitCode: ending.code });
    return ending.code;
  }
}

function version(): string {
  const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  const data: unknown = JSON.parse(text);
  const found = typeof data === 'object' && data !== null && 'version' in data ? data.version : null;
  return typeof found === 'string' ? found : 'unknown';
}
