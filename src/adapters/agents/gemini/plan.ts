import { existsSync } from 'node:fs';
import { isAbsolute, join, resolve } from 'node:path';
import type { AgentSettings } from '../../../domain/leaf/agent-settings.js';
import type { LeafCommand, LeafJob } from '../../../ports/agent.js';
import { commandLimitMs } from '../command-limit.js';
import { pickEnv } from '../environment.js';
import { layingFiles } from '../lay-files.js';
import { neededBy } from '../needed-by.js';
import { askingForAnswer } from '../plain-answer.js';
import { withoutReferences } from './at-signs.js';

export const keyVariable = 'GEMINI_API_KEY';
const certificates = ['NODE_EXTRA_CA_CERTS', 'SSL_CERT_FILE', 'SSL_CERT_DIR'];
const passedOn = [
  ...[keyVariable, 'GOOGLE_GEMINI_BASE_URL'],
  ...['HTTP_PROXY', 'HTTPS_PROXY', 'NO_PROXY', 'http_proxy', 'https_proxy', 'no_proxy'],
  ...certificates,
];

const defaultTurns = 80;

/** Reading, searching, editing, running: no web, no agents of its own, no skills, nobody to ask. */
const tools = [
  ...['read_file', 'list_directory', 'grep_search', 'glob'],
  ...['replace', 'write_file', 'run_shell_command'],
];

/**
 * Everything is allowed by a rule of its own rather than by the CLI's mode for that, which asks for a trusted folder: the
 * workspace stays untrusted, so that its settings, hooks, servers, skills, `.env` and GEMINI.md are not even read.
 */
const policy = [
  '[[rule]]',
  'toolName = "*"',
  'decision = "allow"',
  'priority = 999',
  'allowRedirection = true',
  '',
].join('\n');

/** The command of one gemini leaf at this path; settings and variables as measured, each needed for a reason told here. */
export function planGemini(settings: AgentSettings, path: string, job: LeafJob): LeafCommand {
  const { gemini = {}, env } = settings;
  const passed = pickEnv(env, [...passedOn, ...(gemini.env ?? [])]);
  const model = job.tier === 'strong' ? (gemini.models?.strong ?? gemini.model) : gemini.model;
  const folder = join(job.folders.home, '.gemini');
  const laid = layingFiles(
    {
      [join(folder, 'settings.json')]: JSON.stringify(ownSettings(job, gemini.maxTurns ?? defaultTurns)),
      [join(folder, 'policies/pawl.toml')]: policy,
    },
    [path, '--output-format', 'stream-json', ...(model === undefined ? [] : ['--model', model])],
  );
  return {
    argv: laid.argv,
    env: {
      ...passed,
      HOME: job.folders.home,
      TMPDIR: job.folders.temporary,
      // Not to be trusted, and no question asked about it: the switch in the settings turns that question off.
      GEMINI_CLI_TRUST_WORKSPACE: 'false',
      // Else it starts itself a second time, to give itself more memory.
      GEMINI_CLI_NO_RELAUNCH: 'true',
      ...laid.env,
    },
    stdin: withoutReferences(askingForAnswer(job), isThereFrom(job.folders.work)),
    readable: [...neededBy(path), ...Object.values(pickEnv(passed, certificates)).filter(isAbsolute)],
    reportPrefix: '{"type":"result"',
  };
}

/** The folder is laid by then; what the leaf makes later is not looked for. */
function isThereFrom(folder: string): (path: string) => boolean {
  return (path) => existsSync(resolve(folder, path));
}

function ownSettings(job: LeafJob, maxTurns: number): Readonly<Record<string, unknown>> {
  return {
    security: { auth: { selectedType: 'gemini-api-key' }, folderTrust: { enabled: false } },
    hooksConfig: { enabled: false },
    skills: { enabled: false },
    experimental: { enableAgents: false },
    context: {
      includeDirectoryTree: false,
      // An address in an issue would be looked for as a file by its name, anywhere in the workspace.
      fileFiltering: { enableRecursiveFileSearch: false },
    },
    tools: { core: tools, shell: { inactivityTimeout: Math.max(1, Math.floor(commandLimitMs(job) / 1_000)) } },
    advanced: { ignoreLocalEnv: true, autoConfigureMemory: false },
    privacy: { usageStatisticsEnabled: false },
    // Waiting is the workflow's business: ten tries take minutes.
    general: { enableAutoUpdate: false, enableAutoUpdateNotification: false, maxAttempts: 2 },
    model: { maxSessionTurns: maxTurns },
  };
}
