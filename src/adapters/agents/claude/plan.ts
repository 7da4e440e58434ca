import { createHash } from 'node:crypto';
import { dirname, isAbsolute, join } from 'node:path';
import type { AgentSettings, ClaudeSettings } from '../../../domain/leaf/agent-settings.js';
import type { ModelTier } from '../../../domain/leaf/model-tier.js';
import type { LeafCommand, LeafJob } from '../../../ports/agent.js';
import { commandLimitMs } from '../command-limit.js';
import { pickEnv } from '../environment.js';
import { neededBy } from '../needed-by.js';
import type { ClaudeBinary } from './binary.js';
import { rightsOf } from './rights.js';
import type { Rights } from './rights.js';

const certificates = ['NODE_EXTRA_CA_CERTS', 'SSL_CERT_FILE', 'SSL_CERT_DIR'];
const passedOn = [
  'ANTHROPIC_API_KEY',
  'ANTHROPIC_AUTH_TOKEN',
  'ANTHROPIC_BASE_URL',
  'CLAUDE_CODE_OAUTH_TOKEN',
  ...['HTTP_PROXY', 'HTTPS_PROXY', 'NO_PROXY', 'http_proxy', 'https_proxy', 'no_proxy'],
  ...certificates,
];

/** The command of one claude leaf; flags and variables as measured, each needed for a reason told there. */
export function planClaude(settings: AgentSettings, binary: ClaudeBinary, job: LeafJob): LeafCommand {
  const { claude } = settings;
  const rights = rightsOf(job);
  const model = modelOf(claude, job.tier ?? 'standard');
  const argv = [
    binary.path,
    ...['-p', '--output-format', 'stream-json', '--verbose'],
    // A model may write one long answer for minutes: each piece of it is a sign of life, a ping is none (R27).
    '--include-partial-messages',
    // No settings of person or project: a hook or server that a developer commits would run in the verifier.
    ...['--setting-sources', '', '--strict-mcp-config', '--disable-slash-commands', '--no-session-persistence'],
    // What is not allowed is denied: nobody is there to be asked.
    ...['--permission-mode', 'dontAsk', '--tools', rights.tools.join(',')],
    ...confinement(rights, binary, job),
    ...['--json-schema', JSON.stringify(job.schema)],
    ...['--max-turns', String(claude.maxTurns ?? rights.maxTurns)],
    ...['--max-budget-usd', String(Math.min(claude.maxUsd ?? rights.maxUsd, job.usdLeft ?? Number.POSITIVE_INFINITY))],
    ...['--session-id', sessionOf(job.leafId)],
    ...(model === null ? [] : ['--model', model]),
  ];
  const passed = pickEnv(settings.env, [...passedOn, ...(claude.env ?? [])]);
  const certificatePaths = Object.values(pickEnv(passed, certificates)).filter(isAbsolute);
  return {
    argv,
    env: { ...timeLimits(job), ...passed, ...ownEnvironment(job) },
    stdin: job.prompt,
    readable: [...neededBy(binary.path), ...certificatePaths],
    reportPrefix: reportPrefix(binary),
  };
}

/**
 * What the operator names for the tier, else their one model for all, else the CLI's own alias of a smaller and a
 * stronger one. Null leaves the choice to the CLI (R-001-14, R-001-22).
 */
function modelOf({ model, models }: ClaudeSettings, tier: ModelTier): string | null {
  switch (tier) {
    case 'small':
      return models?.small ?? model ?? 'sonnet';
    case 'standard':
      return model ?? null;
    case 'strong':
      return models?.strong ?? model ?? 'opus';
  }
}

/** `--restricted` keeps the file tools inside the working folders; versions without it take rules by path. */
function confinement({ tools, confined }: Rights, { flags }: ClaudeBinary, job: LeafJob): readonly string[] {
  if (!confined) return ['--allowedTools', tools.join(',')];
  // The base tree of a refactor verdict, or of the critic, lies beside the export.
  const base = job.phase === 'refactor' || job.role === 'critic' ? join(dirname(job.folders.work), 'base') : null;
  const added = base === null ? [] : ['--add-dir', base];
  if (flags.has('--restricted')) return ['--restricted', ...added, '--allowedTools', tools.join(',')];
  const places = base === null ? ['./**'] : ['./**', '../base/**'];
  const rules = tools.flatMap((tool) => (tool === 'Bash' ? [tool] : places.map((place) => `${tool}(${place})`)));
  return [...added, '--allowedTools', rules.join(',')];
}

function ownEnvironment({ folders }: LeafJob): Readonly<Record<string, string>> {
  return {
    HOME: folders.home,
    CLAUDE_CONFIG_DIR: join(folders.home, '.claude'),
    TMPDIR: folders.temporary,
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    DISABLE_AUTOUPDATER: '1',
    // Work that goes on after the leaf's last word is lost with it (R04).
    CLAUDE_CODE_DISABLE_BACKGROUND_TASKS: '1',
    CLAUDE_CODE_DISABLE_AUTO_MEMORY: '1',
    // A refused key is tried ten times over three minutes otherwise; waiting is the workflow's business.
    CLAUDE_CODE_MAX_RETRIES: '2',
  };
}

/** Follow the leaf's own, unless `claude.env` lets those of the worker's environment through (R-002-35). */
function timeLimits(job: LeafJob): Readonly<Record<string, string>> {
  const limit = String(commandLimitMs(job));
  return { API_TIMEOUT_MS: limit, BASH_DEFAULT_TIMEOUT_MS: limit, BASH_MAX_TIMEOUT_MS: limit };
}

/** A session id can't be used twice; a leaf's id is unique to its start. */
function sessionOf(leafId: string): string {
  const hex = createHash('sha256').update(leafId).digest('hex');
  const parts = [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `5${hex.slice(13, 16)}`,
    `a${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ];
  return parts.join('-');
}

/**
 * How the last line begins: the order of its keys changed between 2.1.197 and 2.1.332, where all other lines still
 * begin with their type. A version that does it in a third way is ended by the idle clock instead (R02).
 */
function reportPrefix({ flags }: ClaudeBinary): string {
  return flags.has('--restricted') ? '{"duration_api_ms":' : '{"type":"result"';
}
