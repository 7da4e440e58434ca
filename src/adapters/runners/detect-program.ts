import { fieldsOf } from './fields.js';
import type { TestCommand } from '../../ports/test-runner.js';
import { testScript, type ReadFile } from './package-script.js';

/** What tells that a repository uses a runner of node_modules although no script names it. */
export interface ProgramTraces {
  readonly runner: string;
  /** Name of its package, and of its own section in package.json. */
  readonly name: string;
  readonly settings: RegExp;
  /** What it is started as then. */
  readonly argv: readonly string[];
  /** A script's command as people may start it; null when it is for another runner. */
  readonly shown: (argv: readonly string[]) => readonly string[] | null;
}

/**
 * The test script when it names the runner; without a script, or with a stub (R16), the runner itself when it is among
 * the dependencies or has settings. A script for another runner is that runner's.
 */
export async function detectProgram(
  traces: ProgramTraces,
  files: readonly string[],
  read: ReadFile,
): Promise<readonly TestCommand[]> {
  const found = (argv: readonly string[]): TestCommand => ({ runner: traces.runner, argv, source: 'detected' });
  const script = await testScript(read);
  if (script.kind === 'command') {
    const argv = traces.shown(script.argv);
    return argv === null ? [] : [found(argv)];
  }
  const isThere = files.some((path) => traces.settings.test(path)) || (await isNamed(traces.name, read));
  return isThere ? [found(traces.argv)] : [];
}

async function isNamed(name: string, read: ReadFile): Promise<boolean> {
  const manifest = parsed((await read('package.json')) ?? '{}');
  const sections = ['dependencies', 'devDependencies'].map((section) => fieldsOf(manifest?.[section]));
  return [manifest, ...sections].some((section) => section !== null && Object.hasOwn(section, name));
}

function parsed(text: string): ReturnType<typeof fieldsOf> {
  try {
    return fieldsOf(JSON.parse(text.replace(/^\ufeff/, '')));
  } catch {
    return null;
  }
}
