import { execFile } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { RunOptions, type RunInput } from '../../src/contract/run-input.js';
import {
  environment,
  follow,
  layOrigin,
  projectRoot,
  spawnWorker,
  type Rig,
  type RigWorker,
  type Told,
  until,
} from './rig.js';
import { storyFiles, storyIssue, storyScenario, type StoryLeaf } from './story.js';

const run = promisify(execFile);

/** Who commits: of a remote nothing but the host's person tells. */
export const person = { GIT_AUTHOR_NAME: 'Ann', GIT_AUTHOR_EMAIL: 'ann@example.org' } as const;

/** A worker with a home, and so a host id, of its own, on the server of a rig. */
export interface Host {
  readonly home: string;
  readonly id: string;
  readonly worker: RigWorker;
}

export interface HostPlace {
  /** Where it finds the server; left out: where the rig does. */
  readonly address?: string;
  /** Network namespace that it lives in. */
  readonly namespace?: string;
}

/** A second host beside that of the rig, on the same server unless another address leads there. */
export async function secondHost(rigged: Rig, name: string, place: HostPlace = {}): Promise<Host> {
  const { address = rigged.server.address, namespace = null } = place;
  const home = join(rigged.folder, name);
  await mkdir(home, { mode: 0o700 });
  const config = await readFile(join(rigged.home, 'config.json'), 'utf8');
  await writeFile(join(home, 'config.json'), config);
  const env = { ...environment(home, address), ...person };
  const worker = await spawnWorker(env, projectRoot, namespace === null ? [] : ['ip', 'netns', 'exec', namespace]);
  return { home, id: await idOf(home), worker };
}

export async function idOf(home: string): Promise<string> {
  return (await readFile(join(home, 'host-id'), 'utf8')).trim();
}

export interface RemoteStory {
  readonly steps: number;
  readonly leaves?: readonly StoryLeaf[];
  readonly gear?: RunInput['gear'];
  readonly options?: Partial<RunOptions>;
  /** URL of the bare repository at this path. */
  readonly urlOf?: (bare: string) => string;
}

export interface RemoteTold extends Told {
  readonly bare: string;
  /** Brings what was pushed into the checkout in which `git` runs. */
  pull(): Promise<void>;
}

let count = 0;

/** A bare repository with an issue, and a run on it that any host may claim. */
export async function tellRemote(rigged: Rig, story: RemoteStory): Promise<RemoteTold> {
  count += 1;
  const checkout = join(rigged.folder, `remote-${count}`);
  const bare = join(rigged.folder, `shop-${count}.git`);
  await layOrigin(checkout, { ...storyFiles, 'docs/issue.md': storyIssue(story.steps) });
  await run('git', ['clone', '-q', '--bare', checkout, bare]);
  const input: RunInput = {
    source: {
      kind: 'file',
      origin: story.urlOf?.(bare) ?? `file://${bare}`,
      file: 'docs/issue.md',
      slug: 'docs--issue',
      issueNumber: null,
    },
    options: RunOptions.parse({
      agent: 'scripted',
      scenario: storyScenario(story.steps, story.leaves),
      ...{ base: null, testCommand: null, maxFiles: null, allowDirty: false, allowKnownFailures: false },
      ...{ commits: 'atomic', leafTimeoutMs: null, idleTimeoutMs: 60_000 },
      ...{ heartbeatMs: 10_000, hostLimitMs: 10_000 },
      ...story.options,
    }),
    hostId: null,
    gear: story.gear ?? { gear: 'review-after', because: 'a test', by: null, scope: null, forMs: null },
    planOnly: false,
    resume: null,
  };
  const id = `tdd/local/shop-${count}-abcdef/file-docs--issue`;
  const told = await follow(rigged, { id, origin: checkout, input });
  const pull = async (): Promise<void> => {
    await run('git', ['-C', checkout, 'fetch', '-q', bare, '+refs/heads/tdd/*:refs/heads/tdd/*']);
  };
  return { ...told, bare, pull };
}

/** In a developer leaf of RED, with a finished step behind it. */
export async function inSecondRed(told: Told): Promise<void> {
  const lines = async (): Promise<readonly string[]> => (await told.events()).map((event) => event.line);
  const isThere = async (): Promise<boolean> => {
    const all = await lines();
    return all.at(-1) === 'develop-red starts' && all.some((line) => line.startsWith('feat: n1'));
  };
  await until(isThere, 240_000, async () => (await lines()).join('\n'));
}
