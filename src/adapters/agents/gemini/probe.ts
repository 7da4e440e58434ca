import type { AgentSettings } from '../../../domain/leaf/agent-settings.js';
import type { AgentProbe } from '../../../ports/agent.js';
import { findProgram } from '../../host/find-program.js';
import { askProgram, isOlder, whyNot } from '../ask-program.js';
import { pickEnv } from '../environment.js';
import { keyVariable } from './plan.js';

/** The oldest that was tried; older ones lack the policy files, or trust a folder by other rules. */
const oldest = '0.61.0';
const install = 'npm install -g @google/gemini-cli@latest';
const neededFlags = ['--output-format', '--model', '--policy', '--skip-trust'];

/** Is there a gemini that Pawl can use, and a key for it? Each problem says its fix. */
export async function probeGemini(settings: AgentSettings): Promise<AgentProbe> {
  const path = findGemini(settings);
  if (path === null) return unusable(null, notFound(settings));
  let said: readonly string[];
  try {
    said = await askProgram(path, settings.path, [['--version'], ['--help']]);
  } catch (error) {
    return unusable(null, `${path} does not answer to --version and --help: ${whyNot(error)}; mend: ${install}`);
  }
  const [versionLine = '', help = ''] = said;
  const version = /^(\d+\.\d+\.\d+)\b/.exec(versionLine.trim())?.[1] ?? null;
  const outdated = versionProblem(path, version, help);
  if (outdated !== null) return { ...unusable(version, outdated), cause: 'agent-config' };
  if (Object.keys(pickEnv(settings.env, [keyVariable])).length > 0) return { usable: true, version, problem: null };
  const login =
    'gemini is not logged in: its leaves have a home of their own and see no stored login; ' +
    `mend: set ${keyVariable} in the environment of the worker`;
  return { ...unusable(version, login), cause: 'agent-auth' };
}

export function findGemini({ gemini = {}, path }: AgentSettings): string | null {
  return findProgram(gemini.path ?? 'gemini', path);
}

function unusable(version: string | null, problem: string): AgentProbe {
  return { usable: false, version, problem };
}

function notFound({ gemini = {} }: AgentSettings): string {
  const example = '{"gemini": {"path": "/usr/local/bin/gemini"}}';
  return gemini.path === undefined
    ? `gemini is not on the PATH of this worker; mend: ${install}, or name it in config.json: ${example}`
    : `config.json names ${gemini.path} as gemini, but no program is there; expected an absolute path, for example ${example}`;
}

function versionProblem(path: string, version: string | null, help: string): string | null {
  if (version === null) {
    return `${path} does not say its version; expected what gemini answers to --version, such as "${oldest}"`;
  }
  if (isOlder(version, oldest)) {
    return `gemini ${version} (${path}) is too old; expected ${oldest} or newer; mend: ${install}`;
  }
  const missing = neededFlags.filter((flag) => !help.includes(flag));
  if (missing.length === 0) return null;
  return `gemini ${version} (${path}) has no ${missing.join(', ')}, which Pawl needs; mend: npm install -g @google/gemini-cli@${oldest}`;
}
