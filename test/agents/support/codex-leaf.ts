import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createCodexAgent } from '../../../src/adapters/agents/codex/codex-agent.js';
import type { CodexSettings } from '../../../src/domain/leaf/codex-settings.js';
import type { Agent, LeafConclusion, LeafJob } from '../../../src/ports/agent.js';
import type { JailKind } from '../../../src/ports/jail.js';
import type { ProgramLimits, ProgramResult } from '../../../src/ports/program.js';
import { developerAnswerSchema, verifierAnswerSchema } from '../../../src/prompts/schemas.js';
import { createRig, type Rig } from '../../adapters/process/support/rig.js';
import {
  responsesStub,
  type ResponsesRequest,
  type ResponsesScript,
  type ResponsesStub,
} from '../../support/responses-stub.js';

/** The CLI that `npm run test:agents` installed; null where it could not, or where another command runs the tests. */
export const codexPath: string | null = process.env['PAWL_TEST_CODEX'] ?? null;
if (codexPath === null) console.warn('skipped: codex not installed');

/** Why each test of a file is skipped, for its title. */
export const codexSkipNote = codexPath === null ? ' (skipped: codex not installed)' : '';

export interface CodexWish {
  readonly script: ResponsesScript;
  readonly kind?: JailKind;
  readonly job?: Partial<LeafJob>;
  readonly settings?: CodexSettings;
  /** Laid over the key; an empty text takes a variable away. */
  readonly env?: Readonly<Record<string, string>>;
  readonly limits?: Partial<ProgramLimits>;
  /** Before the leaf starts, in its folders. */
  readonly prepare?: (rig: Rig) => void;
}

export interface CodexRun {
  readonly conclusion: LeafConclusion;
  readonly result: ProgramResult;
  readonly requests: readonly ResponsesRequest[];
  readonly rig: Rig;
  readonly agent: Agent;
  /** All lines it printed. */
  readonly lines: readonly string[];
}

/** One leaf of the real codex as an activity runs it, with a scripted model behind it. */
export async function runCodex(guardPath: string, wish: CodexWish, rigs: Rig[]): Promise<CodexRun> {
  const rig = createRig(wish.kind ?? 'process', guardPath);
  rigs.push(rig);
  const stub = await responsesStub(wish.script);
  try {
    return await playLeaf(rig, stub, wish);
  } finally {
    await stub.close();
  }
}

async function playLeaf(rig: Rig, stub: ResponsesStub, wish: CodexWish): Promise<CodexRun> {
  const [home, temporary] = [join(rig.folder, 'home'), join(rig.folder, 'temporary')];
  for (const folder of [home, temporary]) mkdirSync(folder);
  wish.prepare?.(rig);
  const path = rig.spec([]).env['PATH'] ?? '';
  const agent = createCodexAgent({
    claude: {},
    codex: { path: codexPath ?? '', provider: { name: 'stub', baseUrl: stub.url }, ...wish.settings },
    command: null,
    env: { OPENAI_API_KEY: 'test-key', ...wish.env },
    path,
  });
  const job: LeafJob = {
    leafId: rig.id,
    role: 'developer',
    phase: 'red',
    step: '1',
    attempt: 1,
    prompt: 'Write the test.\n',
    shell: true,
    jail: wish.kind ?? 'process',
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
