import { plainLine } from '../render/plain.js';
import { fine, trouble, type Check } from './check.js';
import { mendIn } from './mend-in.js';

/** An agent as its own probe found it. */
export interface AgentLook {
  readonly name: string;
  readonly usable: boolean;
  readonly version: string | null;
  /** What is missing and how to mend it. */
  readonly problem: string | null;
}

const otherEnvironment = 'asked with the environment of this shell; a worker has the one it was started with';

/** Only the agent of a run that names none must be usable. @param chosen its name */
export function judgeAgent({ name, usable, version, problem }: AgentLook, chosen: string): Check {
  const title = `agent ${name}`;
  const role = name === chosen ? ' (the agent of runs that name none)' : '';
  if (usable) {
    const found = name === 'scripted' ? 'plays a scenario; no model is asked' : (version ?? 'usable');
    return fine(title, `${plainLine(found)}${role}`, name === 'scripted' ? [] : [otherEnvironment]);
  }
  const { what, mend } = mendIn(plainLine(problem ?? "can't be used"));
  return { ...trouble(title, name === chosen ? 'fail' : 'warn', `${what}${role}`, mend), notes: [otherEnvironment] };
}

/** The agent of config.json must be there. @param known all names; @param here those that are set up on this host */
export function judgeChosen(chosen: string, known: readonly string[], here: readonly string[]): Check | null {
  if (here.includes(chosen)) return null;
  const title = `agent ${plainLine(chosen)}`;
  const role = 'runs that name none take it, and';
  if (known.includes(chosen)) {
    const mend = `"${chosen}":{"argv":["my-agent"]} in config.json`;
    return trouble(title, 'fail', `${role} config.json does not say what it is`, mend);
  }
  const mend = `name one of ${known.join(', ')} as "agent" in config.json`;
  return trouble(title, 'fail', `${role} this version has no agent of that name`, mend);
}
