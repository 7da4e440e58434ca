import { join } from 'node:path';
import type { TestReport } from '../../../domain/evidence/evidence.js';
import type { ProgramResult } from '../../../ports/program.js';
import type { TestRunner } from '../../../ports/test-runner.js';
import { fieldsOf, textOf, type Fields } from '../fields.js';
import { expandScript } from '../package-script.js';
import { createPlace, withShortPaths } from '../places.js';
import { nothingSeen, reportOf } from '../report.js';
import { createSeals, type SealedEvents } from '../sealed-file.js';
import { pluginName, pluginSource } from './plugin-source.js';
import { narrowedPytest, pytestParts, withPlugin } from './pytest-command.js';
import { detectPytest } from './pytest-detect.js';
import { readPytestEvents } from './pytest-events.js';
import { isModule, isPytestFile } from './pytest-files.js';
import { problemWith, problemWithout } from './pytest-problems.js';

const runner = 'pytest';

/** pytest 6.2 and later, by a plugin of its own that is written into the result folder. */
export function createPytest(): TestRunner {
  const seals = createSeals();
  const accepts = (argv: readonly string[]): boolean => pytestParts(argv) !== null;
  return {
    name: runner,
    accepts,
    detect: detectPytest,
    expand: (argv, read) => expandScript(argv, read, accepts),
    isTestFile: isPytestFile,
    narrow(command, files) {
      const argv = narrowedPytest(command.argv, files.filter(isModule));
      return argv === null ? null : { ...command, argv };
    },
    plan(command, resultFolder) {
      const parts = pytestParts(command.argv);
      if (parts === null) throw new Error(`"${command.argv.join(' ')}" is no command of pytest; expected pytest …`);
      const file = `${pluginName}.py`;
      seals.prepare(resultFolder, { [file]: pluginSource });
      return {
        argv: withPlugin(parts, pluginName, resultFolder),
        env: { CI: 'true', NO_COLOR: '1', PYTHONDONTWRITEBYTECODE: '1' },
        readable: [join(resultFolder, file)],
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
  if (events.kind === 'absent') return reportOf(runner, result, nothingSeen, problemWithout(result));
  const records = events.records.map((record): Fields => fieldsOf(record) ?? {});
  const rootdir = textOf(records[0]?.['rootdir']);
  const seen = withShortPaths(readPytestEvents(records, createPlace(root, rootdir)), root, rootdir);
  return reportOf(runner, result, seen, problemWith(events.complete, records, seen, result));
}
