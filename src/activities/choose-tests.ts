import { causeFailure } from '../contract/failures.js';
import { filesIn, namedFolder, projectFolders } from '../domain/evidence/projects.js';
import { commandLine, parseTestCommand, splitFolder } from '../domain/evidence/test-command.js';
import { parseTestResults } from '../domain/evidence/test-results.js';
import type { Repository } from '../ports/repository.js';
import type { TestCommand } from '../ports/test-runner.js';
import { askForOne } from './ask-for-one.js';
import type { Tools } from './tools.js';

const example = 'for example: pawl run docs/issue.md --test-command "node --test"';
const resultsExample =
  'for example: --test-command "make check" --results junit:reports/junit.xml, or the keys "test" and "results" of pawl.json';

/** Each as the flag and pawl.json have it; null where they say nothing. */
export interface CommandWish {
  readonly flag: string | null;
  readonly pawlJson: string | null;
  readonly results?: { readonly flag: string | null; readonly pawlJson: string | null };
  /** What a person answered to the question which of several commands it is. */
  readonly answer?: string | null;
  /** The issue's own words: of several projects below the top, the one whose files it names is taken. */
  readonly issue?: string;
}

type ReadFile = (path: string) => Promise<string | null>;

/** The files that a command is chosen for. */
interface Tree {
  readonly read: ReadFile;
  readonly list: () => Promise<readonly string[]>;
}

/**
 * The one test command of the run: from the flag, else pawl.json, else detected (R-002-25, R16).
 * @throws `no-test-command` when there is none, or one this version can't read; `needs-user` with a closed list when several fit
 */
export async function chooseTestCommand(
  tools: Pick<Tools, 'runners'>,
  repository: Pick<Repository, 'readFile' | 'listFiles'>,
  base: string,
  wish: CommandWish,
): Promise<TestCommand> {
  const read: ReadFile = (path) => repository.readFile(base, path);
  const tree: Tree = { read, list: () => repository.listFiles(base) };
  const results = wish.results ?? { flag: null, pawlJson: null };
  // pawl.json's results are those of its own command, and of another one when the flag names no results itself.
  if (wish.flag !== null) {
    return named(tools, { line: wish.flag, source: 'flag', own: results.flag, other: results.pawlJson }, tree);
  }
  if (wish.pawlJson !== null) {
    return named(tools, { line: wish.pawlJson, source: 'pawl.json', own: results.flag ?? results.pawlJson }, tree);
  }
  if ((results.flag ?? results.pawlJson) !== null) {
    throw causeFailure('no-test-command', `results are named, but no test command that writes them; ${resultsExample}`);
  }
  const files = await tree.list();
  const found = await detectCommands(tools, files, read, wish.issue ?? '');
  const [only, ...others] = found;
  if (only === undefined) {
    const why = `no tests of a known runner were found (${known(tools)})`;
    throw causeFailure('no-test-command', `${why}; name the command, ${example}`);
  }
  if (others.length === 0) return only;
  return askForOne(found, commandLine, wish.answer ?? null);
}

/** What fits a tree of these files: at its top, else in the projects below, of which an issue may name one. */
export async function detectCommands(
  tools: Pick<Tools, 'runners'>,
  files: readonly string[],
  read: ReadFile,
  issue: string,
): Promise<readonly TestCommand[]> {
  const atTop = await detectIn(tools, '', files, read);
  return atTop.length > 0 ? atTop : detectBelow(tools, files, read, issue);
}

async function detectIn(
  tools: Pick<Tools, 'runners'>,
  folder: string,
  files: readonly string[],
  read: ReadFile,
): Promise<readonly TestCommand[]> {
  const own = filesIn(folder, files);
  const readOwn: ReadFile = (path) => read(folder === '' ? path : `${folder}/${path}`);
  const found = (await Promise.all(tools.runners.map((runner) => runner.detect(own, readOwn)))).flat();
  return folder === '' ? found : found.map((command) => ({ ...command, folder }));
}

/** A repository of several projects without a command at its top: those of the project that the issue is about. */
async function detectBelow(
  tools: Pick<Tools, 'runners'>,
  files: readonly string[],
  read: ReadFile,
  issue: string,
): Promise<readonly TestCommand[]> {
  const folders = projectFolders(files);
  const found = (await Promise.all(folders.map((folder) => detectIn(tools, folder, files, read)))).flat();
  const tested = [...new Set(found.map(({ folder = '' }) => folder))];
  const named = namedFolder(tested, issue);
  return named === null ? found : found.filter(({ folder }) => folder === named);
}

interface NamedCommand {
  readonly line: string;
  readonly source: 'flag' | 'pawl.json';
  /** Results named for this command. */
  readonly own: string | null;
  /** Results named beside another command, which this one takes the place of. */
  readonly other?: string | null;
}

/** The runner that speaks for a line, in the folder that the line enters; null when none does. */
export type KnownCommand = Pick<TestCommand, 'runner' | 'argv' | 'folder'>;

/** `npm test` and its like stand for the command that package.json gives them. @returns a reason for a line that no shell could read */
export async function knownCommand(
  tools: Pick<Tools, 'runners'>,
  line: string,
  read: ReadFile,
): Promise<KnownCommand | string | null> {
  const { folder, rest } = splitFolder(line);
  const parsed = parseTestCommand(rest);
  if (parsed.kind === 'refused') return parsed.reason;
  const readOwn: ReadFile = (path) => read(folder === '' ? path : `${folder}/${path}`);
  for (const runner of tools.runners) {
    const argv = runner.accepts(parsed.argv) ? parsed.argv : ((await runner.expand?.(parsed.argv, readOwn)) ?? null);
    if (argv !== null) return { runner: runner.name, argv, ...(folder === '' ? {} : { folder }) };
  }
  return null;
}

async function named(tools: Pick<Tools, 'runners'>, command: NamedCommand, tree: Tree): Promise<TestCommand> {
  const { line, source, own, other } = command;
  const found = await knownCommand(tools, line, tree.read);
  if (typeof found === 'string') throw causeFailure('no-test-command', `${found}; ${example}`);
  const { folder } = splitFolder(line);
  if (folder !== '' && filesIn(folder, await tree.list()).length === 0) {
    const expected = 'expected a folder of the repository, from its top';
    throw causeFailure(
      'no-test-command',
      `"${line}" enters ${folder}/, which is not there at the base commit; ${expected}, for example: cd packages/api && npm test`,
    );
  }
  if (found !== null) {
    if (own === null) return { ...found, source };
    const why = `"${line}" is a command of ${found.runner}, whose results Pawl reads by itself, and its reading wins`;
    throw causeFailure('no-test-command', `${why}; leave out the results "${own}", which could be written by anybody`);
  }
  const results = own ?? other ?? null;
  // Its results are named from the top, and the shell of the line goes into the folder by itself.
  const whole = parseTestCommand(line);
  if (results !== null && whole.kind === 'command') return ofNoRunner(whole.argv, source, results);
  const why = `"${line}" belongs to no runner whose results Pawl can read (${known(tools)})`;
  throw causeFailure('no-test-command', `${why}; name another command, ${example}; or its results, ${resultsExample}`);
}

function ofNoRunner(argv: readonly string[], source: 'flag' | 'pawl.json', results: string): TestCommand {
  const read = parseTestResults(results);
  if (read.kind === 'refused') throw causeFailure('no-test-command', read.reason);
  return { runner: 'command', argv, source, results };
}

function known(tools: Pick<Tools, 'runners'>): string {
  const names = tools.runners.map((runner) => runner.name).filter((name) => name !== 'command');
  return names.join(', ');
}
