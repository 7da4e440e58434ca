import type { AgentSettings } from '../../../domain/leaf/agent-settings.js';
import type { AgentProbe } from '../../../ports/agent.js';
import { findProgram } from '../../host/find-program.js';
import { askProgram, isOlder, whyNot } from '../ask-program.js';
import { keyOf } from './plan.js';
import { keyVariablesOf, splitModel } from './provider.js';

/** The oldest that was tried; older ones know other switches for the configuration of a project. */
const oldest = '1.18.33';
const install = 'npm install -g opencode-ai@latest';
const neededFlags = ['--format', '--pure', '--title'];

/** Is there an opencode that Pawl can use, a model for it, and a key? Each problem says its fix. */
export async function probeOpencode(settings: AgentSettings): Promise<AgentProbe> {
  const path = findOpencode(settings);
  if (path === null) return unusable(null, notFound(settings));
  let said: readonly string[];
  try {
    said = await askProgram(path, settings.path, [['--version'], ['run', '--help']]);
  } catch (error) {
    return unusable(null, `${path} does not answer to --version and run --help: ${whyNot(error)}; mend: ${install}`);
  }
  const [versionLine = '', help = ''] = said;
  const version = /^(\d+\.\d+\.\d+)\b/.exec(versionLine.trim())?.[1] ?? null;
  const outdated = versionProblem(path, version, help) ?? modelProblem(settings);
  if (outdated !== null) return { ...unusable(version, outdated), cause: 'agent-config' };
  const login = loginProblem(settings);
  if (login !== null) return { ...unusable(version, login), cause: 'agent-auth' };
  return { usable: true, version, problem: null };
}

export function findOpencode({ opencode = {}, path }: AgentSettings): string | null {
  return findProgram(opencode.path ?? 'opencode', path);
}

function unusable(version: string | null, problem: string): AgentProbe {
  return { usable: false, version, problem };
}

function notFound({ opencode = {} }: AgentSettings): string {
  const example = '{"opencode": {"path": "/usr/local/bin/opencode"}}';
  return opencode.path === undefined
    ? `opencode is not on the PATH of this worker; mend: ${install}, or name it in config.json: ${example}`
    : `config.json names ${opencode.path} as opencode, but no program is there; expected an absolute path, for example ${example}`;
}

function versionProblem(path: string, version: string | null, help: string): string | null {
  if (version === null) {
    return `${path} does not say its version; expected what opencode answers to --version, such as "${oldest}"`;
  }
  if (isOlder(version, oldest)) {
    return `opencode ${version} (${path}) is too old; expected ${oldest} or newer; mend: ${install}`;
  }
  const missing = neededFlags.filter((flag) => !help.includes(flag));
  if (missing.length === 0) return null;
  return `opencode ${version} (${path}) has no ${missing.join(', ')}, which Pawl needs; mend: npm install -g opencode-ai@${oldest}`;
}

const modelExample = '{"opencode": {"model": "anthropic/claude-sonnet-4-5"}}';

function modelProblem({ opencode = {} }: AgentSettings): string | null {
  const { model, models } = opencode;
  if (model === undefined) {
    return `config.json names no model for opencode, which has none of its own; expected provider and model, for example ${modelExample}`;
  }
  const strong = models?.strong;
  if (strong === undefined || splitModel(strong).provider === splitModel(model).provider) return null;
  return `config.json names models of two providers for opencode, ${model} and ${strong}; expected both of one, for example ${modelExample}`;
}

function loginProblem(settings: AgentSettings): string | null {
  const { opencode = {} } = settings;
  const { model } = opencode;
  if (model === undefined || keyOf(model, settings) !== null) return null;
  const { provider } = splitModel(model);
  const names = keyVariablesOf(provider, opencode);
  const set =
    names.length === 0
      ? `name the variable with its key in config.json: {"opencode": {"provider": {"keyVariable": "${provider.toUpperCase().replace(/[^A-Z0-9]/g, '_')}_API_KEY"}}}`
      : `set ${names.join(' or ')} in the environment of the worker`;
  return `opencode has no key for ${provider}: its leaves have a home of their own and see no stored login; mend: ${set}`;
}
