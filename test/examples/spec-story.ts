import { execFile } from 'node:child_process';
import { cp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { WorkflowHandle } from '@temporalio/client';
import type { RunResult } from '../../src/contract/result.js';
import type { EventWindow, GateView, StatusView } from '../../src/contract/views.js';
import type { ScenarioLeaf } from '../../src/domain/leaf/scenario.js';
import { projectRoot, until, type Ended, type Rig } from '../support/rig.js';

const run = promisify(execFile);
const example = join(projectRoot, 'examples/spec');

export const specFolder = 'specs/0001-csv-export';
export const branch = 'tdd/spec/0001-csv-export';

export interface Commit {
  readonly sha: string;
  readonly subject: string;
  /** Values by key, as git reads the last paragraph. */
  readonly trailers: Readonly<Record<string, string>>;
}

/** A copy of examples/spec as a person has it: a checkout, and the commands typed in it. */
export interface SpecStory {
  readonly origin: string;
  /** Pawl in the checkout. */
  pawl(...args: string[]): Promise<Ended>;
  /** The real `temporal`, with this run's id. */
  temporal(command: string, ...more: string[]): Promise<Ended>;
  git(...args: string[]): Promise<string>;
  /** The newest execution, by the id that `pawl` said; there is none before the start. */
  handle(): WorkflowHandle;
  status(): Promise<StatusView>;
  lines(): Promise<readonly string[]>;
  reach(where: (status: StatusView) => boolean): Promise<void>;
  /** The gate of this step, once it is open. */
  gateOf(step: string): Promise<GateView>;
  result(): Promise<RunResult>;
  /** Of the branch, oldest first. */
  commits(): Promise<readonly Commit[]>;
  /** `pawl run`, with the example's scenario. */
  start(...flags: string[]): Promise<Ended>;
}

/** @param more leaves that stand in for the scenario's, by the most exact one wins */
export async function laySpec(
  rigged: Rig,
  name: string,
  more: readonly Partial<ScenarioLeaf>[] = [],
): Promise<SpecStory> {
  const origin = join(rigged.folder, name);
  const git = async (...args: string[]): Promise<string> =>
    (await run('git', ['-C', origin, ...args])).stdout.trimEnd();
  await cp(join(example, 'repository'), origin, { recursive: true });
  await git('init', '-q', '-b', 'main');
  await git('config', 'user.name', 'Ann');
  await git('config', 'user.email', 'ann@example.org');
  await git('add', '-A');
  await git('commit', '-qm', 'start');
  const scenario = join(rigged.folder, `${name}.json`);
  const played = JSON.parse(await readFile(join(example, 'scenario.json'), 'utf8')) as { leaves: unknown[] };
  await writeFile(scenario, JSON.stringify({ ...played, leaves: [...played.leaves, ...more] }));

  let id = '';
  const pawl = (...args: string[]): Promise<Ended> => rigged.pawl(args, { cwd: origin });
  const handle = (): WorkflowHandle => rigged.client.workflow.getHandle(id);
  const status = (): Promise<StatusView> => handle().query('status');
  const lines = async (): Promise<readonly string[]> =>
    (await handle().query<EventWindow>('events')).events.map((event) => event.line);
  const reach: SpecStory['reach'] = async (where) => {
    const told = async (): Promise<string> => (await lines()).join('\n');
    for (;;) {
      const before = await told();
      try {
        return await until(async () => where(await status()), 90_000, told);
      } catch (error) {
        // Many steps on a loaded machine take long: only a run that stands still has failed.
        if ((await told()) === before) throw error;
      }
    }
  };
  return {
    ...{ origin, pawl, git, handle, status, lines, reach },
    temporal: (command, ...more) => rigged.temporal(['workflow', command, '--workflow-id', id, ...more]),
    gateOf: async (step) => {
      await reach(({ state, step: at }) => state === 'gate' && at?.id === step);
      const { gate } = await status();
      if (gate === null) throw new Error('the gate is open and not shown');
      return gate;
    },
    result: () => handle().result() as Promise<RunResult>,
    commits: () => commitsOf(git),
    start: async (...flags) => {
      const ended = await pawl('run', 'spec', '--agent', 'scripted', '--scenario', scenario, ...flags);
      id = /tdd\/local\/[\w-]+\/spec-0001-csv-export/.exec(`${ended.stderr}${ended.stdout}`)?.[0] ?? '';
      if (id === '') throw new Error(`nothing was started: ${ended.stderr}`);
      return ended;
    },
  };
}

async function commitsOf(git: SpecStory['git']): Promise<readonly Commit[]> {
  const text = await git('log', '--reverse', '--format=%H%x00%s%x00%(trailers:only,unfold)%x01', `main..${branch}`);
  const found = text.split('\u0001').map((one) => one.trimStart().split('\0'));
  return found
    .filter(([sha]) => sha !== undefined && sha !== '')
    .map(([sha = '', subject = '', trailers = '']) => ({
      ...{ sha, subject },
      trailers: Object.fromEntries(trailers.split('\n').map((line) => line.split(/: (.*)/, 2) as [string, string])),
    }));
}
