import type { Facts } from '../contract/run-facts.js';
import type { DeveloperBrief } from '../domain/leaf/briefs.js';
import { traitsOf, type JailKind } from '../domain/leaf/jails.js';
import type { Role, EditPhase } from '../domain/leaf/roles.js';
import { signatureList, type WithheldFile } from '../domain/files/signatures.js';
import { testRegions } from '../domain/files/test-regions.js';
import { withheldFiles } from '../domain/files/withheld.js';
import { RepositoryError, type TakenTree } from '../ports/repository.js';
import type { Run } from './run-facts.js';
import { isTestFile } from './test-files.js';
import { laidNotes, madeItself, treeWith, treeWithout, withheldFromLeaf } from './withheld.js';

/** Texts of more files than this are not read for their signatures: their names stand for them. */
const mostRead = 120;
const maxSignatures = 24_000;

/** How one developer leaf sees the tree it works on, and how what it left there becomes a tree again. */
export interface Isolated {
  /** For the brief: files that were left out, with the lines that other code can call; null when nothing was. */
  readonly signatures: string | null;
  /** What a person should know; empty when all that should be hidden is. */
  readonly notes: readonly string[];
  /** Fills the leaf's folder, as `Repository.layWorkspace` does. */
  readonly lay: (folder: string) => Promise<void>;
  /** As `Repository.takeTree`; a file that was left out and is not there now is as it was, not deleted. */
  readonly take: (folder: string, base: string, wanted: readonly string[] | null) => Promise<TakenTree>;
}

/** What `split` can't hide, for the notes of a run that asks for it; said once, before its first leaf. */
export function isolationLimits({ isolation }: Facts['discipline'], jail: JailKind): readonly string[] {
  if (isolation === 'open') return [];
  const seen = [
    'what setup installed or compiled (copies of this code among the dependencies)',
    'code without an ending in its name or quoted in documents',
    'Rust files with tests in them',
    ...(traitsOf(jail).holdsFiles ? [] : ["the origin's checkout, since the process jail has no walls"]),
  ];
  return [`isolation split leaves code out of RED's folder; it can't hide: ${seen.join('; ')}`];
}

export interface IsolationWish {
  readonly role: Role;
  readonly phase: EditPhase;
  /** Tree the leaf starts from. */
  readonly from: string;
  /** The files that may change; null, or left out: none of them by name. */
  readonly wanted?: readonly string[] | null;
}

/** Is this leaf's view narrowed? A debugger sees sources and tests alike: it has to find a cause in them (R-004-31). */
export function isSplit(run: Run, { role }: Pick<IsolationWish, 'role'>): boolean {
  return run.facts.discipline.isolation === 'split' && role === 'developer';
}

/**
 * `isolation: split`, RED's half (C-9, R-001-18): the workspace holds tests, data and configuration; code is replaced
 * by nothing, in the files and in the throw-away history alike, and its signatures stand in the brief. GREEN works on
 * the whole tree, which it has to run; its brief is narrowed by `briefUnder`.
 *
 * Can't hide: what setup has installed or compiled into the dependency store, programs without an ending in their
 * name, code quoted in documents, a Rust file whose tests stand in it, and, in the process jail, the origin itself.
 */
export async function isolate(run: Run, wish: IsolationWish): Promise<Isolated> {
  const { repository } = run;
  const rule = withheldFromLeaf(run, wish.wanted ?? null);
  const from = await treeWithout(run, wish.from, rule);
  const files = isSplit(run, wish) && wish.phase === 'red' ? await hiddenFiles(run, from) : null;
  const notes = [...(files?.notes ?? []), ...(await laidNotes(run, from, wish.wanted ?? []))];
  const take = async (folder: string, base: string, wanted: readonly string[] | null): Promise<TakenTree> => {
    const taken = await repository.takeTree(folder, base, wanted, madeItself(rule));
    if (taken.rejects.length > 0) return taken;
    const present = files === null ? taken.tree : await withAbsent(run, taken.tree, from, files.withheld);
    const tree = await treeWith(run, present, { base, rule });
    return tree === taken.tree ? taken : { ...taken, tree, changes: await repository.changes(base, tree) };
  };
  if (files === null || files.withheld.length === 0) {
    return { signatures: null, notes, lay: (folder) => repository.layWorkspace(from, folder), take };
  }
  const paths = files.withheld.map(({ path }) => path);
  return {
    signatures: signatureList(files.withheld, maxSignatures),
    notes,
    lay: (folder) => layIsolated(run, from, folder, paths),
    take,
  };
}

/** A workspace of the tree without these paths. */
export async function layIsolated(run: Run, tree: string, folder: string, paths: readonly string[]): Promise<void> {
  const shown = await run.repository.withFiles(tree, Object.fromEntries(paths.map((path) => [path, null])));
  await run.repository.layWorkspace(shown, folder);
}

/** What the leaf put where a file was left out is its own change, and judged as one; what it did not touch is as it was. */
async function withAbsent({ repository }: Run, tree: string, from: string, files: Hidden['withheld']): Promise<string> {
  const present = new Set(await repository.listFiles(tree));
  const absent = files.map(({ path }) => path).filter((path) => !present.has(path));
  return repository.withPathsFrom(tree, from, absent);
}

interface Hidden {
  readonly withheld: readonly WithheldFile[];
  readonly notes: readonly string[];
}

async function hiddenFiles(run: Run, tree: string): Promise<Hidden> {
  const files = withheldFiles(await run.repository.listFiles(tree), (path) => isTestFile(run, path));
  const read: WithheldFile[] = [];
  for (let at = 0; at < files.length; at += 8) {
    read.push(...(await Promise.all(files.slice(at, at + 8).map((path) => fileOf(run, tree, path, at < mostRead)))));
  }
  const shown = read.filter(({ path, text }) => holdsTests(path, text)).map(({ path }) => path);
  const notes =
    shown.length === 0
      ? []
      : [`isolation split can't hide files that hold tests beside their code: ${shown.slice(0, 10).join(', ')}`];
  return { withheld: read.filter(({ path }) => !shown.includes(path)), notes };
}

async function fileOf(run: Run, tree: string, path: string, isRead: boolean): Promise<WithheldFile> {
  // Each Rust file is looked into: tests in it decide whether it can be left out.
  if (!isRead && !path.endsWith('.rs')) return { path, text: null };
  try {
    return { path, text: await run.repository.readFile(tree, path) };
  } catch (error) {
    // Too large to be read whole: its name has to do.
    if (error instanceof RepositoryError && error.kind === 'other') return { path, text: null };
    throw error;
  }
}

function holdsTests(path: string, text: string | null): boolean {
  if (!path.endsWith('.rs') || text === null) return false;
  const found = testRegions(text);
  return found.kind === 'regions' && found.regions.length > 0;
}

/**
 * The brief of a leaf under `split`: RED's names what was left out; GREEN's has no test source, no other criterion and
 * no list of tests (R-001-18). Failing output stays, since it is what GREEN works from.
 */
export function briefUnder(run: Run, wish: IsolationWish, brief: DeveloperBrief): DeveloperBrief {
  if (!isSplit(run, wish) || wish.phase !== 'green') return brief;
  return {
    ...brief,
    issue: { title: brief.issue.title, body: leftOut },
    files: brief.files?.filter((path) => !isTestFile(run, path)) ?? null,
    offeredTest: null,
  };
}

const leftOut = '(left out: under isolation "split" this phase is told its own criterion only)';

/** Paths of a kept attempt that may be shown to RED under `split`: its tests; null for all. */
export async function offeredPaths(
  run: Run,
  wish: IsolationWish,
  { base, attempt }: { readonly base: string; readonly attempt: string },
): Promise<readonly string[] | undefined> {
  if (!isSplit(run, wish)) return undefined;
  const changes = await run.repository.changes(base, attempt);
  return changes.map(({ path }) => path).filter((path) => isTestFile(run, path));
}
