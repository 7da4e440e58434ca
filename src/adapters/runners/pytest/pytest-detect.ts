import type { TestCommand } from '../../../ports/test-runner.js';
import { testScript, type ReadFile } from '../package-script.js';
import { pytestParts } from './pytest-command.js';
import { isPythonTest } from './pytest-files.js';

/** The settings files that pytest reads, with the section that makes them its own. */
const settings: readonly (readonly [string, RegExp])[] = [
  ['pytest.ini', /^/],
  ['.pytest.ini', /^/],
  ['pyproject.toml', /^[ \t]{0,99}\[ {0,9}tool {0,9}\. {0,9}"?pytest"? {0,9}(?:\. {0,9}"?ini_options"? {0,9})?\]/m],
  ['tox.ini', /^\[pytest\]/m],
  ['setup.cfg', /^\[tool:pytest\]/m],
];

/** `python3 -m pytest`, when pytest has settings here or there are tests of its naming. */
export async function detectPytest(files: readonly string[], read: ReadFile): Promise<readonly TestCommand[]> {
  // A script that starts pytest with options of its own knows better than a guess.
  const script = await testScript(read);
  if (script.kind === 'command' && pytestParts(script.argv) !== null) {
    return [{ runner: 'pytest', argv: script.argv, source: 'detected' }];
  }
  const isThere = files.some((path) => isPythonTest(path.split('/').at(-1) ?? '')) || (await hasSettings(files, read));
  return isThere ? [{ runner: 'pytest', argv: ['python3', '-m', 'pytest'], source: 'detected' }] : [];
}

async function hasSettings(files: readonly string[], read: ReadFile): Promise<boolean> {
  const there = new Set(files);
  for (const [path, section] of settings) {
    if (!there.has(path)) continue;
    const text = await read(path);
    if (text !== null && section.test(text)) return true;
  }
  return false;
}
