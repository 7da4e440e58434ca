import { withTestGlobs } from '../domain/files/path-globs.js';
import { pathIn } from '../domain/evidence/projects.js';
import type { TestCommand, TestRunner } from '../ports/test-runner.js';
import type { Run } from './run-facts.js';

/** What a test file is comes from the runner, and from pawl.json's own patterns (design 4). */
export function isTestFile(run: Run, path: string): boolean {
  const { folder = '' } = run.facts.testCommand;
  // The runner knows the paths of its own project only; what lies outside of it is none of its tests.
  const isTest = (one: string): boolean => {
    const own = pathIn(folder, one);
    return own !== null && run.runner.isTestFile(own);
  };
  return withTestGlobs(isTest, run.facts.extraTestFiles)(path);
}

/** What the runner's own settings name besides, for the facts of the run. */
export async function settingsTestFiles(
  runners: readonly TestRunner[],
  command: TestCommand,
  read: (path: string) => Promise<string | null>,
): Promise<readonly string[]> {
  const runner = runners.find((one) => one.name === command.runner);
  const { folder = '' } = command;
  const globs = await runner?.settingsTestFiles?.((path) => read(folder === '' ? path : `${folder}/${path}`));
  return (globs ?? []).map((glob) => (folder === '' ? glob : `${folder}/${glob}`));
}
