import { isAbsolute, join } from 'node:path';
import type { AgentSettings, CommandSettings } from '../../../domain/leaf/agent-settings.js';
import type { LeafCommand, LeafJob } from '../../../ports/agent.js';
import { commandLimitMs } from '../command-limit.js';
import { pickEnv } from '../environment.js';
import { findProgram } from '../../host/find-program.js';
import { neededBy } from '../needed-by.js';

/** In the leaf's own temporary folder, which is new for each start: nothing old can be taken for an answer. */
export function answerFile({ folders }: Pick<LeafJob, 'folders'>): string {
  return join(folders.temporary, 'pawl-answer.json');
}

/**
 * The command of a leaf of any program: the prompt on standard input, all else in the environment. The schema of the
 * answer is given as its JSON text: it is small, and a program need not open a file for it.
 */
export function planCommand(command: CommandSettings, settings: AgentSettings, job: LeafJob): LeafCommand {
  const [name = '', ...args] = command.argv;
  const program = findProgram(name, settings.path) ?? name;
  return {
    argv: [program, ...args],
    env: {
      ...pickEnv(settings.env, command.env ?? []),
      PAWL_ROLE: job.role,
      PAWL_PHASE: job.phase,
      PAWL_STEP: job.step,
      PAWL_TIER: job.tier ?? 'standard',
      PAWL_LEAF_ID: job.leafId,
      PAWL_COMMAND_LIMIT_MS: String(commandLimitMs(job)),
      PAWL_ANSWER_FILE: answerFile(job),
      PAWL_ANSWER_SCHEMA: JSON.stringify(job.schema),
    },
    stdin: job.prompt,
    readable: [...(isAbsolute(program) ? neededBy(program) : []), ...(command.readable ?? [])],
  };
}
