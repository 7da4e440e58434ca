import { isAbsolute, join } from 'node:path';
import type { AgentSettings } from '../../../domain/leaf/agent-settings.js';
import type { CodexSettings } from '../../../domain/leaf/codex-settings.js';
import type { ModelTier } from '../../../domain/leaf/model-tier.js';
import type { LeafCommand, LeafJob } from '../../../ports/agent.js';
import { commandLimitMs } from '../command-limit.js';
import { pickEnv } from '../environment.js';
import { neededBy } from '../needed-by.js';
import { keyVariables, providerArguments, providerOf } from './provider.js';
import { codexHome, sandboxOf } from './sandbox.js';

const certificates = ['CODEX_CA_CERTIFICATE', 'SSL_CERT_FILE', 'SSL_CERT_DIR'];
const proxies = ['HTTP_PROXY', 'HTTPS_PROXY', 'NO_PROXY', 'http_proxy', 'https_proxy', 'no_proxy'];

/**
 * What it prints tells nothing while a model thinks or writes one long answer: each piece of that on standard error is a
 * sign of life, a ping is none (R27).
 */
const log = 'error,codex_api::sse::responses=trace';

/**
 * Its home has to be there before it starts, and it takes the schema of the answer from a file: nothing but a shell can
 * lay both before the CLI takes the shell's place.
 */
const prelude =
  'umask 077 && mkdir -p "$CODEX_HOME" && printf %s "$PAWL_ANSWER_SCHEMA" >"$CODEX_HOME/answer.json" && ' +
  'unset PAWL_ANSWER_SCHEMA && exec "$0" "$@"';

/** Nothing of the person, the project or the vendor's cloud: each would be something that nobody gave the leaf. */
const switchedOff = [
  ...['apps', 'plugins', 'remote_plugin', 'hooks', 'tool_suggest', 'skill_mcp_dependency_install'],
  // A leaf is one agent that works until its answer, and draws nothing.
  ...['multi_agent', 'goals', 'image_generation', 'browser_use', 'computer_use'],
  // A shell's start-up files would choose the PATH of its commands.
  'shell_snapshot',
  // Else it waits for the network without end, and says so every few seconds, which looks like progress.
  'unbounded_connection_retries',
];

const configuration = [
  `features={${switchedOff.map((name) => `${name}=false`).join(',')}}`,
  'agents.enabled=false',
  'web_search="disabled"',
  'analytics.enabled=false',
  'check_for_update_on_startup=false',
  // Instructions and skills of the repository: a developer could leave them for the verifier.
  'project_doc_max_bytes=0',
  'skills.bundled.enabled=false',
  'skills.include_instructions=false',
  'allow_login_shell=false',
];

/** The command of one codex leaf at this path; flags and keys as measured, each needed for a reason told here. */
export function planCodex(settings: AgentSettings, path: string, job: LeafJob): LeafCommand {
  const { codex = {}, env } = settings;
  const { keyVariable } = providerOf(settings);
  const certificatePaths = Object.values(pickEnv(env, certificates)).filter(isAbsolute);
  const readable = [...neededBy(path), ...certificatePaths];
  const limit = commandLimitMs(job);
  const home = codexHome(job);
  const keys = [...keyVariables, ...(codex.provider?.keyVariable === undefined ? [] : [codex.provider.keyVariable])];
  const ownVariables = [...keys, 'RUST_LOG'];
  const argv = [
    ...['/bin/sh', '-c', prelude, path],
    ...['exec', '--json', '--ignore-user-config', '--ignore-rules', '--skip-git-repo-check'],
    ...['--output-schema', join(home, 'answer.json')],
    ...sandboxOf(job, readable).argv,
    ...providerArguments(settings, limit),
    ...configuration.flatMap((entry) => ['-c', entry]),
    ...['-c', `background_terminal_max_timeout=${limit}`],
    // Key and log are for the CLI alone; its commands get the rest.
    ...['-c', `shell_environment_policy={inherit="all",exclude=${JSON.stringify(ownVariables)}}`],
    ...modelArguments(codex, job.tier ?? 'standard'),
    '-',
  ];
  return {
    argv,
    env: {
      ...pickEnv(env, [...proxies, ...certificates, ...(codex.env ?? [])]),
      ...(keyVariable === null ? {} : pickEnv(env, [keyVariable])),
      HOME: job.folders.home,
      // It says in its local time when a usage limit ends, which is read in the worker's; a jail may hide the machine's.
      TZ: Intl.DateTimeFormat().resolvedOptions().timeZone,
      CODEX_HOME: home,
      TMPDIR: job.folders.temporary,
      RUST_LOG: log,
      PAWL_ANSWER_SCHEMA: JSON.stringify(job.schema),
    },
    stdin: job.prompt,
    readable,
    reportPrefix: '{"type":"turn.completed"',
  };
}

/**
 * What the operator names for the tier, else their one model for all, else the CLI's own choice; without a model of its
 * own, a smaller or stronger one is asked for by how much it should think (R-001-14, R-001-22).
 */
function modelArguments({ model, models }: CodexSettings, tier: ModelTier): readonly string[] {
  const own = tier === 'standard' ? undefined : models?.[tier];
  const wanted = own ?? model;
  const effort = own !== undefined || tier === 'standard' ? null : tier === 'small' ? 'low' : 'high';
  return [
    ...(wanted === undefined ? [] : ['--model', wanted]),
    ...(effort === null ? [] : ['-c', `model_reasoning_effort="${effort}"`]),
  ];
}
