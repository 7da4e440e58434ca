import { statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { TestReport } from '../../../domain/evidence/evidence.js';
import type { ProgramResult } from '../../../ports/program.js';
import type { TestCommand, TestRunner } from '../../../ports/test-runner.js';
import { fieldsOf, jsonLines, numberOf, textOf, type Fields } from '../fields.js';
import { expandScript } from '../package-script.js';
import { createPlace, withShortPaths } from '../places.js';
import { nothingSeen, reportOf } from '../report.js';
import { testSources } from '../script-sources.js';
import { createSeals, type SealedEvents } from '../sealed-file.js';
import { loadedPackages, narrowedNode, nodeParts, withReporter } from './node-command.js';
import { detectNodeTest } from './node-detect.js';
import { crashesOf, readNodeEvents } from './node-events.js';
import { isNodeTestFile, isScript } from './node-files.js';
import { problemWith, problemWithout } from './node-problems.js';
import { crashesFile, preloadFile, preloadSource } from './preload-source.js';
import { reporterFile, reporterSource } from './reporter-source.js';

const runner = 'node:test';
const mostCrashBytes = 8 * 1024 * 1024;

/** node:test on Node 20 and later, by a reporter and a preload of its own that are written into the result folder. */
export function createNodeTest(): TestRunner {
  const seals = createSeals();
  const accepts = (argv: readonly string[]): boolean => nodeParts(argv) !== null;
  return {
    name: runner,
    accepts,
    detect: detectNodeTest,
    expand: (argv, read) => expandScript(argv, read, accepts),
    isTestFile: isNodeTestFile,
    narrow(command, files) {
      const argv = narrowedNode(command.argv, files.filter(isScript));
      return argv === null ? null : { ...command, argv };
    },
    plan(command, resultFolder) {
      const parts = nodeParts(command.argv);
      if (parts === null)
        throw new Error(`"${command.argv.join(' ')}" is no command of node:test; expected node --test …`);
      seals.prepare(resultFolder, { [preloadFile]: preloadSource, [reporterFile]: reporterSource });
      const url = (name: string): string => pathToFileURL(join(resultFolder, name)).href;
      return {
        argv: withReporter(parts, url(preloadFile), url(reporterFile)),
        env: { CI: 'true', NO_COLOR: '1' },
        readable: [join(resultFolder, preloadFile), join(resultFolder, reporterFile)],
      };
    },
    async read(command, resultFolder, root, result) {
      const events = await seals.read(resultFolder);
      return judgeable({ command, events, crashes: await crashLines(resultFolder), root, result });
    },
  };
}

interface Found {
  readonly command: TestCommand;
  readonly events: SealedEvents;
  readonly crashes: readonly Fields[];
  readonly root: string;
  readonly result: ProgramResult;
}

function judgeable({ command, events, crashes, root, result }: Found): TestReport {
  if (events.kind === 'spoilt') {
    const text = `the result of ${runner} can't be trusted: ${events.why}`;
    return reportOf(runner, result, nothingSeen, { kind: 'cannot-tell', text });
  }
  const packages = loadedPackages(command.argv);
  if (events.kind === 'absent') {
    return reportOf(runner, result, nothingSeen, problemWithout(result, { crashes, packages }));
  }
  const records = events.records.map((record): Fields => fieldsOf(record) ?? {});
  const [start] = records;
  const cwd = textOf(start?.['cwd']);
  const place = createPlace(root, cwd);
  const known = crashesOf(crashes, numberOf(start?.['pid']));
  const seen = withShortPaths(
    readNodeEvents(records, known, { place, source: testSources(place, isNodeTestFile) }),
    root,
    cwd,
  );
  return reportOf(runner, result, seen, problemWith(result, { crashes, packages, seen, isComplete: events.complete }));
}

async function crashLines(folder: string): Promise<readonly Fields[]> {
  try {
    const path = join(folder, crashesFile);
    const facts = statSync(path);
    return facts.isFile() && facts.size <= mostCrashBytes ? jsonLines(await readFile(path, 'utf8')) : [];
  } catch {
    return [];
  }
}
