import type { Rig } from '../process/support/rig.js';
import { createScriptedAgent } from '../../../src/adapters/agents/scripted/scripted-agent.js';
import { parseScenario } from '../../../src/domain/leaf/parse-scenario.js';
import type { Scenario } from '../../../src/domain/leaf/scenario.js';
import type { LeafConclusion, LeafJob } from '../../../src/ports/agent.js';
import type { ProgramResult, ProgramSpec } from '../../../src/ports/program.js';

export const plan = {
  files: [{ path: 'src/a.js', isNew: true }],
  steps: [{ id: '1', title: 'a is 1', criterion: 1, shape: 'behaviour' }],
};

export function scenarioOf(leaves: readonly unknown[]): Scenario {
  const parsed = parseScenario(JSON.stringify({ version: 1, plan, leaves }));
  if (!parsed.ok) throw new Error(parsed.problem);
  return parsed.scenario;
}

export type Changes = Partial<LeafJob> & {
  readonly walls?: Partial<ProgramSpec['walls']>;
  readonly limits?: Partial<ProgramSpec['limits']>;
  readonly signal?: AbortSignal;
};

/** One leaf as an activity runs it: planned, run behind a guard in a jail, concluded. */
export async function playLeaf(
  rig: Rig,
  leafPath: string,
  scenario: Scenario,
  { walls, limits, signal, ...changes }: Changes = {},
): Promise<{ readonly conclusion: LeafConclusion; readonly result: ProgramResult }> {
  const agent = createScriptedAgent({ scenario, nodePath: process.execPath, leafPath });
  const job: LeafJob = {
    leafId: rig.id,
    role: 'developer',
    phase: 'red',
    step: '1',
    attempt: 1,
    prompt: 'Write the test.',
    shell: true,
    schema: {},
    folders: { work: rig.work, home: rig.work, temporary: '/tmp', logs: rig.logs },
    env: {},
    ...changes,
  };
  const command = agent.plan(job);
  const result = await rig.run(command.argv, {
    env: { ...rig.spec([]).env, ...command.env, ...job.env },
    stdin: command.stdin,
    walls: { ...walls, readable: [...command.readable, ...(walls?.readable ?? [])] },
    ...(command.reportPrefix === undefined ? {} : { reportPrefix: command.reportPrefix }),
    ...(limits === undefined ? {} : { limits }),
    ...(signal === undefined ? {} : { signal }),
  });
  return { conclusion: await agent.conclude(job, result), result };
}
