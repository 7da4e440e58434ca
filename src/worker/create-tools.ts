import type { JailInForce, Tools } from '../activities/tools.js';
import { createArtifacts } from '../adapters/artifacts/artifact-store.js';
import { createDependencyStores } from '../adapters/artifacts/dependency-stores.js';
import { createMemory } from '../adapters/artifacts/memory.js';
import { createRunFolders } from '../adapters/artifacts/run-folders.js';
import { createCheckRecords } from '../adapters/checks/records.js';
import { createRepositories } from '../adapters/git/repositories.js';
import { signingEnv } from '../adapters/git/signing-program.js';
import { createCrashPoints } from '../adapters/host/crash-points.js';
import { handFiles } from '../adapters/hand-files/hand-files.js';
import { chooseJail } from '../adapters/jails/choose-jail.js';
import { createProcessJail } from '../adapters/jails/process.js';
import { createFences } from '../adapters/process/fences.js';
import { leafLimits } from '../adapters/process/leaf-limits.js';
import { createPrograms, ownerTag } from '../adapters/process/programs.js';
import { createRunners } from '../adapters/runners/runners.js';
import { createToolchains } from '../adapters/toolchains/toolchains.js';
import { localFileTracker } from '../adapters/trackers/local-file.js';
import type { Config } from '../config.js';
import type { Jail } from '../ports/jail.js';
import { findAgent } from './find-agent.js';
import { pawlVersion } from './version.js';

const graceMs = 5_000;

/** Wires this host's adapters to the ports that activities see. */
export async function createTools(config: Config): Promise<Tools> {
  const { home } = config;
  const { jail, inForce } = await jailOf(config);
  const fences = createFences(leafLimits(config), ownerTag(home));
  const programs = createPrograms({ jail, nodePath: process.execPath, pawlHome: home, fences });
  await programs.sweepOrphans();
  return {
    pawlVersion: await pawlVersion(),
    repositories: createRepositories({
      home,
      path: config.path,
      gitGlobalConfig: config.gitGlobalConfig,
      people: config.gitPeople,
      userHome: config.userHome,
      signingEnv: signingEnv(config.agents.env),
    }),
    artifacts: createArtifacts({ home }),
    folders: createRunFolders({ home }),
    stores: createDependencyStores({ home }),
    handFiles,
    toolchains: createToolchains({ searchPath: config.path, home: config.userHome, env: config.agents.env }),
    programs,
    checkRecords: createCheckRecords(),
    memory: createMemory({ home }),
    tracker: localFileTracker,
    jail: { ...inForce, limits: [...inForce.limits, ...fences.limits] },
    runners: createRunners(),
    findAgent: findAgent(process.execPath, config.agents),
    passCrashPoint: createCrashPoints(config.crashPoints),
    host: {
      agents: config.roleAgents,
      walls: config.walls,
      instructions: config.instructions,
      maxFiles: config.maxFiles,
      leafTimeoutMs: config.leafTimeoutMs,
      idleTimeoutMs: config.idleTimeoutMs,
      childEnv: { PATH: config.path, ...config.locale },
      pawlHome: home,
      graceMs,
    },
  };
}

/** A required jail that is missing fails closed: no program starts, each run bails `jail-missing`. */
async function jailOf(config: Config): Promise<{ readonly jail: Jail; readonly inForce: JailInForce }> {
  const choice = await chooseJail({
    setting: config.jail,
    home: config.userHome,
    searchPath: config.path,
    sandboxRuntime: config.sandboxRuntime,
  });
  if (choice.kind === 'chosen') {
    const { jail, says } = choice;
    return { jail, inForce: { kind: jail.kind, limits: jail.limits, note: says, problem: null } };
  }
  const jail = createProcessJail();
  return { jail, inForce: { kind: jail.kind, limits: jail.limits, note: '', problem: choice.why } };
}
