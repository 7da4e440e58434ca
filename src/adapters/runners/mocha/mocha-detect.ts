import type { TestCommand } from '../../../ports/test-runner.js';
import { detectProgram, type ProgramTraces } from '../detect-program.js';
import { foundBefore } from '../found-before.js';
import { fieldsOf } from '../fields.js';
import { testScript, type ReadFile } from '../package-script.js';
import { isScriptTestFile } from '../script-files.js';

const settings = /^\.mocharc\.(?:[cm]?js|jsonc?|ya?ml)$/;

/**
 * The test script when it starts mocha. Without a script, or with a stub (R16), mocha's own settings; as a dependency
 * alone it may be there for something else, so that tests and the lack of any other runner are asked for as well.
 */
export async function detectMocha(
  traces: Omit<ProgramTraces, 'settings'>,
  files: readonly string[],
  read: ReadFile,
): Promise<readonly TestCommand[]> {
  const found = await detectProgram({ ...traces, settings }, files, read);
  const script = await testScript(read);
  if (found.length === 0 || script.kind === 'command') return found;
  if (files.some((path) => settings.test(path)) || (await hasSection(read))) return found;
  const isAlone = files.some(isScriptTestFile) && !(await foundBefore(files, read));
  return isAlone ? found : [];
}

async function hasSection(read: ReadFile): Promise<boolean> {
  try {
    return fieldsOf(fieldsOf(JSON.parse((await read('package.json')) ?? '{}'))?.['mocha']) !== null;
  } catch {
    return false;
  }
}
