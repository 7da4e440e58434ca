import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createRunners } from '../adapters/runners/runners.js';
import { detectCommands, knownCommand } from '../activities/choose-tests.js';
import { commandLine } from '../domain/evidence/test-command.js';

/** What hides many files and holds no test of the repository's own. */
const passedBy = ['.git', 'node_modules', '.venv', 'venv', 'target', 'dist', 'build', '.tox', '__pycache__'];
const mostFiles = 20_000;

export interface TestCommands {
  /** Names of the runners whose results are read. */
  readonly known: readonly string[];
  /** Commands as people type them. */
  readonly found: readonly string[];
}

/** Test commands that the runners see in a work tree, as preflight would see them at its commit. */
export async function detectTestCommands(folder: string): Promise<TestCommands> {
  const runners = createRunners();
  const files = await filesBelow(folder);
  const read = (path: string): Promise<string | null> => readFile(join(folder, path), 'utf8').catch(() => null);
  const found = await detectCommands({ runners }, files, read, '');
  const known = runners.map((runner) => runner.name).filter((name) => name !== 'command');
  return { known, found: found.map(commandLine) };
}

/** Whether a runner speaks for a command of pawl.json; null when no shell could read it. */
export async function speaksFor(folder: string, line: string): Promise<boolean | null> {
  const read = (path: string): Promise<string | null> => readFile(join(folder, path), 'utf8').catch(() => null);
  const found = await knownCommand({ runners: createRunners() }, line, read);
  return typeof found === 'string' ? null : found !== null;
}

/** Paths from the folder down, sorted; a bounded walk that follows no links. */
async function filesBelow(folder: string): Promise<readonly string[]> {
  const files: string[] = [];
  const folders = [''];
  for (let at = folders.pop(); at !== undefined && files.length < mostFiles; at = folders.pop()) {
    const entries = await readdir(join(folder, at), { withFileTypes: true }).catch(() => []);
    for (const entry of entries) {
      const path = at === '' ? entry.name : `${at}/${entry.name}`;
      if (entry.isDirectory() && !passedBy.includes(entry.name)) folders.push(path);
      if (entry.isFile()) files.push(path);
    }
  }
  return files.sort();
}
