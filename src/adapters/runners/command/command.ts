import { mkdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as breathe } from 'node:timers/promises';
import type { TestReport } from '../../../domain/evidence/evidence.js';
import { parseTestResults } from '../../../domain/evidence/test-results.js';
import type { ProgramResult } from '../../../ports/program.js';
import type { TestRunner } from '../../../ports/test-runner.js';
import { createPlace, withShortPaths } from '../places.js';
import { readResultFiles, type ResultFiles } from '../junit/result-files.js';
import { readSuites, testOf } from '../junit/junit-cases.js';
import { createTestPlaces } from '../junit/test-places.js';
import { readXml } from '../junit/xml.js';
import { absentProgram, conflict, endOf, nothingSeen, reportOf, type Problem } from '../report.js';
import { testSources } from '../script-sources.js';
import { hasFailure, type SeenRun } from '../seen-run.js';
import type { SeenTest } from '../test-list.js';
import { isCommonTestFile } from './common-test-files.js';

const runner = 'command';

/**
 * Any program that runs tests: its results are JUnit XML files, or its exit code alone. It is never detected and
 * speaks for no command on its own; `results` names it. What a test of such a program writes into the tree, the result
 * file included, nobody can tell from what the program writes.
 */
export function createCommand(): TestRunner {
  const started = new Map<string, bigint>();
  return {
    name: runner,
    accepts: () => false,
    detect: () => Promise.resolve([]),
    isTestFile: isCommonTestFile,
    plan(command, resultFolder) {
      mkdirSync(resultFolder, { recursive: true });
      const mark = join(resultFolder, 'pawl-started');
      writeFileSync(mark, '');
      started.set(resultFolder, statSync(mark, { bigint: true }).ctimeNs);
      return { argv: command.argv, env: { CI: 'true', NO_COLOR: '1' }, readable: [] };
    },
    async read(command, resultFolder, root, result) {
      const startedNs = started.get(resultFolder);
      started.delete(resultFolder);
      const wish = parseTestResults(command.results ?? '');
      if (startedNs === undefined || wish.kind === 'refused') {
        const why = wish.kind === 'refused' ? wish.reason : 'the result belongs to no run of this worker';
        return reportOf(runner, result, nothingSeen, { kind: 'cannot-tell', text: why });
      }
      const [program = runner] = command.argv;
      if (wish.kind === 'exit-only') {
        return { ...reportOf(runner, result, nothingSeen, absentProgram(result, program)), exitOnly: true };
      }
      return fromJunit(program, await readResultFiles(root, wish.globs, startedNs), {
        root,
        result,
        startedNs,
        results: command.results ?? '',
      });
    },
  };
}

interface Around {
  readonly root: string;
  readonly result: ProgramResult;
  readonly startedNs: bigint;
  /** What the operator typed, `junit:reports`. */
  readonly results: string;
}

async function fromJunit(program: string, found: ResultFiles, around: Around): Promise<TestReport> {
  const { result, root } = around;
  const untold = (problem: Problem | null): TestReport => reportOf(runner, result, nothingSeen, problem);
  if (found.kind === 'refused') return untold(cannotTell(`the result files can't be used: ${found.why}`));
  if (found.kind === 'none') return untold(withoutFiles(program, found.old, around));
  const tests: SeenTest[] = [];
  const places = createTestPlaces(root);
  const place = createPlace(root, null);
  const surroundings = { places, place, source: testSources(place, isCommonTestFile) };
  for (const { path, text } of found.files) {
    const read = readXml(text);
    const suites = read.kind === 'element' ? readSuites(read.element) : null;
    if (suites === null) {
      const why = read.kind === 'refused' ? read.why : 'its first element is no testsuite';
      return untold(cannotTell(`${path} is no JUnit XML: ${why}`));
    }
    const wrong = suites.contradiction ?? staleness(suites.beganAtMs, around.startedNs);
    if (wrong !== null) return untold(cannotTell(`${path} can't be trusted: ${wrong}`));
    for (const one of suites.cases) tests.push(await testOf(one, surroundings));
    // Parsing takes long, and this worker has other things to say meanwhile.
    await breathe();
  }
  const seen: SeenRun = withShortPaths({ tests, fileFailures: [] }, root, null);
  const problem = result.end === 'exited' ? conflict(result, hasFailure(seen)) : absentProgram(result, program);
  return reportOf(runner, result, seen, problem);
}

function cannotTell(text: string): Problem {
  return { kind: 'cannot-tell', text };
}

function withoutFiles(program: string, old: readonly string[], { result, results }: Around): Problem | null {
  if (result.end !== 'exited' && result.end !== 'failed-to-start') return null;
  const absent = absentProgram(result, program);
  if (absent !== null) return absent;
  const [first] = old;
  const there = first === undefined ? '' : `; ${first} was there before the run and was not written by it`;
  return cannotTell(`the test command wrote no result file (${endOf(result)}); expected ${results}${there}`);
}

const dayMs = 86_400_000;

/** Tools write local times without their zone: a day off is another run. */
function staleness(beganAtMs: number | null, startedNs: bigint): string | null {
  const startedMs = Number(startedNs / 1_000_000n);
  if (beganAtMs === null || Math.abs(beganAtMs - startedMs) <= dayMs) return null;
  return `it is of ${new Date(beganAtMs).toISOString().slice(0, 16)}, not of this run`;
}
