import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { AgentSettings } from '../../../domain/leaf/agent-settings.js';
import { displayLine } from '../../../domain/sanitise.js';
import type { AgentProbe } from '../../../ports/agent.js';
import { findProgram } from '../../host/find-program.js';
import { keyVariables, providerOf } from './provider.js';

const run = promisify(execFile);

/** The oldest that was tried; the sandbox of those that judge is newer than most flags. */
const oldest = '0.171.0';
const install = 'npm install -g @openai/codex@latest';
const neededFlags = [
  ...['--json', '--output-schema', '--ignore-user-config', '--ignore-rules', '--skip-git-repo-check'],
  ...['--sandbox', '--add-dir', '--disable'],
];
/** A first start from a cold disk. */
const patienceMs = 20_000;

/** Is there a codex that Pawl can use, and a key for it? Each problem says its fix. */
export async function probeCodex(settings: AgentSettings): Promise<AgentProbe> {
  const path = findCodex(settings);
  if (path === null) return unusable(null, notFound(settings));
  let said: readonly string[];
  try {
    said = await ask(path, settings.path);
  } catch (error) {
    const why = error instanceof Error ? displayLine(error.message, 300) : 'unknown';
    return unusable(null, `${path} does not answer to --version and exec --help: ${why}; mend: ${install}`);
  }
  const [versionLine = '', help = ''] = said;
  const version = /^codex(?:-cli)? (\d+\.\d+\.\d+)\b/.exec(versionLine.trim())?.[1] ?? null;
  const outdated = versionProblem(path, version, help);
  if (outdated !== null) return { ...unusable(version, outdated), cause: 'agent-config' };
  const login = loginProblem(settings);
  if (login !== null) return { ...unusable(version, login), cause: 'agent-auth' };
  return { usable: true, version, problem: null };
}

export function findCodex({ codex = {}, path }: AgentSettings): string | null {
  return findProgram(codex.path ?? 'codex', path);
}

/** In an empty home: the person's own settings and login are no business of a question for the version. */
async function ask(path: string, searchPath: string): Promise<readonly string[]> {
  const home = mkdtempSync(join(tmpdir(), 'pawl-codex-'));
  try {
    const env = { PATH: searchPath, HOME: home, CODEX_HOME: home };
    const options = { env, timeout: patienceMs, killSignal: 'SIGKILL' } as const;
    const answers: string[] = [];
    // One after the other: the second is quick when the first has brought the file into memory.
    for (const question of [['--version'], ['exec', '--help']]) {
      const { stdout } = await run(path, question, options);
      answers.push(stdout);
    }
    return answers;
  } finally {
    rmSync(home, { recursive: true, force: true, maxRetries: 5 });
  }
}

function unusable(version: string | null, problem: string): AgentProbe {
  return { usable: false, version, problem };
}

function notFound({ codex = {} }: AgentSettings): string {
  const example = '{"codex": {"path": "/usr/local/bin/codex"}}';
  return codex.path === undefined
    ? `codex is not on the PATH of this worker; mend: ${install}, or name it in config.json: ${example}`
    : `config.json names ${codex.path} as codex, but no program is there; expected an absolute path, for example ${example}`;
}

function versionProblem(path: string, version: string | null, help: string): string | null {
  if (version === null) {
    return `${path} does not say its version; expected what codex answers to --version, such as "codex-cli ${oldest}"`;
  }
  if (isOlder(version, oldest)) {
    return `codex ${version} (${path}) is too old; expected ${oldest} or newer; mend: ${install}`;
  }
  const flags = new Set(help.match(/--[a-z][a-z-]+/g) ?? []);
  const missing = neededFlags.filter((flag) => !flags.has(flag));
  if (missing.length === 0) return null;
  return `codex ${version} (${path}) has no ${missing.join(', ')}, which Pawl needs; mend: npm install -g @openai/codex@${oldest}`;
}

const otherProvider =
  ', or name in config.json who else is asked and which variable holds the key for it: ' +
  '{"codex": {"provider": {"baseUrl": "https://models.example.org/v1", "keyVariable": "GATEWAY_KEY"}}}';

function loginProblem(settings: AgentSettings): string | null {
  if (providerOf(settings).keyVariable !== null) return null;
  const own = settings.codex?.provider?.keyVariable;
  const wanted = own ?? [...keyVariables].reverse().join(' or ');
  return (
    'codex has no key: its leaves have a home of their own and see no stored login, so that of `codex login` does not count; ' +
    `mend: set ${wanted} in the environment of the worker${own === undefined ? otherProvider : ''}`
  );
}

/** By numbers: 0.99.0 is older than 0.171.0. */
function isOlder(version: string, than: string): boolean {
  const [found, wanted] = [version.split('.').map(Number), than.split('.').map(Number)];
  for (const [index, number] of wanted.entries()) {
    const other = found[index] ?? 0;
    if (other !== number) return other < number;
  }
  return false;
}
