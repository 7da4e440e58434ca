import type { AgentProbe } from '../../../ports/agent.js';
import type { AgentSettings } from '../../../domain/leaf/agent-settings.js';
import { displayLine } from '../../../domain/sanitise.js';
import { pickEnv } from '../environment.js';
import { findProgram } from '../../host/find-program.js';
import type { ClaudeBinaries, ClaudeBinary } from './binary.js';

/** The oldest that was tried; older ones lack some of the flags below, or end in other ways. */
const oldest = '2.1.197';

const neededFlags = [
  '--json-schema',
  '--setting-sources',
  '--strict-mcp-config',
  '--disable-slash-commands',
  '--no-session-persistence',
  '--include-partial-messages',
  '--permission-mode',
  '--max-budget-usd',
  '--tools',
];

/** A leaf has no login of its own: its home is empty, so a key or token has to come by the environment. */
const loginVariables = ['ANTHROPIC_API_KEY', 'ANTHROPIC_AUTH_TOKEN', 'CLAUDE_CODE_OAUTH_TOKEN'];
/** Other ways to a model, each with variables of its own; they count when config.json lets them through. */
const otherProviders = ['CLAUDE_CODE_USE_BEDROCK', 'CLAUDE_CODE_USE_VERTEX', 'CLAUDE_CODE_USE_FOUNDRY'];

const install = 'npm install -g @anthropic-ai/claude-code@latest';

/** Is there a claude that Pawl can use, and a key for it? Each problem says its fix. */
export async function probeClaude(settings: AgentSettings, binaries: ClaudeBinaries): Promise<AgentProbe> {
  const path = findClaude(settings);
  if (path === null) return unusable(null, notFound(settings));
  let binary: ClaudeBinary;
  try {
    binary = await binaries.ask(path, { PATH: settings.path });
  } catch (error) {
    const why = error instanceof Error ? displayLine(error.message, 300) : 'unknown';
    return unusable(null, `${path} does not answer to --version and --help: ${why}; mend: ${install}`);
  }
  const { version } = binary;
  const outdated = versionProblem(path, binary);
  if (outdated !== null) return { ...unusable(version, outdated), cause: 'agent-config' };
  const login = loginProblem(settings);
  if (login !== null) return { ...unusable(version, login), cause: 'agent-auth' };
  return { usable: true, version, problem: null };
}

function unusable(version: string | null, problem: string): AgentProbe {
  return { usable: false, version, problem };
}

export function findClaude({ claude, path }: AgentSettings): string | null {
  return findProgram(claude.path ?? 'claude', path);
}

function notFound({ claude }: AgentSettings): string {
  const example = '{"claude": {"path": "/usr/local/bin/claude"}}';
  return claude.path === undefined
    ? `claude is not on the PATH of this worker; mend: ${install}, or name it in config.json: ${example}`
    : `config.json names ${claude.path} as claude, but no program is there; expected an absolute path, for example ${example}`;
}

function versionProblem(path: string, { version, flags }: ClaudeBinary): string | null {
  if (version === null) {
    return `${path} does not say its version; expected what claude answers to --version, such as "${oldest} (Claude Code)"`;
  }
  if (isOlder(version, oldest)) {
    return `claude ${version} (${path}) is too old; expected ${oldest} or newer, which has ${neededFlags.slice(0, 2).join(' and ')}; mend: ${install}`;
  }
  const missing = neededFlags.filter((flag) => !flags.has(flag));
  if (missing.length === 0) return null;
  return `claude ${version} (${path}) has no ${missing.join(', ')}, which Pawl needs; mend: npm install -g @anthropic-ai/claude-code@${oldest}`;
}

function loginProblem({ env, claude }: AgentSettings): string | null {
  const others = otherProviders.filter((name) => claude.env?.includes(name) === true);
  if (Object.keys(pickEnv(env, [...loginVariables, ...others])).length > 0) return null;
  return (
    'claude is not logged in: its leaves have a home of their own and see no stored login; ' +
    'mend: set ANTHROPIC_API_KEY, or CLAUDE_CODE_OAUTH_TOKEN (claude setup-token prints one), in the environment of the worker'
  );
}

/** By numbers: 2.1.9 is older than 2.1.197. */
function isOlder(version: string, than: string): boolean {
  const [found, wanted] = [version.split('.').map(Number), than.split('.').map(Number)];
  for (const [index, number] of wanted.entries()) {
    const other = found[index] ?? 0;
    if (other !== number) return other < number;
  }
  return false;
}
