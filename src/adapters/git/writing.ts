import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { RepositoryError, type CommitRequest, type MoveResult, type ObjectId } from '../../ports/repository.js';
import { gitFailure } from './git-failure.js';
import { branchRef, isBranchName, objectId, treePath, type BytePath } from './names.js';
import { byText } from './path-rules.js';
import { indexInfo, isAtOrBelow, listTree } from './tree-entries.js';
import type { Trusted } from './trusted.js';

const noObject = '0'.repeat(40);

/** Writes the commit object only; the same request gives the same name (D2). */
export async function writeCommit(trusted: Trusted, request: CommitRequest): Promise<ObjectId> {
  return writeCommitObject(trusted, [request.parent], request);
}

export async function writeCommitObject(
  trusted: Trusted,
  parents: readonly ObjectId[],
  request: Omit<CommitRequest, 'parent'>,
): Promise<ObjectId> {
  const { args, env, input } = commitCall(parents, request);
  return trusted.text(args, { env, input });
}

/** Author, committer and both dates come from the request, in UTC; the message goes in byte for byte. */
export function commitCall(
  parents: readonly ObjectId[],
  request: Omit<CommitRequest, 'parent'>,
  flags: readonly string[] = [],
): { readonly args: readonly string[]; readonly env: Record<string, string>; readonly input: string } {
  const { name, email } = request.author;
  const date = `@${String(Math.floor(request.atMs / 1000))} +0000`;
  const env = {
    GIT_AUTHOR_NAME: name,
    GIT_AUTHOR_EMAIL: email,
    GIT_AUTHOR_DATE: date,
    GIT_COMMITTER_NAME: name,
    GIT_COMMITTER_EMAIL: email,
    GIT_COMMITTER_DATE: date,
  };
  const onto = parents.flatMap((parent) => ['-p', objectId(parent)]);
  const args = ['commit-tree', ...flags, ...onto, '-F', '-', '--end-of-options', objectId(request.tree)];
  const input = request.message.endsWith('\n') ? request.message : `${request.message}\n`;
  return { args, env, input };
}

export async function refTip(trusted: Trusted, ref: string): Promise<ObjectId | null> {
  const args = ['rev-parse', '--verify', '--quiet', '--end-of-options', ref];
  const found = await trusted.text(args, { answers: [1] });
  return found === '' ? null : found;
}

export async function branchTip(trusted: Trusted, branch: string): Promise<ObjectId | null> {
  return refTip(trusted, branchRef(branch));
}

/** Compare-and-swap; a second move to the same commit finds it done (F5), a foreign move is never overwritten (F48). */
export async function moveBranch(
  trusted: Trusted,
  branch: string,
  to: ObjectId,
  from: ObjectId | null,
): Promise<MoveResult> {
  return moveRef(trusted, branchRef(branch), to, from);
}

/** The same for a full ref name that is known to be one. */
export async function moveRef(trusted: Trusted, ref: string, to: ObjectId, from: ObjectId | null): Promise<MoveResult> {
  const old = from === null ? noObject : objectId(from);
  const answer = await trusted.run(['update-ref', '--end-of-options', ref, objectId(to), old]);
  if (answer.code === 0) return { kind: from === to ? 'already' : 'moved' };
  const actual = await refTip(trusted, ref);
  if (actual === to) return { kind: 'already' };
  if (actual !== from) return { kind: 'moved-by-others', actual };
  // Nobody moved it: git failed for a reason of its own.
  throw gitFailure('git update-ref', answer);
}

const attempts = 'refs/pawl/attempts/';
const attemptLogs = 'refs/pawl/attempt-logs/';
const emptyTree = '4b825dc642cb6eb9a060e54bf8d69288fbee4904';

/** The name may be used again: the newest attempt stands under it. Never pushed. */
export async function keepAttempt(trusted: Trusted, name: string, request: CommitRequest): Promise<string> {
  return pointAt(trusted, `${attempts}${attemptName(name)}`, await writeCommit(trusted, request));
}

/** Logs of an attempt, beside it: in its own tree they would be offered to a leaf, or be committed one day. */
export async function keepAttemptLogs(
  trusted: Trusted,
  name: string,
  files: Readonly<Record<string, string>>,
  request: Pick<CommitRequest, 'author' | 'message' | 'atMs'>,
): Promise<string> {
  const ref = `${attemptLogs}${attemptName(name)}`;
  // A repository of our own need not hold the empty tree as an object.
  await trusted.must(['hash-object', '-t', 'tree', '-w', '--stdin'], { input: '' });
  const tree = await withFiles(trusted, emptyTree, files);
  return pointAt(trusted, ref, await writeCommitObject(trusted, [], { ...request, tree }));
}

function attemptName(name: string): string {
  if (isBranchName(name)) return name;
  throw new RepositoryError('other', `Not a name for an attempt: ${JSON.stringify(name)}. Expected step-2-1.`);
}

async function pointAt(trusted: Trusted, ref: string, commit: ObjectId): Promise<string> {
  await trusted.must(['update-ref', '--end-of-options', ref, commit]);
  return ref;
}

/** Tree of a kept attempt; null when no such attempt is kept. */
export async function attemptTree(trusted: Trusted, ref: string): Promise<ObjectId | null> {
  if (!ref.startsWith(attempts) || !isBranchName(ref.slice(attempts.length))) return null;
  return refTip(trusted, `${ref}^{tree}`);
}

/** A tree with these files set or removed; a file that stood there keeps its executable bit. */
export async function withFiles(
  trusted: Trusted,
  tree: ObjectId,
  files: Readonly<Record<string, string | null>>,
): Promise<ObjectId> {
  const paths = Object.keys(files).map((path) => ({ text: path, bytes: treePath(path) }));
  return trusted.withTemporary(async (folder) => {
    const index = join(folder, 'index');
    const workTree = join(folder, 'files');
    await mkdir(workTree);
    for (const { text } of paths) {
      const content = files[text];
      if (typeof content !== 'string') continue;
      await mkdir(dirname(join(workTree, text)), { recursive: true });
      await writeFile(join(workTree, text), content, { flag: 'wx' });
    }
    await trusted.must(['read-tree', '--end-of-options', objectId(tree)], { index });
    // What does not lie in the folder is removed from the index; modes stay as the index has them.
    const update = ['-c', 'core.fileMode=false', 'update-index', '--add', '--remove', '--replace', '-z', '--stdin'];
    const input = Buffer.from(paths.map(({ bytes }) => `${bytes}\0`).join(''), 'latin1');
    if (paths.length > 0) await trusted.must(update, { index, workTree, input });
    return trusted.text(['write-tree'], { index });
  });
}

/** Files or whole folders, or all that a rule holds of, as the other tree has them; what is absent there is removed here. */
export async function withPathsFrom(
  trusted: Trusted,
  tree: ObjectId,
  source: ObjectId,
  paths: readonly string[] | ((path: string) => boolean),
): Promise<ObjectId> {
  const isTaken = typeof paths === 'function' ? byText(paths) : among(paths);
  const [here, there] = await Promise.all([listTree(trusted, tree), listTree(trusted, source)]);
  const moved = there.filter((entry) => isTaken(entry.path));
  const kept = here.filter((entry) => !isTaken(entry.path));
  return trusted.withTemporary(async (folder) => {
    const index = join(folder, 'index');
    // Taken paths last: with --replace they push out a file that stands where they need a folder.
    const input = indexInfo([...kept, ...moved]);
    await trusted.must(['update-index', '--add', '--replace', '-z', '--index-info'], { index, input });
    return trusted.text(['write-tree'], { index });
  });
}

function among(paths: readonly string[]): (path: BytePath) => boolean {
  const taken = paths.map(treePath);
  return (path) => isAtOrBelow(path, taken);
}
