import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestReport } from '../../../domain/evidence/evidence.js';
import type { ProgramResult } from '../../../ports/program.js';
import type { TestRunner } from '../../../ports/test-runner.js';
import { createScriptRunner } from '../script-runner.js';
import { mochaProgram, narrowedMocha, onlyFiles, shownMocha, startedMocha } from './mocha-command.js';
import { detectMocha } from './mocha-detect.js';
import { readMochaEvents } from './mocha-events.js';
import { mochaTestFiles } from './mocha-settings.js';
import { onlyFile, reporterFile, reporterSource } from './reporter-source.js';

/** Mocha 8 and later. */
export function createMocha(): TestRunner {
  const traces = {
    ...{ runner: 'mocha', name: 'mocha', argv: ['npx', 'mocha'], settings: /^\.mocharc\./ },
    shown(argv: readonly string[]): readonly string[] | null {
      const program = mochaProgram(argv);
      return program === null ? null : shownMocha(program);
    },
  };
  const script = createScriptRunner({
    traces,
    reporter: { file: reporterFile, source: reporterSource },
    started(argv, reporter) {
      const program = mochaProgram(argv);
      return program === null ? null : startedMocha(program, reporter);
    },
    narrowed(argv, files) {
      const program = mochaProgram(argv);
      return program === null ? null : narrowedMocha(program, files);
    },
    settingsTestFiles: mochaTestFiles,
    read: readMochaEvents,
  });
  return {
    ...script,
    detect: (files, read) => detectMocha(traces, files, read),
    plan(command, resultFolder) {
      const plan = script.plan(command, resultFolder);
      const program = mochaProgram(command.argv);
      const only = program === null ? null : onlyFiles(program);
      if (only === null) return plan;
      const file = join(resultFolder, onlyFile);
      writeFileSync(file, JSON.stringify(only));
      return { ...plan, readable: [...plan.readable, file] };
    },
    async read(command, resultFolder, root, result) {
      return withoutFiles(await script.read(command, resultFolder, root, result), result);
    },
  };
}

/** Mocha fails when it finds no test file at all: a repository without tests (R10d). */
function withoutFiles(report: TestReport, result: ProgramResult): TestReport {
  const isEmpty = report.tests.length === 0 && report.fileFailures.length === 0;
  if (!isEmpty || report.problemKind !== 'framework' || result.exitCode !== 1) return report;
  if (!result.err.tail.includes('Error: No test files found')) return report;
  const { problemKind: _kind, ...rest } = report;
  return { ...rest, problem: null };
}
