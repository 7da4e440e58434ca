import { createHash } from 'node:crypto';
import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Change, ObjectId, TakenTree } from '../../ports/repository.js';
import type { GitAnswer } from './git-command.js';
import { gitFailure } from './git-failure.js';
import { collisions } from './collisions.js';
import { ignoreRulesOf } from './ignored.js';
import { bytePath, bytesOf, objectId, textOf, type BytePath } from './names.js';
import { leftOut } from './left-out.js';
import { shortList } from './short-list.js';
import { throwAwayNotes } from './throw-away-notes.js';
import { tooLarge } from './too-large.js';
import { indexInfo, listTree, parseChanges, type TreeEntry } from './tree-entries.js';
import type { Trusted } from './trusted.js';
import { leadsOut, type Found } from './walk.js';
import { survey, type Survey } from './workspace-survey.js';

interface TakeWish {
  readonly wanted: readonly string[] | null;
  readonly refuses?: ((path: string) => string | null) | undefined;
}

/**
 * The tree a leaf has made, without running git on anything of the leaf's (D1): a bounded walk, then the files
 * of the base and the wanted ones go, by name, into a private index of the trusted repository.
 */
export async function takeTree(
  trusted: Trusted,
  folder: string,
  base: ObjectId,
  { wanted, refuses = () => null }: TakeWish,
): Promise<TakenTree> {
  const stats = await lstat(folder).catch(() => null);
  if (stats?.isDirectory() !== true) return rejected(trusted, base, ['the workspace is gone'], []);
  return trusted.withTemporary(async (scratch) => {
    const entries = await listTree(trusted, base);
    const tracked = new Map(entries.map((entry) => [entry.path, entry]));
    const plan = new Set((wanted ?? []).map(bytePath));
    const seen = await survey(folder, tracked, plan, ignoreRulesOf(trusted, entries, scratch));
    const notes = [...(await throwAwayNotes(folder)), ...openedNote(seen)];
    const problems = await judge(trusted, seen, tracked);
    if (problems.length > 0) return rejected(trusted, base, problems, notes);

    const found = [...seen.files.keys()];
    const { files, refused } = divide(found, refuses);
    const taken = files.filter((path) => tracked.has(path) || wanted === null || plan.has(path));
    const index = join(scratch, 'index');
    await keepSubmodules(trusted, index, entries);
    const answer = await addAll(trusted, folder, index, taken);
    if (answer.code !== 0) return rejected(trusted, base, [unreadable(answer)], notes);
    const [tree, changes] = await Promise.all([
      trusted.text(['write-tree'], { index }),
      changesOf(trusted, index, base),
    ]);
    const clashes = collisions(
      taken,
      taken.filter((path) => !tracked.has(path)),
    );
    if (clashes.length > 0) {
      const why = clashes.map((names) => `${names}: names that some file systems can't tell apart`);
      return rejected(trusted, base, why, notes);
    }
    return { tree, changes, leftOut: leftOut(files, taken, plan, seen.ignored), refused, rejects: [], notes };
  });
}

/** From an empty index, so that a file which is gone is simply not in it. */
function addAll(trusted: Trusted, workTree: string, index: string, paths: readonly BytePath[]): Promise<GitAnswer> {
  const input = Buffer.from(paths.map((path) => `${path}\0`).join(''), 'latin1');
  return trusted.run(['update-index', '--add', '-z', '--stdin'], { index, workTree, input });
}

/** A submodule of the base (refused at the start where it is known then) stays as it is. */
async function keepSubmodules(trusted: Trusted, index: string, base: readonly TreeEntry[]): Promise<void> {
  const links = base.filter((entry) => entry.mode === '160000');
  if (links.length === 0) return;
  await trusted.must(['update-index', '--add', '-z', '--index-info'], { index, input: indexInfo(links) });
}

async function changesOf(trusted: Trusted, index: string, base: ObjectId): Promise<readonly Change[]> {
  const args = ['diff-index', '--cached', '-z', '--raw', '--no-renames', '--no-abbrev', '--end-of-options'];
  return parseChanges(await trusted.must([...args, objectId(base)], { index }));
}

async function rejected(
  trusted: Trusted,
  base: ObjectId,
  rejects: readonly string[],
  notes: readonly string[],
): Promise<TakenTree> {
  const tree = await trusted.text(['rev-parse', '--verify', '--end-of-options', `${objectId(base)}^{tree}`]);
  return { tree, changes: [], leftOut: [], refused: [], rejects: shortList(rejects, 50), notes };
}

/** Files that may be taken, and those that may not, each with its reason. */
function divide(
  found: readonly BytePath[],
  refuses: (path: string) => string | null,
): { readonly files: readonly BytePath[]; readonly refused: readonly string[] } {
  const judged = found.map((path) => ({ path, why: refuses(textOf(path)) }));
  const refused = judged.flatMap(({ path, why }) => (why === null ? [] : [`${shownPath(path)} ${why}`]));
  return { files: judged.filter(({ why }) => why === null).map(({ path }) => path), refused: shortList(refused, 20) };
}

async function judge(
  trusted: Trusted,
  seen: Survey,
  tracked: ReadonlyMap<BytePath, TreeEntry>,
): Promise<readonly string[]> {
  const links = [...seen.files.values()].filter((file) => isNewLinkOut(file, tracked.get(file.path)));
  const problems = [
    ...seen.problems,
    ...links.map(({ path }) => ({ path, why: 'is a link that leads out of the tree' })),
    ...(await tooLarge(trusted, [...seen.files.values()], tracked)),
  ];
  return problems.map(({ path, why }) => (path === '' ? why : `${shownPath(path)} ${why}`));
}

/** A link that the base has with the same target is the repository's own affair. */
function isNewLinkOut(file: Found, before: TreeEntry | undefined): boolean {
  if (file.link === null || !leadsOut(file.path, file.link)) return false;
  const content = bytesOf(file.link);
  const id = createHash('sha1')
    .update(`blob ${String(content.length)}\0`)
    .update(content)
    .digest('hex');
  return before?.mode !== '120000' || before.id !== id;
}

/** A failure of git's own is thrown; a file that changed under its hands is the leaf's doing. */
function unreadable(answer: GitAnswer): string {
  const failure = gitFailure('git update-index', answer);
  if (failure.kind !== 'other' || answer.code === null) throw failure;
  return `a file can't be taken: ${answer.err.trim().slice(0, 500)}`;
}

function openedNote(seen: Survey): readonly string[] {
  if (seen.opened.length === 0) return [];
  const names = seen.opened.slice(0, 5).map((path) => (path === '' ? '.' : shownPath(path)));
  return [`made readable: ${names.join(', ')} (${String(seen.opened.length)} in all)`];
}

/** In one line, whatever bytes the name has. */
function shownPath(path: BytePath): string {
  const text = textOf(path);
  const plain = /^[^\p{C}]*$/u.test(text) ? text : JSON.stringify(text);
  return plain.length > 300 ? `${plain.slice(0, 300)}…` : plain;
}
