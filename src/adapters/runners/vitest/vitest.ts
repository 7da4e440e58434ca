import type { TestRunner } from '../../../ports/test-runner.js';
import { createScriptRunner } from '../script-runner.js';
import { reporterFile, reporterSource } from './reporter-source.js';
import { narrowedVitest, shownVitest, startedVitest, vitestProgram } from './vitest-command.js';
import { readVitestEvents } from './vitest-events.js';

/** Vitest 3 and later. */
export function createVitest(): TestRunner {
  return createScriptRunner({
    traces: {
      ...{ runner: 'vitest', name: 'vitest', argv: ['npx', 'vitest', 'run'] },
      settings: /^vitest\.(?:config|workspace|projects)\.(?:[cm]?[jt]s|json)$/,
      shown(argv) {
        const program = vitestProgram(argv);
        return program === null ? null : shownVitest(program);
      },
    },
    reporter: { file: reporterFile, source: reporterSource },
    started(argv, reporter) {
      const program = vitestProgram(argv);
      return program === null ? null : startedVitest(program, reporter);
    },
    narrowed(argv, files) {
      const program = vitestProgram(argv);
      return program === null ? null : narrowedVitest(program, files);
    },
    read: readVitestEvents,
  });
}
