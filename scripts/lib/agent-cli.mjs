import { existsSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { capture } from './child.mjs';
import { withLock } from './lock.mjs';
import { say, step } from './say.mjs';

/**
 * The agent CLIs whose flags, keys and endings the tests hold, at exactly these versions: npm alone would take an older
 * claude for an older Node.
 * @typedef {{ readonly package: string, readonly version: string, readonly size: string, readonly versionFirst: boolean }} Cli
 * @type {Readonly<Record<'claude' | 'codex' | 'gemini' | 'opencode' | 'srt', Cli>>}
 */
const clis = {
  claude: { package: '@anthropic-ai/claude-code', version: '2.1.332', size: '240 MB', versionFirst: true },
  codex: { package: '@openai/codex', version: '0.171.0', size: '420 MB', versionFirst: false },
  gemini: { package: '@google/gemini-cli', version: '0.61.0', size: '100 MB', versionFirst: false },
  opencode: { package: 'opencode-ai', version: '1.18.33', size: '180 MB', versionFirst: false },
  // No agent: the optional jail. Newer ones ask for a newer Node than Pawl does.
  srt: { package: '@anthropic-ai/sandbox-runtime', version: '0.0.78', size: '10 MB', versionFirst: true },
};

/** @typedef {keyof typeof clis} CliName */

export const cliNames = /** @type {readonly CliName[]} */ (Object.keys(clis));

/** @param {CliName} name */
export function versionOf(name) {
  return clis[name].version;
}

/**
 * The CLI in a folder of its own below the system's temporary folder, installed once; null where it can't be.
 * @param {CliName} name
 * @returns {Promise<string | null>} path of the program
 */
export async function agentCli(name) {
  const cli = clis[name];
  const machine = `${process.platform}-${process.arch}-${process.getuid?.() ?? 0}`;
  const place = join(tmpdir(), `pawl-tests-${name}-${cli.version}-${machine}`);
  const program = (/** @type {string} */ folder) => join(folder, 'node_modules', '.bin', name);
  if (existsSync(place)) return program(place);
  return withLock(`${place}.lock`, `installs the ${name} CLI`, async () => {
    if (existsSync(place)) return program(place);
    const fresh = `${place}.new`;
    rmSync(fresh, { recursive: true, force: true });
    const what = `installing ${cli.package}@${cli.version} (about ${cli.size})`;
    const problem = await step(what, () => install(cli, fresh, program(fresh)));
    if (problem !== null) {
      say(`${name} can't be installed here: ${problem}`);
      rmSync(fresh, { recursive: true, force: true });
      return null;
    }
    // Whole or not at all, so that a killed installer leaves nothing that looks finished.
    renameSync(fresh, place);
    return program(place);
  });
}

/**
 * @param {Cli} cli
 * @param {string} folder
 * @param {string} program
 * @returns {Promise<string | null>} what went wrong
 */
async function install(cli, folder, program) {
  const flags = ['--no-audit', '--no-fund', '--no-save', '--loglevel=error', '--prefix', folder];
  const npm = await capture('npm', ['install', ...flags, `${cli.package}@${cli.version}`], { cwd: tmpdir() });
  if (npm.code !== 0) return npm.missing ? 'npm is missing' : npm.output.split('\n').slice(-5).join('\n');
  // What lies in bin may be a placeholder: install scripts switched off, or the native part left out.
  const { code, output } = await capture(program, ['--version']);
  const runs = code === 0 && (cli.versionFirst ? output.startsWith(cli.version) : output.includes(cli.version));
  return runs ? null : `it does not run: ${output.slice(0, 300)}`;
}
