import { mkdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { asyncLocalStorage, Context, type Info } from '@temporalio/activity';
import { noopMetricMeter, type Logger } from '@temporalio/common';
import type { Tools } from '../../src/activities/tools.js';
import { createArtifacts } from '../../src/adapters/artifacts/artifact-store.js';
import { createDependencyStores } from '../../src/adapters/artifacts/dependency-stores.js';
import { createRunFolders } from '../../src/adapters/artifacts/run-folders.js';
import { createMemory } from '../../src/adapters/artifacts/memory.js';
import { createCheckRecords } from '../../src/adapters/checks/records.js';
import { createRepositories } from '../../src/adapters/git/repositories.js';
import { handFiles } from '../../src/adapters/hand-files/hand-files.js';
import { createPrograms } from '../../src/adapters/process/programs.js';
import { createRunners } from '../../src/adapters/runners/runners.js';
import { createToolchains } from '../../src/adapters/toolchains/toolchains.js';
import { localFileTracker } from '../../src/adapters/trackers/local-file.js';
import type { JailKind } from '../../src/ports/jail.js';
import { buildScripts } from '../adapters/process/support/built-scripts.js';
import { jailOf } from '../adapters/process/support/rig.js';
import { temporaryFolder } from './git-repos.js';

/** Activities by the adapters that a worker uses, without a server: for what no workflow is needed to show. */
export interface ActivityRig {
  readonly home: string;
  readonly tools: Tools;
  /** The scripted agent's leaf, compiled. */
  readonly leafPath: string;
  /** Runs this as the first attempt of an activity. */
  inActivity<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T>;
  remove(): Promise<void>;
}

export interface ActivityRigWish {
  readonly jail: JailKind;
  /** Folders that programs may read although the jail hides what is around them. */
  readonly readable?: readonly string[];
  /** PATH of children; else this process's own. */
  readonly path?: string;
}

const silent: Logger = {
  log: () => undefined,
  trace: () => undefined,
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
};

export async function activityRig(wish: ActivityRigWish): Promise<ActivityRig> {
  const home = await temporaryFolder('pawl-home');
  mkdirSync(join(home, 'stores'));
  const scripts = await buildScripts();
  const path = wish.path ?? ownPath();
  const toolchains = createToolchains({ searchPath: path, home: homedir(), env: process.env });
  const tools: Tools = {
    pawlVersion: '0.0.0-test',
    repositories: createRepositories({
      home,
      path,
      gitGlobalConfig: join(home, 'no-gitconfig'),
      people: { authorName: null, authorEmail: null, email: null },
      systemConfig: false,
    }),
    artifacts: createArtifacts({ home }),
    folders: createRunFolders({ home }),
    stores: createDependencyStores({ home }),
    handFiles,
    toolchains: { ...toolchains, readable: [...toolchains.readable, ...(wish.readable ?? [])] },
    programs: createPrograms({
      jail: jailOf(wish.jail),
      nodePath: process.execPath,
      guardPath: scripts.guardPath,
      pawlHome: home,
      pollMs: 50,
    }),
    checkRecords: createCheckRecords(),
    memory: createMemory({ home }),
    tracker: localFileTracker,
    jail: { kind: wish.jail, limits: [], note: '', problem: null },
    runners: createRunners(),
    findAgent: () => ({ unknown: 'this rig has no agents' }),
    host: {
      maxFiles: 10,
      leafTimeoutMs: 120_000,
      idleTimeoutMs: 60_000,
      childEnv: { PATH: path, LANG: 'C.UTF-8' },
      pawlHome: home,
      graceMs: 500,
    },
  };
  return {
    home,
    tools,
    leafPath: scripts.leafPath,
    inActivity: (work, signal = new AbortController().signal) => asyncLocalStorage.run(contextOf(signal), work),
    remove: () => scripts.remove(),
  };
}

/** Without this project's own programs, which npm and npx put there. */
function ownPath(): string {
  const folders = (process.env['PATH'] ?? '').split(':');
  return folders.filter((folder) => !folder.split('/').includes('node_modules')).join(':');
}

function contextOf(signal: AbortSignal): Context {
  // Of all that the server tells an activity, ours read no more.
  const info = { attempt: 1, scheduledTimestampMs: Date.UTC(2026, 10, 30, 12) } as Info;
  const never = new Promise<never>(() => undefined);
  return new Context(info, never, signal, () => undefined, undefined, silent, noopMetricMeter, {});
}
