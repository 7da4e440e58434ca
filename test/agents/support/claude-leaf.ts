import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createAgents } from '../../../src/adapters/agents/agents.js';
import type { AgentSettings } from '../../../src/domain/leaf/agent-settings.js';
import type { Agent, LeafConclusion, LeafJob } from '../../../src/ports/agent.js';
import type { JailKind } from '../../../src/ports/jail.js';
import type { ProgramLimits, ProgramResult } from '../../../src/ports/program.js';
import { developerAnswerSchema, verifierAnswerSchema } from '../../../src/prompts/schemas.js';
import { createRig, type Rig } from '../../adapters/process/support/rig.js';
import { messagesStub, type MessagesStub, type ModelRequest, type ModelScript } from '../../support/messages-stub.js';

/** The CLI that `npm run test:agents` installed; null where it could not, or where another command runs the tests. */
export const claudePath: string | null = process.env['PAWL_TEST_CLAUDE'] ?? null;
if (claudePath === null) console.warn('skipped: claude not installed');

/** Why each test of a file is skipped, for its title. */
export const skipNote = claudePath === null ? ' (skipped: claude not installed)' : '';

export interface ClaudeWish {
  readonly script: ModelScript;
  readonly kind?: JailKind;
  readonly job?: Partial<LeafJob>;
  readonly settings?: AgentSettings['claude'];
  /** Laid over the key and the stub's address; an empty text takes a variable away. */
  readonly env?: Readonly<Record<string, string>>;
  readonly limits?: Partial<ProgramLimits>;
  /** Before the leaf starts, in its folders. */
  readonly prepare?: (rig: Rig) => void;
}

export interface ClaudeRun {
  readonly conclusion: LeafConclusion;
  readonly result: ProgramResult;
  readonly requests: readonly ModelRequest[];
  readonly rig: Rig;
  readonly agent: Agent;
  /** All lines it printed. */
  readonly lines: readonly string[];
}

/** One leaf of the real claude as an activity runs it, with a scripted model behind it. */
export async function runClaude(guardPath: string, wish: ClaudeWish, rigs: Rig[]): Promise<ClaudeRun> {
  const rig = createRig(wish.kind ?? 'process', guardPath);
  rigs.push(rig);
  const stub = await messagesStub(wish.script);
  try {
    return await playLeaf(rig, stub, wish);
  } finally {
    await stub.close();
  }
}

async function playLeaf(rig: Rig, stub: MessagesStub, wish: ClaudeWish): Promise<ClaudeRun> {
  const [home, temporary] = [join(rig.folder, 'home'), join(rig.folder, 'temporary')];
  for (const folder of [home, temporary]) mkdirSync(folder);
  wish.prepare?.(rig);
  const path = rig.spec([]).env['PATH'] ?? '';
  const [agent] = createAgents({
    claude: { path: claudePath ?? '', ...wish.settings },
    command: null,
    env: { ANTHROPIC_API_KEY: 'test-key', ANTHROPIC_BASE_URL: stub.url, ...wish.env },
    path,
  });
  if (agent === undefined) throw new Error('no agent');
  const job: LeafJob = {
    leafId: rig.id,
    role: 'developer',
    phase: 'red',
    step: '1',
    attempt: 1,
    prompt: 'Write the test.\n',
    shell: true,
    schema: wish.job?.role === 'verifier' ? verifierAnswerSchema : developerAnswerSchema,
    folders: { work: rig.work, home, temporary, logs: rig.logs },
    env: {},
    ...wish.job,
  };
  const command = agent.plan(job);
  const result = await rig.run(command.argv, {
    env: { PATH: path, HOME: home, TMPDIR: temporary, CI: 'true', ...command.env, ...job.env },
    stdin: command.stdin,
    ...(command.reportPrefix === undefined ? {} : { reportPrefix: command.reportPrefix }),
    walls: {
      writable: [rig.work, home, temporary],
      readable: [...command.readable, join(rig.folder, 'base')],
      network: true,
    },
    limits: { wallMs: 60_000, ...wish.limits },
  });
  const conclusion = await agent.conclude(job, result);
  const lines = readFileSync(result.out.path, 'utf8').split('\n').slice(0, -1);
  return { conclusion, result, requests: stub.requests, rig, agent, lines };
}
