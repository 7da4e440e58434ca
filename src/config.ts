import { join } from 'node:path';
import { agentSettings, sandboxSettings } from './config/agents.js';
import { cleanSettings, type CleanSettings } from './config/clean-keys.js';
import { readConfigFile } from './config/config-file.js';
import type { ConfigFile } from './config/config-schema.js';
import {
  gitPeople,
  homes,
  identityOf,
  isForDownloads,
  isLocale,
  pick,
  value,
  type Environment,
  type GitPeople,
  type Homes,
} from './config/environment.js';
import { isCi, thisMachine, type MachineFacts, type TerminalFacts } from './config/machine.js';
import { ConfigError } from './config/problem.js';
import { temporalConfig, type TemporalConfig } from './config/temporal.js';
import type { AgentSettings } from './domain/leaf/agent-settings.js';
import type { InstructionsRule } from './domain/leaf/instructions.js';
import type { JailSetting } from './domain/leaf/jails.js';
import type { RoleAgents } from './domain/leaf/role-agents.js';
import type { SandboxSettings } from './domain/leaf/sandbox-settings.js';
import { standardWalls, type WallRules } from './domain/leaf/wall-rules.js';
import { usualBudgets, withWish, type Budgets } from './domain/run/resource-budgets.js';
import type { DisciplineWish } from './domain/run/discipline.js';
import { parseDuration } from './domain/steering/duration.js';

/** Everything that the operator and the machine decide: read once, here, and passed down as a value. */
export interface Config {
  /** Pawl's home. Nothing is made there by reading the configuration. */
  readonly home: string;
  /** config.json, whether it is there or not. */
  readonly configFile: string;
  readonly userHome: string;
  readonly temporal: TemporalConfig;
  /** The agent of a run that names none. */
  readonly agent: string;
  /** Another agent for single roles of a run. */
  readonly roleAgents: RoleAgents;
  readonly jail: JailSetting;
  /** Of the jail `sandbox-runtime`, its path absolute. */
  readonly sandboxRuntime: SandboxSettings;
  /** Who has the network, and who the repository's agent configuration. */
  readonly walls: WallRules;
  /** How many files a plan made from an issue may touch. */
  readonly maxFiles: number;
  /** What a run that says nothing of it asks of each step. */
  readonly rules: DisciplineWish;
  /** Are AGENTS.md and its kin put before those who edit? */
  readonly instructions: InstructionsRule;
  /** Leaves and test runs at once on this host; null: by its cores and memory. */
  readonly leafSlots: number | null;
  /** Rejects in a row after which a run shifts down by itself; null: it does not. */
  readonly downshiftAfterRejects: number | null;
  readonly leafTimeoutMs: number;
  readonly idleTimeoutMs: number;
  /** Most memory of one leaf or test run, in bytes; null: the worker's default, 0: no limit. */
  readonly leafMemoryBytes: number | null;
  /** Most processes and threads of one leaf or test run; null: the worker's default, 0: no limit. */
  readonly leafProcesses: number | null;
  /** How long a run waits for the answer to a leaf's question; null: it does not wait. */
  readonly waitForAnswerMs: number | null;
  /** How long a run waits at most for the end of an agent's usage limit. */
  readonly usageLimitCapMs: number;
  /** What a run and each of its steps may use up. */
  readonly budgets: Budgets;
  /** How long a run whose budget is used up waits at most for more. */
  readonly budgetCapMs: number;
  /** How old what lies in Pawl's home may get. */
  readonly clean: CleanSettings;
  /** What agents are made from. Holds the whole environment, keys included: never shown, never logged. */
  readonly agents: AgentSettings;
  /** A command line, from VISUAL, else EDITOR; null when neither is set. */
  readonly editor: string | null;
  /** `user@host`, goes with every message and commit mark. */
  readonly identity: string;
  /** PATH for children. */
  readonly path: string;
  /** LANG, LC_*, TZ and TERM, as far as they are set. */
  readonly locale: Readonly<Record<string, string>>;
  /** The environment of pip and its kin. */
  readonly downloadEnv: Readonly<Record<string, string>>;
  /** The person's own git configuration, there or not. */
  readonly gitGlobalConfig: string;
  readonly gitPeople: GitPeople;
  readonly terminal: TerminalFacts;
  /** The fault harness's folder of crash points (PAWL_CRASH_POINTS); null, as everywhere else: there are none. */
  readonly crashPoints: string | null;
  /** The API key of the server stands in config.json itself. */
  readonly holdsApiKey: boolean;
  /** What the operator should hear once, on stderr. */
  readonly notices: readonly string[];
}

export type { MachineFacts, TerminalFacts };

/** @throws {ConfigError} with what was wrong, what was expected and an example. */
export function loadConfig(env: Environment = process.env, machine: MachineFacts = thisMachine(env)): Config {
  const places = homes(env, machine.userHome);
  return configOf(env, machine, { ...places, ...readConfigFile(join(places.configFolder, 'config.json')) });
}

/**
 * For a look at a machine whose settings may be what is wrong with it: with a problem, the configuration is the
 * one of a machine without config.json and without variables of Pawl's and Temporal's.
 */
export function configOrProblem(
  env: Environment = process.env,
  machine: MachineFacts = thisMachine(env),
): { readonly config: Config; readonly problem: string | null } {
  try {
    return { config: loadConfig(env, machine), problem: null };
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    const harmless = pick(env, (name) => !/^(PAWL|TEMPORAL)_/.test(name));
    const places = usableHomes(env, harmless, machine);
    return {
      config: configOf(harmless, machine, { ...places, file: {}, openToOthers: false }),
      problem: error.message,
    };
  }
}

function usableHomes(env: Environment, harmless: Environment, { userHome }: MachineFacts): Homes {
  try {
    return homes(env, userHome);
  } catch {
    return homes(harmless, userHome);
  }
}

interface Read extends Homes {
  readonly file: ConfigFile;
  readonly openToOthers: boolean;
}

function configOf(env: Environment, machine: MachineFacts, read: Read): Config {
  const { home, configFolder, file, openToOthers } = read;
  const { userHome } = machine;
  const configFile = join(configFolder, 'config.json');
  const temporal = temporalConfig(env, file, configFolder);
  const holdsApiKey = file.temporal?.apiKey !== undefined;
  const path = env['PATH'] ?? '/usr/local/bin:/usr/bin:/bin';
  return {
    home,
    configFile,
    userHome,
    temporal,
    agent: file.agent ?? 'claude',
    roleAgents: file.agents ?? {},
    jail: file.jail ?? 'auto',
    sandboxRuntime: sandboxSettings(file, { userHome, configFolder }),
    walls: wallsOf(file),
    maxFiles: file.maxFiles ?? 5,
    rules: rulesOf(file),
    instructions: file.instructions ?? 'offer',
    leafSlots: file.leafSlots ?? null,
    downshiftAfterRejects: file.downshiftAfterRejects ?? null,
    ...clocks(file),
    ...leafLimitsOf(file),
    budgets: budgetsOf(file),
    clean: cleanSettings(file.clean),
    agents: agentSettings(file, { env: pick(env, () => true), path, userHome, configFolder }),
    editor: value(env, 'VISUAL') ?? value(env, 'EDITOR'),
    identity: identity(env, file, machine),
    path,
    locale: pick(env, isLocale),
    downloadEnv: pick(env, isForDownloads),
    gitGlobalConfig: value(env, 'GIT_CONFIG_GLOBAL') ?? join(userHome, '.gitconfig'),
    gitPeople: gitPeople(env),
    terminal: { ...machine.terminals, noColor: value(env, 'NO_COLOR') !== null, ci: isCi(value(env, 'CI')) },
    crashPoints: value(env, 'PAWL_CRASH_POINTS'),
    holdsApiKey,
    notices: openToOthers && holdsApiKey ? [openKey(configFile)] : [],
  };
}

function wallsOf({ agentConfig, network }: ConfigFile): WallRules {
  return { agentConfig: agentConfig ?? standardWalls.agentConfig, network: network ?? {} };
}

function rulesOf({ discipline, domainReview, isolation }: ConfigFile): DisciplineWish {
  return { discipline: discipline ?? null, domainReview: domainReview ?? null, isolation: isolation ?? null };
}

type Clocks = Pick<Config, 'leafTimeoutMs' | 'idleTimeoutMs' | 'waitForAnswerMs' | 'usageLimitCapMs' | 'budgetCapMs'>;

function clocks({ limits = {}, waitForAnswer, usageLimitWaitHours = 24, budgetWaitHours = 24 }: ConfigFile): Clocks {
  const { leafTimeoutSeconds = 900, idleSeconds = 300 } = limits;
  return {
    leafTimeoutMs: leafTimeoutSeconds * 1_000,
    idleTimeoutMs: idleSeconds * 1_000,
    waitForAnswerMs: waitForAnswer === undefined ? null : parseDuration(waitForAnswer),
    usageLimitCapMs: Math.max(1, Math.round(usageLimitWaitHours * 3_600_000)),
    budgetCapMs: Math.max(1, Math.round(budgetWaitHours * 3_600_000)),
  };
}

function budgetsOf({ budgets = {} }: ConfigFile): Budgets {
  return { run: withWish(usualBudgets.run, budgets.run), step: withWish(usualBudgets.step, budgets.step) };
}

function leafLimitsOf({ limits = {} }: ConfigFile): Pick<Config, 'leafMemoryBytes' | 'leafProcesses'> {
  const { memoryMb, processes = null } = limits;
  return { leafMemoryBytes: memoryMb === undefined ? null : memoryMb * 1024 * 1024, leafProcesses: processes };
}

function identity(env: Environment, file: ConfigFile, machine: MachineFacts): string {
  const own = value(env, 'PAWL_IDENTITY');
  if (own !== null) return identityOf('PAWL_IDENTITY', own);
  if (file.identity !== undefined) return identityOf('config.json, identity', file.identity);
  return `${machine.user}@${machine.host}`;
}

function openKey(path: string): string {
  return `${path} holds an API key and other users can read it; mend it with: chmod 600 ${path}`;
}
