import { join } from 'node:path';
import type { TestReport } from '../../../domain/evidence/evidence.js';
import type { ProgramResult } from '../../../ports/program.js';
import type { TestRunner } from '../../../ports/test-runner.js';
import { fieldsOf, textOf, type Fields } from '../fields.js';
import { expandScript } from '../package-script.js';
import { isModule } from '../pytest/pytest-files.js';
import { createPlace, withShortPaths } from '../places.js';
import { nothingSeen, reportOf } from '../report.js';
import { createSeals, type SealedEvents } from '../sealed-file.js';
import { runnerFile, runnerSource } from './runner-source.js';
import { narrowedUnittest, startedUnittest, unittestCommand } from './unittest-command.js';
import { detectUnittest } from './unittest-detect.js';
import { readUnittestEvents } from './unittest-events.js';
import { isUnittestFile } from './unittest-files.js';
import { problemWith, problemWithout } from './unittest-problems.js';

const runner = 'unittest';

/** Python's own unittest, from Python 3.8 on, by a program that is written into the result folder. */
export function createUnittest(): TestRunner {
  const seals = createSeals();
  const accepts = (argv: readonly string[]): boolean => unittestCommand(argv) !== null;
  return {
    name: runner,
    accepts,
    detect: detectUnittest,
    expand: (argv, read) => expandScript(argv, read, accepts),
    isTestFile: isUnittestFile,
    narrow(command, files) {
      const parsed = unittestCommand(command.argv);
      const argv = parsed === null ? null : narrowedUnittest(parsed, files.filter(isModule));
      return argv === null ? null : { ...command, argv };
    },
    plan(command, resultFolder) {
      const parsed = unittestCommand(command.argv);
      if (parsed === null) {
        throw new Error(`"${command.argv.join(' ')}" is no command of unittest; expected python3 -m unittest …`);
      }
      seals.prepare(resultFolder, { [runnerFile]: runnerSource });
      const program = join(resultFolder, runnerFile);
      return {
        argv: startedUnittest(parsed, program),
        env: { CI: 'true', NO_COLOR: '1', PYTHONDONTWRITEBYTECODE: '1' },
        readable: [program],
      };
    },
    async read(_command, resultFolder, root, result) {
      return judgeable(await seals.read(resultFolder), root, result);
    },
  };
}

function judgeable(events: SealedEvents, root: string, result: ProgramResult): TestReport {
  if (events.kind === 'spoilt') {
    const text = `the result of ${runner} can't be trusted: ${events.why}`;
    return reportOf(runner, result, nothingSeen, { kind: 'cannot-tell', text });
  }
  if (events.kind === 'absent' || events.records.length === 0) {
    return reportOf(runner, result, nothingSeen, problemWithout(result));
  }
  const records = events.records.map((record): Fields => fieldsOf(record) ?? {});
  const cwd = textOf(records[0]?.['cwd']);
  const seen = withShortPaths(readUnittestEvents(records, createPlace(root, cwd)), root, cwd);
  return reportOf(runner, result, seen, problemWith(events.complete, records, seen, result));
}
