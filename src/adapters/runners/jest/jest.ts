import type { TestRunner } from '../../../ports/test-runner.js';
import { createScriptRunner } from '../script-runner.js';
import { jestProgram, narrowedJest, shownJest, startedJest } from './jest-command.js';
import { readJestEvents } from './jest-events.js';
import { jestTestFiles } from './jest-settings.js';
import { reporterFile, reporterSource } from './reporter-source.js';

/** Jest 28 and later. */
export function createJest(): TestRunner {
  return createScriptRunner({
    traces: {
      ...{ runner: 'jest', name: 'jest', argv: ['npx', 'jest'] },
      settings: /^jest\.config\.(?:[cm]?[jt]s|json)$/,
      shown(argv) {
        const program = jestProgram(argv);
        return program === null ? null : shownJest(program);
      },
    },
    reporter: { file: reporterFile, source: reporterSource },
    started(argv, reporter, folder) {
      const program = jestProgram(argv);
      return program === null ? null : startedJest(program, reporter, folder);
    },
    narrowed(argv, files) {
      const program = jestProgram(argv);
      return program === null ? null : narrowedJest(program, files);
    },
    settingsTestFiles: jestTestFiles,
    read: readJestEvents,
  });
}
