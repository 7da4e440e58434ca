import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createAgents } from '../../../src/adapters/agents/agents.js';
import type { AgentSettings } from '../../../src/domain/leaf/agent-settings.js';
import type { Agent, LeafConclusion, LeafJob } from '../../../src/ports/agent.js';
import type { JailKind } from '../../../src/ports/jail.js';
import type { ProgramLimits, ProgramResult } from '../../../src/ports/program.js';
import { developerAnswerSchema, verifierAnswerSchema } from '../../../src/prompts/schemas.js';
import { createRig, type Rig } from '../../adapters/process/support/rig.js';
import type { Cli } from './clis.js';
import type { Asked, Scene } from './turns.js';

export interface LeafWish {
  readonly kind?: JailKind;
  readonly job?: Partial<LeafJob>;
  /** Laid over the CLI's own keys of config.json. */
  readonly settings?: Readonly<Record<string, unknown>>;
  /** Laid over key and address of the stand-in; an empty text takes a variable away. */
  readonly env?: Readonly<Record<string, string>>;
  /** The time zone that the host gives its children; else that of the machine. */
  readonly zone?: string;
  readonly limits?: Partial<ProgramLimits>;
  /** Before the leaf starts, in its folders. */
  readonly prepare?: (rig: Rig) => void;
  /** While it runs; what it aborts ends the leaf as cancelled. */
  readonly meanwhile?: (rig: Rig, abort: AbortController) => Promise<void>;
}

export interface LeafRun {
  readonly conclusion: LeafConclusion;
  readonly result: ProgramResult;
  readonly rig: Rig;
  readonly agent: Agent;
  readonly asked: readonly Asked[];
}

/** The agent of this CLI for a stand-in at `url`. */
export function agentOf(cli: Cli, url: string, wish: Pick<LeafWish, 'settings' | 'env'>, path: string): Agent {
  const own = cli.config(cli.program ?? '', url);
  const config = { ...own, [cli.name]: { ...own[cli.name], ...wish.settings } };
  const settings: AgentSettings = {
    claude: {},
    command: null,
    ...config,
    env: { ...cli.env(url), ...wish.env },
    path,
  };
  const agent = createAgents(settings).find(({ name }) => name === cli.name);
  if (agent === undefined) throw new Error(`no agent ${cli.name}`);
  return agent;
}

/** One leaf of a real CLI as an activity runs it, with a scripted model behind it. */
export async function playScene(
  guardPath: string,
  rigs: Rig[],
  cli: Cli,
  scene: Scene,
  wish: LeafWish = {},
): Promise<LeafRun> {
  const stub = await cli.stub(scene);
  try {
    const played = await playAgent(guardPath, rigs, wish, (path) => agentOf(cli, stub.url, wish, path));
    return { ...played, asked: stub.asked() };
  } finally {
    await stub.close();
  }
}

/** One leaf of an agent that is made for the PATH which the leaf has. */
export async function playAgent(
  guardPath: string,
  rigs: Rig[],
  wish: LeafWish,
  make: (path: string) => Agent,
): Promise<Omit<LeafRun, 'asked'>> {
  const kind = wish.kind ?? 'process';
  const rig = createRig(kind, guardPath);
  rigs.push(rig);
  const [home, temporary] = [join(rig.folder, 'home'), join(rig.folder, 'temporary')];
  for (const folder of [home, temporary]) mkdirSync(folder);
  wish.prepare?.(rig);
  const path = rig.spec([]).env['PATH'] ?? '';
  const agent = make(path);
  const job: LeafJob = {
    leafId: rig.id,
    role: 'developer',
    phase: 'red',
    step: '1',
    attempt: 1,
    prompt: 'Write the test.\n',
    shell: true,
    jail: kind,
    schema: wish.job?.role === 'verifier' ? verifierAnswerSchema : developerAnswerSchema,
    folders: { work: rig.work, home, temporary, logs: rig.logs },
    env: {},
    ...wish.job,
  };
  const command = agent.plan(job);
  const abort = new AbortController();
  const running = rig.run(command.argv, {
    env: {
      ...{ PATH: path, HOME: home, TMPDIR: temporary, CI: 'true' },
      ...(wish.zone === undefined ? {} : { TZ: wish.zone }),
      ...command.env,
      ...job.env,
    },
    stdin: command.stdin,
    signal: abort.signal,
    ...(command.reportPrefix === undefined ? {} : { reportPrefix: command.reportPrefix }),
    walls: {
      writable: [rig.work, home, temporary],
      readable: [...command.readable, join(rig.folder, 'base')],
      network: true,
    },
    // Long, as what ends by itself on a loaded machine is not what is tested.
    limits: { wallMs: 150_000, graceMs: 20_000, ...wish.limits },
  });
  const [result] = await Promise.all([running, wish.meanwhile?.(rig, abort)]);
  return { conclusion: await agent.conclude(job, result), result, rig, agent };
}

/** All lines that it printed. */
export function linesOf({ out }: ProgramResult): readonly string[] {
  return readFileSync(out.path, 'utf8').split('\n').slice(0, -1);
}
