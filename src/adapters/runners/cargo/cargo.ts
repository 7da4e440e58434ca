import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestReport } from '../../../domain/evidence/evidence.js';
import { displayLine } from '../../../domain/sanitise.js';
import type { ProgramResult } from '../../../ports/program.js';
import type { TestCommand, TestRunner } from '../../../ports/test-runner.js';
import { textOf } from '../fields.js';
import { createPlace, withShortPaths } from '../places.js';
import { absentProgram, conflict, endOf, reportOf, type Problem } from '../report.js';
import { hasFailure } from '../seen-run.js';
import { createStreams, earlyEnd, type ToolStream } from '../stream/stream.js';
import { cargoTest, narrowedCargo, startedCargo } from './cargo-command.js';
import { readCargoEvents, type CargoRun } from './cargo-events.js';
import { readCargoRun, type CargoSeen } from './cargo-read.js';
import { runnerFile, runnerSource, rustdocFile, rustdocSource } from './runner-source.js';
import { readRustTree } from './rust-tree.js';

const runner = 'cargo test';

/** `cargo test` of Rust 1.63 and later: cargo's own JSON for the build, libtest's for the tests. */
export function createCargo(): TestRunner {
  const streams = createStreams();
  return {
    name: runner,
    accepts: (argv) => cargoTest(argv) !== null,
    detect: detectCargo,
    isTestFile: isRustTestFile,
    narrow(command, files) {
      const test = cargoTest(command.argv);
      const argv = test === null ? null : narrowedCargo(test, files);
      return argv === null ? null : { ...command, argv };
    },
    plan(command, resultFolder) {
      const test = cargoTest(command.argv);
      if (test === null) {
        throw new Error(`"${command.argv.join(' ')}" is no command of ${runner}; expected cargo test …`);
      }
      const [script, rustdoc] = [join(resultFolder, runnerFile), join(resultFolder, rustdocFile)];
      const words = startedCargo(test, [process.execPath, script]);
      const env = { RUSTDOC: rustdoc, CARGO_NET_OFFLINE: 'true', CARGO_INCREMENTAL: '0', RUST_BACKTRACE: '0' };
      const plan = streams.plan(test.parts, words, resultFolder, { ...env, CARGO_TERM_COLOR: 'never' });
      writeFileSync(script, runnerSource);
      writeFileSync(rustdoc, rustdocSource(process.execPath, script));
      chmodSync(rustdoc, 0o755);
      return { ...plan, readable: [...plan.readable, script, rustdoc] };
    },
    async read(_command, resultFolder, root, result) {
      const read = await streams.read(runner, 'cargo', resultFolder, result);
      return read.kind === 'report' ? read.report : judgeable(read.stream, root, result);
    },
  };
}

async function judgeable(stream: ToolStream, root: string, result: ProgramResult): Promise<TestReport> {
  const place = createPlace(root, stream.cwd);
  const run = readCargoEvents(stream.out);
  const seen = await readCargoRun(run, await readRustTree(root, place, run.libraries), place);
  const report = reportOf(
    runner,
    result,
    withShortPaths(seen, root, stream.cwd),
    problemWith(stream, run, seen, result),
  );
  return seen.unbuilt.length === 0 ? report : { ...report, unbuilt: seen.unbuilt };
}

function problemWith(stream: ToolStream, run: CargoRun, seen: CargoSeen, result: ProgramResult): Problem | null {
  if (result.end !== 'exited') return absentProgram(result, 'cargo');
  const absent = absentProgram(result, 'cargo') ?? earlyEnd(runner, stream, result) ?? absentTool(stream, run);
  if (absent !== null) return absent;
  if (seen.contradiction !== null) {
    return { kind: 'cannot-tell', text: `the result of ${runner} can't be trusted: ${seen.contradiction}` };
  }
  if (result.exitCode !== 0 && !hasFailure(seen) && run.programs.length === 0) {
    return { kind: 'framework', text: `cargo test could not begin: ${words(stream, result)}` };
  }
  return conflict(result, hasFailure(seen));
}

/** A compiler, a linker or a toolchain that this machine lacks (R10b). */
function absentTool({ err }: ToolStream, { errors }: CargoRun): Problem | null {
  const told = errors.map(({ message }) => `error: ${textOf(message['message']) ?? ''}`);
  const line = [...err, ...told].find((one) =>
    /^error: (?:no such command|toolchain '.*' is not installed|.*requires rustc |package .* cannot be built because it requires rustc|linker `[^`]+` not found|could not execute process `rustc|the 'cargo' binary.*not (?:installed|applicable))/.test(
      one,
    ),
  );
  return line === undefined ? null : { kind: 'runner-missing', text: displayLine(line, 300) };
}

function words({ err }: ToolStream, result: ProgramResult): string {
  const at = err.findIndex((line) => line.startsWith('error'));
  return at === -1 ? endOf(result) : displayLine(err.slice(at, at + 12).join(' '), 400);
}

/** Files for tests alone. Modules of tests inside of sources are told apart by their place in the file, not here. */
function isRustTestFile(path: string): boolean {
  return /(?:^|\/)(?:tests|benches)\//.test(path) || /(?:^|\/)[\w-]+\.snap(?:\.new)?$/.test(path);
}

/** Where Cargo.toml lies at the top: every such package has a test command, and what it finds is for it to say. */
async function detectCargo(
  files: readonly string[],
  read: (path: string) => Promise<string | null>,
): Promise<readonly TestCommand[]> {
  if (!files.includes('Cargo.toml')) return [];
  const others = /^(?:package\.json|pyproject\.toml|setup\.py|setup\.cfg|go\.mod|pom\.xml|build\.gradle(?:\.kts)?)$/;
  const isFor = !files.some((path) => others.test(path)) || (await hasRustTests(files, read));
  if (!isFor) return [];
  const isWorkspace = /^\s*\[workspace\]/m.test((await read('Cargo.toml')) ?? '');
  const argv = ['cargo', 'test', ...(isWorkspace ? ['--workspace'] : [])];
  return [{ runner, argv, source: 'detected' }];
}

const mostRead = 60;

async function hasRustTests(
  files: readonly string[],
  read: (path: string) => Promise<string | null>,
): Promise<boolean> {
  const own = files.filter((path) => path.endsWith('.rs'));
  if (own.some((path) => /(?:^|\/)tests\//.test(path))) return true;
  for (const path of own.slice(0, mostRead)) if (/^\s*#\[(?:\w+::)?test\]/m.test((await read(path)) ?? '')) return true;
  return false;
}
