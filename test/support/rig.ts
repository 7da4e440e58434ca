import { spawn, type ChildProcess } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { execFile } from 'node:child_process';
import { Client, Connection, type WorkflowHandle } from '@temporalio/client';
import { DefaultLogger, Runtime, Worker } from '@temporalio/worker';
import { runWorkflowType, sharedQueue } from '../../src/contract/queues.js';
import type { RunResult } from '../../src/contract/result.js';
import { RunOptions, type RunInput } from '../../src/contract/run-input.js';
import type { EventWindow, RunEvent, StatusView } from '../../src/contract/views.js';
import { storyFiles, storyIssue, storyScenario, type StoryLeaf } from './story.js';
import { testServer, type TestServer } from './temporal-server.js';
import { removal } from './removal.js';

export const projectRoot = fileURLToPath(new URL('../..', import.meta.url));
const run = promisify(execFile);

export type Jail = 'bubblewrap' | 'process';

/** A real server, a real worker process and a Pawl's home of their own: what end-to-end tests stand on. */
export interface Rig {
  readonly server: TestServer;
  readonly client: Client;
  readonly home: string;
  readonly folder: string;
  worker: RigWorker;
  /** Starts another worker process on this home: with further variables of its environment, and of another Pawl's folder. */
  startWorker(more?: Readonly<Record<string, string>>, pawl?: string): Promise<RigWorker>;
  pawl(
    args: readonly string[],
    options?: { readonly cwd?: string; readonly env?: Record<string, string> },
  ): Promise<Ended>;
  temporal(args: readonly string[]): Promise<Ended>;
  close(): Promise<void>;
}

export interface RigWorker {
  readonly pid: number;
  readonly log: () => string;
  end(signal: NodeJS.Signals): Promise<void>;
}

export interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RigWish {
  readonly jail: Jail;
  readonly database?: 'file' | 'memory';
  /** Further keys of config.json. */
  readonly config?: Readonly<Record<string, unknown>>;
  /** Further variables of client and worker. */
  readonly env?: Readonly<Record<string, string>>;
}

export async function rig(options: RigWish): Promise<Rig> {
  const folder = await mkdtemp(join(tmpdir(), 'pawl-rig-'));
  const home = join(folder, 'home');
  await mkdir(home, { mode: 0o700 });
  await writeFile(join(home, 'config.json'), JSON.stringify({ jail: options.jail, leafSlots: 4, ...options.config }));
  const server = await testServer({ database: options.database ?? 'memory' });
  const env = { ...environment(home, server.address), ...options.env };
  const connection = await Connection.connect({ address: server.address });
  const startWorker: Rig['startWorker'] = (more = {}, pawl = projectRoot) => spawnWorker({ ...env, ...more }, pawl);
  const made: Rig = {
    server,
    client: new Client({ connection }),
    home,
    folder,
    worker: await startWorker(),
    startWorker,
    pawl: (args, given = {}) =>
      ended(process.execPath, [join(projectRoot, 'bin/pawl.js'), ...args], {
        cwd: given.cwd ?? folder,
        env: { ...env, ...given.env },
      }),
    temporal: ([...args]) => ended(server.cli, [...args, '--address', server.address], { cwd: folder, env }),
    close: async () => {
      await made.worker.end('SIGTERM');
      await connection.close();
      await server.stop();
      await rm(folder, removal);
    },
  };
  return made;
}

export function environment(home: string, address: string): Record<string, string> {
  const { PATH = '', HOME = '' } = process.env;
  return { PATH, HOME, PAWL_HOME: home, TEMPORAL_ADDRESS: address, PAWL_IDENTITY: 'test@rig', NO_COLOR: '1' };
}

async function ended(
  program: string,
  args: readonly string[],
  options: { cwd: string; env: Record<string, string> },
): Promise<Ended> {
  try {
    const { stdout, stderr } = await run(program, [...args], { ...options, maxBuffer: 64 * 1024 * 1024 });
    return { code: 0, stdout, stderr };
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
    return { code, stdout, stderr };
  }
}

/** Starts a worker process with exactly this environment; `before`: the program and arguments that become it. */
export async function spawnWorker(
  env: Record<string, string>,
  pawl = projectRoot,
  before: readonly string[] = [],
): Promise<RigWorker> {
  const [program = '', ...args] = [...before, process.execPath, join(pawl, 'bin/pawl.js'), 'worker'];
  const child = spawn(program, args, {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const said: string[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text: Buffer) => said.push(text.toString()));
  const log = (): string => said.join('');
  await until(() => log().includes('The worker polls') || child.exitCode !== null, 30_000, log);
  if (child.exitCode !== null) throw new Error(`the worker did not come up: ${log()}`);
  return { pid: child.pid ?? 0, log, end: (signal) => endChild(child, signal) };
}

async function endChild(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  child.kill(signal);
  await gone;
}

/** Polls until the check holds; `tell` says what was there when it does not in time. */
export async function until(
  check: () => boolean | Promise<boolean>,
  limitMs: number,
  tell: () => string | Promise<string> = () => '',
): Promise<void> {
  // Only how long a failure takes: a loaded machine is many times slower than a quiet one.
  const deadline = Date.now() + Math.max(limitMs, 60_000);
  while (!(await check())) {
    if (Date.now() > deadline) throw new Error(`not within ${limitMs} ms: ${await tell()}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

export interface Story {
  readonly steps?: number;
  readonly leaves?: readonly StoryLeaf[];
  readonly files?: Readonly<Record<string, string>>;
  readonly options?: Partial<RunOptions>;
  readonly gear?: RunInput['gear'];
  /** Files of the plan; else those of the story. */
  readonly planFiles?: readonly string[];
  readonly planOnly?: boolean;
  /** A spec in place of the issue: the text of its list, in `specs/0001-numbers`. */
  readonly tasks?: string;
  /** Changes the origin before the start, or puts another in its place. */
  readonly lay?: (origin: string) => Promise<Laid>;
}

/** Where an origin and the issue about it lie. */
export interface Laid {
  readonly origin: string;
  readonly file: string;
}

export interface Told {
  readonly handle: WorkflowHandle;
  readonly id: string;
  readonly origin: string;
  readonly input: RunInput;
  status(): Promise<StatusView>;
  events(): Promise<readonly RunEvent[]>;
  signal(name: string, ...payload: unknown[]): Promise<void>;
  /** Waits for the phase; `line` narrows it to when an event has said so. */
  reach(where: (status: StatusView, lines: readonly string[]) => boolean): Promise<void>;
  result(): Promise<RunResult>;
  /** Git in the origin. */
  git(...args: string[]): Promise<string>;
}

export const specPlace = 'specs/0001-numbers';

function specFiles(tasks: string): Readonly<Record<string, string>> {
  return {
    [`${specPlace}/tasks.md`]: tasks,
    [`${specPlace}/requirements.md`]: '# More numbers\n\nThe table knows zero only.\n',
    [`${specPlace}/.requirements-approved`]: '',
    [`${specPlace}/.design-approved`]: '',
    [`${specPlace}/.tasks-approved`]: '',
  };
}

function issueSource(origin: string, file = join(origin, 'docs/issue.md')): RunInput['source'] {
  return { kind: 'file', origin, file, slug: 'docs--issue', issueNumber: null };
}

function specSource(origin: string): RunInput['source'] {
  const file = join(origin, specPlace, 'tasks.md');
  return { kind: 'spec', origin, file, slug: '0001-numbers', issueNumber: null, folder: specPlace };
}

const ungated: RunInput['gear'] = { gear: 'review-after', because: 'a test', by: null, scope: null, forMs: null };
let count = 0;

/** Lays an origin with an issue and starts a run on it by the scripted agent, ungated unless told otherwise. */
export async function tell(rigged: Rig, story: Story): Promise<Told> {
  count += 1;
  const name = `origin-${count}`;
  const steps = story.steps ?? 2;
  const usual = join(rigged.folder, name);
  const spec = story.tasks === undefined ? {} : specFiles(story.tasks);
  await layOrigin(usual, { ...storyFiles, 'docs/issue.md': storyIssue(steps), ...spec, ...story.files });
  const laid = await story.lay?.(usual);
  const origin = laid?.origin ?? usual;
  const source = story.tasks === undefined ? issueSource(origin, laid?.file) : specSource(origin);
  const id = `tdd/local/${name}-abcdef/${source.kind}-${source.slug}`;
  const input: RunInput = {
    source,
    options: RunOptions.parse({
      agent: 'scripted',
      scenario: storyScenario(steps, story.leaves, story.planFiles),
      base: null,
      testCommand: null,
      testResults: null,
      maxFiles: null,
      allowDirty: false,
      allowKnownFailures: false,
      commits: story.tasks === undefined ? 'atomic' : 'two-commit',
      discipline: null,
      domainReview: null,
      isolation: null,
      leafTimeoutMs: null,
      idleTimeoutMs: 3_000,
      waitForAnswerMs: null,
      usageLimitCapMs: 24 * 3_600_000,
      ...story.options,
    }),
    hostId: (await readFile(join(rigged.home, 'host-id'), 'utf8')).trim(),
    gear: story.gear === undefined ? ungated : story.gear,
    planOnly: story.planOnly ?? false,
    resume: null,
  };
  return follow(rigged, { id, origin, input });
}

/** Starts an execution under the id and follows it; used for a first start and for a resume alike. */
export async function follow(rigged: Rig, told: Pick<Told, 'id' | 'origin' | 'input'>): Promise<Told> {
  const handle = await rigged.client.workflow.start(runWorkflowType, {
    taskQueue: sharedQueue,
    workflowId: told.id,
    args: [told.input],
  });
  const status = (): Promise<StatusView> => handle.query('status');
  const events = async (): Promise<readonly RunEvent[]> => (await handle.query<EventWindow>('events')).events;
  return {
    ...told,
    handle,
    status,
    events,
    signal: (name, ...payload) => handle.signal(name, ...payload),
    reach: async (where) => {
      const check = async (): Promise<boolean> =>
        where(
          await status(),
          (await events()).map((event) => event.line),
        );
      await until(check, 90_000, async () => (await events()).map((event) => event.line).join('\n'));
    },
    result: () => handle.result() as Promise<RunResult>,
    git: async (...args) => (await run('git', ['-C', told.origin, ...args])).stdout.trimEnd(),
  };
}

export async function layOrigin(origin: string, files: Readonly<Record<string, string>>): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(origin, path)), { recursive: true });
    await writeFile(join(origin, path), text);
    // A hook or a tool: what no one may start is none.
    if (text.startsWith('#!')) await chmod(join(origin, path), 0o755);
  }
  const git = (...args: string[]): Promise<unknown> => run('git', ['-C', origin, ...args]);
  await git('init', '-q', '-b', 'main');
  await git('config', 'user.name', 'Ann');
  await git('config', 'user.email', 'ann@example.org');
  await git('add', '-A');
  await git('commit', '-qm', 'start');
}

Runtime.install({ logger: new DefaultLogger('ERROR') });

/** Each story ends with a replay of its own history on the same bundle (I9). */
export async function replays(told: Pick<Told, 'handle'>): Promise<void> {
  await replayHistory(await told.handle.fetchHistory(), told.handle.workflowId);
}

export async function replayHistory(history: History, workflowId: string): Promise<void> {
  const codePath = join(projectRoot, 'dist/workflow-bundle.js');
  // One at a time: the SDK ends its runtime with the last worker, also under another one's start.
  const mine = lastReplay.then(() => Worker.runReplayHistory({ workflowBundle: { codePath } }, history, workflowId));
  lastReplay = mine.catch(() => undefined);
  await mine;
}

type History = Awaited<ReturnType<WorkflowHandle['fetchHistory']>>;
let lastReplay: Promise<unknown> = Promise.resolve();

/** Pids of live processes that carry a LEAF_ID of Pawl (I5); those of other rigs are told apart by the origin's run key. */
export async function leafPids(runKey: string): Promise<readonly number[]> {
  const found: number[] = [];
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const environ = await readFile(`/proc/${name}/environ`, 'latin1').catch(() => '');
    if (environ.split('\0').some((entry) => entry.startsWith(`LEAF_ID=pawl/${runKey}/`))) found.push(Number(name));
  }
  return found;
}
