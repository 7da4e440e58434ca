import { posix } from 'node:path';
import type { FileFailure, SeenRun } from '../seen-run.js';
import { failureOf, type SeenTest } from '../test-list.js';
import { endedEarly, type CargoRun, type RustTestSeen, type TestProgram } from './cargo-events.js';
import { failuresOfRust } from './rust-build.js';
import { failureOfRust, type SourceAt } from './rust-error.js';
import type { RustTree } from './rust-tree.js';

export interface CargoSeen extends SeenRun {
  readonly unbuilt: readonly string[];
  readonly contradiction: string | null;
}

export async function readCargoRun(run: CargoRun, tree: RustTree, place: (path: string) => string): Promise<CargoSeen> {
  const fileFailures = [...(await failuresOfRust(run.errors, tree, place))];
  const sourceAt: SourceAt = async (file, line, column) => {
    const text = (await tree.text(tree.locate(file))).split('\n')[line - 1];
    return text === undefined ? null : [...text].slice(column - 1).join('');
  };
  const tests: SeenTest[] = [];
  for (const one of run.programs) {
    const source = run.targets.get(one.program)?.source;
    const rootFile = source === undefined ? null : place(source);
    const fileOf = (test: RustTestSeen): string => fileOfTest(one, rootFile, test.name, tree);
    for (const test of one.tests) {
      const failure = test.state === 'failed' ? await failureOfRust(test, sourceAt) : null;
      // Lines of documentation move with every change above them: the item's name is what stays.
      const name = one.isDoc ? test.name.replace(/ \(line \d+\)/, '') : test.name;
      tests.push({ file: fileOf(test), names: [name], state: test.state, durationMs: test.seconds * 1_000, failure });
    }
    if (!one.harness) tests.push(wholeProgram(one, rootFile));
    fileFailures.push(...deathOf(one, rootFile ?? one.program));
  }
  // Nothing runs unless everything builds.
  const unbuilt = run.errors.length > 0 && run.programs.length === 0 ? ['./'] : [];
  return { tests, fileFailures, unbuilt, contradiction: contradictionIn(run) };
}

function fileOfTest(one: TestProgram, rootFile: string | null, name: string, tree: RustTree): string {
  // rustdoc's names begin with the file: `src/lib.rs - cart::total (line 3)`.
  if (one.isDoc) return tree.locate(name.split(' - ')[0] ?? name);
  return rootFile === null ? 'unknown file' : tree.moduleAt(rootFile, name.split('::').slice(0, -1)).file;
}

/** A target with a harness of its own is one test. */
function wholeProgram({ end, printed }: TestProgram, rootFile: string | null): SeenTest {
  const file = rootFile ?? 'unknown file';
  const ok = end?.code === 0;
  const failure = ok ? null : failureOf('error', printed.slice(-20).join('\n') || 'the test program failed');
  return { file, names: [posix.basename(file, '.rs')], state: ok ? 'passed' : 'failed', durationMs: 0, failure };
}

/** A program that died without telling of a failure: by a signal, an abort, a stack that overflowed. */
function deathOf(one: TestProgram, file: string): readonly FileFailure[] {
  const { end, open, harness, tests } = one;
  const failed = tests.some(({ state }) => state === 'failed');
  if (!harness || end === null || (end.code === 0 && end.signal === null) || (failed && open.length === 0)) return [];
  const how = end.signal === null ? `exit code ${end.code ?? 'unknown'}` : `signal ${end.signal}`;
  const during = open.length === 0 ? '' : ` while these ran: ${open.slice(0, 5).join(', ')}`;
  return [{ file, failure: failureOf('error', `the test program ended by ${how}${during}`) }];
}

function contradictionIn({ programs }: CargoRun): string | null {
  for (const { contradiction, end, program } of programs) {
    const name = program.split('/').at(-1) ?? program;
    if (end === null) return `${name} began and did not end`;
    // A program that died is told as a failure.
    const died = contradiction === endedEarly && end.code !== 0;
    if (contradiction !== null && !died) return `${name}: ${contradiction}`;
  }
  return null;
}
