import type { TestCommand } from '../../../ports/test-runner.js';
import { foundBefore } from '../found-before.js';
import { testScript, type ReadFile } from '../package-script.js';
import { unittestCommand } from './unittest-command.js';

/** Reading more files would not make it surer. */
const mostFilesRead = 20;
const runner = 'unittest';

/**
 * `python3 -m unittest`, where files that it would find import unittest and nothing tells of another runner. Files
 * named as pytest names them are pytest's, which runs tests of unittest as well (R16).
 */
export async function detectUnittest(files: readonly string[], read: ReadFile): Promise<readonly TestCommand[]> {
  const script = await testScript(read);
  if (script.kind === 'command' && unittestCommand(script.argv) !== null) {
    return [{ runner, argv: script.argv, source: 'detected' }];
  }
  if (script.kind === 'command' || (await foundBefore(files, read))) return [];
  const there = new Set(files);
  for (const path of files.filter((one) => /(?:^|\/)test[^/]*\.py$/.test(one)).slice(0, mostFilesRead)) {
    const text = await read(path);
    if (text !== null && /^[ \t]{0,99}(?:import|from)[ \t]{1,99}unittest\b/m.test(text)) {
      const argv = ['python3', '-m', 'unittest', ...startFolder(path, there)];
      return [{ runner, argv, source: 'detected' }];
    }
  }
  return [];
}

/** Discovery goes into packages alone: a folder without `__init__.py` has to be named. */
function startFolder(path: string, files: ReadonlySet<string>): readonly string[] {
  const folders = path.split('/').slice(0, -1);
  const paths = folders.map((_, at) => folders.slice(0, at + 1).join('/'));
  const loose = paths.findLast((folder) => !files.has(`${folder}/__init__.py`));
  return loose === undefined ? [] : ['discover', '-s', loose];
}
