import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Agent, LeafConclusion, LeafJob } from '../../../src/ports/agent.js';
import type { JailKind } from '../../../src/ports/jail.js';
import type { ProgramLimits, ProgramResult } from '../../../src/ports/program.js';
import { developerAnswerSchema } from '../../../src/prompts/schemas.js';
import { createRig, type Rig } from '../../adapters/process/support/rig.js';

export interface PlainWish {
  readonly kind?: JailKind;
  readonly job?: Partial<LeafJob>;
  readonly limits?: Partial<ProgramLimits>;
  /** Before the leaf starts, in its folders. */
  readonly prepare?: (rig: Rig) => void;
}

export interface PlainRun {
  readonly conclusion: LeafConclusion;
  readonly result: ProgramResult;
  readonly rig: Rig;
  /** All lines it printed. */
  readonly lines: readonly string[];
}

/** One leaf of a real CLI as an activity runs it; `agentOf` gets the PATH that its leaf has. */
export async function playPlain(
  guardPath: string,
  rigs: Rig[],
  wish: PlainWish,
  agentOf: (path: string) => Agent,
): Promise<PlainRun> {
  const rig = createRig(wish.kind ?? 'process', guardPath);
  rigs.push(rig);
  const [home, temporary] = [join(rig.folder, 'home'), join(rig.folder, 'temporary')];
  for (const folder of [home, temporary]) mkdirSync(folder);
  wish.prepare?.(rig);
  const path = rig.spec([]).env['PATH'] ?? '';
  const agent = agentOf(path);
  const job: LeafJob = {
    leafId: rig.id,
    role: 'developer',
    phase: 'red',
    step: '1',
    attempt: 1,
    prompt: 'Write the test.\n',
    shell: true,
    schema: developerAnswerSchema,
    folders: { work: rig.work, home, temporary, logs: rig.logs },
    env: {},
    ...wish.job,
  };
  const command = agent.plan(job);
  const result = await rig.run(command.argv, {
    env: { PATH: path, HOME: home, TMPDIR: temporary, CI: 'true', ...command.env, ...job.env },
    stdin: command.stdin,
    ...(command.reportPrefix === undefined ? {} : { reportPrefix: command.reportPrefix }),
    walls: { writable: [rig.work, home, temporary], readable: command.readable, network: true },
    limits: { wallMs: 120_000, graceMs: 20_000, ...wish.limits },
  });
  const conclusion = await agent.conclude(job, result);
  const lines = readFileSync(result.out.path, 'utf8').split('\n').slice(0, -1);
  return { conclusion, result, rig, lines };
}
