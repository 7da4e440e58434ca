import { isAbsolute, join } from 'node:path';
import type { AgentSettings } from '../../../domain/leaf/agent-settings.js';
import type { OpencodeSettings } from '../../../domain/leaf/opencode-settings.js';
import type { LeafCommand, LeafJob } from '../../../ports/agent.js';
import { commandLimitMs } from '../command-limit.js';
import { pickEnv } from '../environment.js';
import { layingFiles } from '../lay-files.js';
import { neededBy } from '../needed-by.js';
import { askingForAnswer } from '../plain-answer.js';
import { keyVariablesOf, splitModel } from './provider.js';

const certificates = ['NODE_EXTRA_CA_CERTS', 'SSL_CERT_FILE', 'SSL_CERT_DIR'];
const proxies = ['HTTP_PROXY', 'HTTPS_PROXY', 'NO_PROXY', 'http_proxy', 'https_proxy', 'no_proxy'];

/** Nothing of the project or the person, no call to anybody but the model. */
const switchedOff = {
  OPENCODE_DISABLE_PROJECT_CONFIG: '1',
  OPENCODE_DISABLE_CLAUDE_CODE: '1',
  OPENCODE_DISABLE_EXTERNAL_SKILLS: '1',
  OPENCODE_DISABLE_DEFAULT_PLUGINS: '1',
  OPENCODE_DISABLE_AUTOUPDATE: '1',
  OPENCODE_DISABLE_MODELS_FETCH: '1',
  OPENCODE_DISABLE_LSP_DOWNLOAD: '1',
  OPENCODE_DISABLE_SHARE: '1',
};

/**
 * At its start it installs a package for plugins into its configuration, from the registry and in the background. A lock
 * file that has the package already, beside a folder for modules, is all it looks at before it lets that be.
 */
const pluginsAreThere = JSON.stringify({ packages: { '': { dependencies: { '@opencode-ai/plugin': '*' } } } });

/**
 * Version 1.18.33 reads these of the workspace whatever its switches say, and runs the plugins they name or hold. They are
 * withheld; where the operator lets them in, or a plan names one, a leaf that would run code of the repository does not start (T3).
 */
const refusal = [
  'for own in opencode.json opencode.jsonc .opencode; do',
  'if { [ -f "$own" ] && [ -s "$own" ]; } || [ -n "$(ls -A "$own/" 2>/dev/null)" ]; then',
  'echo "the repository has $own, whose plugins opencode would run and can not be told not to;' +
    ' leave agentConfig in config.json at withhold, or give the developer another agent" >&2; exit 78; fi; done; ',
].join(' ');

/** The command of one opencode leaf at this path; keys and variables as measured, each needed for a reason told here. */
export function planOpencode(settings: AgentSettings, path: string, job: LeafJob): LeafCommand {
  const { opencode = {}, env } = settings;
  const model = (job.tier === 'strong' ? opencode.models?.strong : undefined) ?? opencode.model;
  const key = model === undefined ? null : keyOf(model, settings);
  const folder = join(job.folders.home, '.config/opencode');
  const passed = pickEnv(env, [...proxies, ...certificates, ...(opencode.env ?? [])]);
  const laid = layingFiles(
    { [join(folder, 'package-lock.json')]: pluginsAreThere, [join(folder, 'node_modules/.keep')]: '' },
    [
      path,
      ...['run', '--format', 'json', '--pure'],
      // Else it asks the model for one.
      ...['--title', `${job.role} ${job.phase} ${job.step}`],
    ],
    refusal,
  );
  return {
    argv: laid.argv,
    env: {
      OPENCODE_EXPERIMENTAL_BASH_DEFAULT_TIMEOUT_MS: String(commandLimitMs(job)),
      ...passed,
      ...(key === null ? {} : pickEnv(env, [key])),
      HOME: job.folders.home,
      TMPDIR: job.folders.temporary,
      ...switchedOff,
      OPENCODE_CONFIG_CONTENT: JSON.stringify(configuration(opencode, model, key)),
      ...laid.env,
    },
    stdin: askingForAnswer(job),
    readable: [...neededBy(path), ...Object.values(pickEnv(passed, certificates)).filter(isAbsolute)],
  };
}

/** The first variable of the provider that is set. */
export function keyOf(model: string, { opencode = {}, env }: AgentSettings): string | null {
  const names = keyVariablesOf(splitModel(model).provider, opencode);
  return names.find((name) => (env[name] ?? '') !== '') ?? null;
}

function configuration(
  { provider = {} }: OpencodeSettings,
  wanted: string | undefined,
  key: string | null,
): Readonly<Record<string, unknown>> {
  const rules = {
    autoupdate: false,
    share: 'disabled',
    // Its copies of the workspace are for undoing, which is the conductor's business.
    snapshot: false,
    lsp: false,
    formatter: false,
    plugin: [],
    mcp: {},
    // What is not allowed is denied: nobody is there to be asked.
    permission: { '*': 'allow', question: 'deny', webfetch: 'deny', websearch: 'deny', doom_loop: 'deny' },
  };
  if (wanted === undefined) return rules;
  const { provider: name, model } = splitModel(wanted);
  const options = {
    ...(provider.baseUrl === undefined ? {} : { baseURL: provider.baseUrl }),
    ...(key === null ? {} : { apiKey: `{env:${key}}` }),
  };
  return {
    ...rules,
    model: wanted,
    small_model: wanted,
    enabled_providers: [name],
    provider: {
      [name]: {
        ...(provider.npm === undefined ? {} : { npm: provider.npm }),
        options,
        // A model newer than the list that the CLI brings along can be asked for too.
        models: { [model]: {} },
      },
    },
  };
}
