import type { TestCommand } from '../../../ports/test-runner.js';
import { foundBefore } from '../found-before.js';
import { testScript, type ReadFile } from '../package-script.js';
import { batsProgram } from './bats-command.js';

const runner = 'bats';

/** `bats` on the folder of its files. Beside tests of another runner they are a part of the suite at most, and a person names the command. */
export async function detectBats(files: readonly string[], read: ReadFile): Promise<readonly TestCommand[]> {
  const script = await testScript(read);
  if (script.kind === 'command') {
    return batsProgram(script.argv) === null ? [] : [{ runner, argv: script.argv, source: 'detected' }];
  }
  const own = files.filter((path) => path.endsWith('.bats') && !/(?:^|\/)(?:node_modules|vendor)\//.test(path));
  const [first, ...others] = [...new Set(own.map(folderOf))];
  if (first === undefined || (await foundBefore(files, read))) return [];
  const argv = others.length === 0 ? ['bats', first] : ['bats', '-r', common([first, ...others])];
  return [{ runner, argv, source: 'detected' }];
}

function folderOf(path: string): string {
  const at = path.lastIndexOf('/');
  return at === -1 ? '.' : path.slice(0, at);
}

/** The folder around all of these. */
function common(folders: readonly string[]): string {
  const [first = '', ...others] = folders.map((folder) => folder.split('/'));
  const parts = [...first].filter((part, at) => others.every((other) => other[at] === part));
  return parts.length === 0 || !others.every((other) => other.slice(0, parts.length).join() === parts.join())
    ? '.'
    : parts.join('/');
}
