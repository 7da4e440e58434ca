import type { AgentSettings, CommandSettings } from '../../../domain/leaf/agent-settings.js';
import { displayLine } from '../../../domain/sanitise.js';
import type { Agent, AgentProbe, LeafEvent } from '../../../ports/agent.js';
import { findProgram } from '../../host/find-program.js';
import { readBounded, readOutput } from '../read-bounded.js';
import { concludeCommand, lastLine } from './conclude.js';
import { answerFile, planCommand } from './plan.js';

/** An answer is a small record; a plan of 2,000 steps has half a megabyte. */
const maxAnswerBytes = 4 * 1024 * 1024;

/** Any program that config.json names, as an agent. */
export function createCommandAgent(command: CommandSettings, settings: AgentSettings): Agent {
  return {
    name: 'command',
    scripted: false,
    needsNetwork: command.network ?? true,
    probe: () => Promise.resolve(probeCommand(command, settings)),
    plan: (job) => planCommand(command, settings, job),
    conclude: async (job, result) => {
      if (command.answer !== 'file') {
        const text = lastLine(await readOutput(result.out));
        return concludeCommand(result, { place: 'the last line of standard output', text });
      }
      const text = await readBounded(answerFile(job), maxAnswerBytes);
      return concludeCommand(result, { place: 'the whole file that PAWL_ANSWER_FILE names', text });
    },
    event: commandEvent,
  };
}

/** It is not started: nothing is known of a program but that it is there. */
function probeCommand({ argv }: CommandSettings, { path }: AgentSettings): AgentProbe {
  const [name = ''] = argv;
  const program = findProgram(name, path);
  if (program !== null) return { usable: true, version: null, problem: null };
  return {
    usable: false,
    version: null,
    problem:
      `config.json names "${displayLine(name)}" as the program of agent "command", but there is no such program on the ` +
      'PATH of this worker; expected a name or an absolute path, for example {"command": {"argv": ["/usr/local/bin/my-agent"]}}',
  };
}

function commandEvent(line: string): LeafEvent | null {
  const text = displayLine(line, 300);
  return text === '' ? null : { kind: 'other', text };
}
