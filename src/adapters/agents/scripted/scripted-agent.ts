import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { findScript } from '../../../domain/leaf/scenario.js';
import type { Scenario } from '../../../domain/leaf/scenario.js';
import type { Agent, LeafJob } from '../../../ports/agent.js';
import { scriptPath } from '../../process/script-path.js';
import { concludeScripted } from './conclude.js';
import { scriptedEvent } from './event.js';
import { frameInput, recordPrefix } from './leaf-task.js';
import type { LeafTask } from './leaf-task.js';

export interface ScriptedOptions {
  readonly scenario: Scenario;
  /** Node that runs the leaves. */
  readonly nodePath: string;
  readonly leafPath?: string;
}

/** An agent that plays a scenario: real processes on the spawn path of every agent, and no model behind them. */
export function createScriptedAgent({ scenario, nodePath, leafPath }: ScriptedOptions): Agent {
  const leaf = leafPath ?? scriptPath('./leaf.js', import.meta.url);
  const packageFile = nearestPackage(dirname(leaf));
  return {
    name: 'scripted',
    scripted: true,
    needsNetwork: false,
    tellsMoney: true,
    event: scriptedEvent,
    probe: () => Promise.resolve({ usable: true, version: 'scripted 1', problem: null }),
    plan: (job) => {
      const { stdin, promptBytes } = frameInput(job.prompt, taskFor(scenario, job));
      return {
        argv: [nodePath, leaf, String(promptBytes)],
        env: {},
        stdin,
        prompt: job.prompt,
        // Its own program, which a jail may hide with the rest; package.json tells Node that it is a module.
        readable: [dirname(leaf), nodePath, ...(packageFile === null ? [] : [packageFile])],
        reportPrefix: recordPrefix,
      };
    },
    conclude: (_job, result) => concludeScripted(result),
  };
}

function taskFor(scenario: Scenario, { role, phase, step, attempt }: LeafJob): LeafTask {
  const found = findScript(scenario, { role, phase, step, attempt });
  return found.kind === 'missing' ? found : { kind: 'script', role, script: found.script };
}

function nearestPackage(folder: string): string | null {
  for (let at = folder; ; at = dirname(at)) {
    const path = join(at, 'package.json');
    if (existsSync(path)) return path;
    if (at === dirname(at)) return null;
  }
}
