import type { TreeFile } from '../domain/leaf/manifest-list.js';
import type { Signing, WantedSigning } from '../domain/commit/signing.js';

/** A commit, tree or blob name: full hexadecimal. */
export type ObjectId = string;

export interface Identity {
  readonly name: string;
  readonly email: string;
}

/** What was found at the place the source belongs to; reading it changes nothing there. */
export interface OriginFacts {
  /** Absolute path of the work tree's top, or of the bare repository. */
  readonly path: string;
  readonly bare: boolean;
  /** Absolute path of the common git directory. */
  readonly gitDir: string;
  /** `owner/repo` from the remote `origin`, or null without one. */
  readonly remoteSlug: string | null;
  /** Branch that HEAD names, also when unborn; null when detached. */
  readonly headBranch: string | null;
  readonly hasCommits: boolean;
  readonly trackedChanges: readonly string[];
  readonly untracked: readonly string[];
  readonly author: Identity | null;
  /** True when commit.gpgsign is set there. */
  readonly wantsSigning: boolean;
  /** How, by the settings there; left out when it is not wanted. */
  readonly signing?: WantedSigning;
  /** Hooks as they are set up in this checkout; left out when there are none. */
  readonly hooks?: OriginHooks;
  /** Why nothing can be pushed there (F53); left out when it can be written to. */
  readonly unwritable?: string;
  /** Named reasons why Pawl can't work with it: LFS, submodules, sha256, shallow, partial clone. */
  readonly unsupported: readonly string[];
}

/** Read as data; none of them is ever started there. */
export interface OriginHooks {
  /** `core.hooksPath`, repository-relative; null when it is not set or leads out of the checkout. */
  readonly path: string | null;
  /** Hooks for a commit that git would start there and that lie outside of the work tree, as people name them. */
  readonly untracked: readonly string[];
}

export type ChangeKind = 'added' | 'modified' | 'deleted';

export interface Change {
  readonly kind: ChangeKind;
  readonly path: string;
  /** `100644`, `100755`, `120000`, `160000`; of the new side, or of the old one when deleted. */
  readonly mode: string;
}

export interface ChangedLines {
  readonly path: string;
  readonly added: number;
  readonly removed: number;
}

export interface TakenTree {
  readonly tree: ObjectId;
  /** Against the base tree, without what was left out. */
  readonly changes: readonly Change[];
  /** Untracked paths outside the wanted files: left out of the tree and named (R21). */
  readonly leftOut: readonly string[];
  /** Files that the caller's rule refused, each with its reason: not in the tree, the rest is. */
  readonly refused: readonly string[];
  /** Why the folder can't be taken (FIFO, device, nested repository, link that leads out, too large); each is a reject, never a system error. */
  readonly rejects: readonly string[];
  /** What the leaf did with its throw-away git (commits, branches), for the notes (R20). */
  readonly notes: readonly string[];
}

export interface CommitRequest {
  readonly tree: ObjectId;
  readonly parent: ObjectId;
  readonly message: string;
  readonly author: Identity;
  /** Milliseconds since the epoch, from workflow state: twice gives the same commit (D2). */
  readonly atMs: number;
}

/** `refused`: the key could not sign without a person at a terminal; what was said. */
export type SignedCommit =
  { readonly kind: 'signed'; readonly sha: ObjectId } | { readonly kind: 'refused'; readonly why: string };

export interface CommitFacts {
  readonly sha: ObjectId;
  readonly tree: ObjectId;
  readonly parents: readonly ObjectId[];
  readonly subject: string;
  readonly trailers: readonly { readonly key: string; readonly value: string }[];
}

export type MoveResult =
  { readonly kind: 'moved' | 'already' } | { readonly kind: 'moved-by-others'; readonly actual: ObjectId | null };

export type PushResult =
  | { readonly kind: 'pushed' | 'already' }
  /** The branch is checked out in the origin; the push waits. */
  | { readonly kind: 'deferred'; readonly why: string }
  | { readonly kind: 'moved-by-others'; readonly actual: ObjectId | null }
  | { readonly kind: 'refused'; readonly why: string }
  | { readonly kind: 'failed'; readonly why: string };

export interface SearchWish {
  readonly maxBytes: number;
  readonly paths?: readonly string[];
}

export interface FoundLines {
  readonly lines: readonly { readonly path: string; readonly line: number; readonly text: string }[];
  /** There were more than `maxBytes` of them. */
  readonly cut: boolean;
}

/** Finds out about an origin and opens its trusted repository in Pawl's home. */
export interface Repositories {
  /** @throws {NotARepositoryError} when no repository holds the path. */
  inspect(path: string): Promise<OriginFacts>;
  /** Creates the bare trusted repository when missing. */
  open(origin: { readonly path: string; readonly gitDir: string }): Promise<Repository>;
}

/** The trusted repository of one origin. Git never runs with a workspace's `.git`, config, hooks or attributes (D1). */
export interface Repository {
  /** Absolute path of the trusted repository. */
  readonly path: string;
  /** Brings all branches and tags of the origin in, under `refs/origin/…`. */
  fetch(): Promise<void>;
  /** A ref, branch name or commit as typed, looked up among the origin's refs; null when unknown. Never an option. */
  resolveInOrigin(name: string): Promise<ObjectId | null>;
  branchTip(branch: string): Promise<ObjectId | null>;
  /** Tip of the branch in the origin as of now; null when absent. */
  originTip(branch: string): Promise<ObjectId | null>;
  treeOf(commit: ObjectId): Promise<ObjectId>;
  readFile(treeish: ObjectId, path: string): Promise<string | null>;
  /** Repository-relative paths, sorted. */
  listFiles(treeish: ObjectId): Promise<readonly string[]>;
  /** The same with mode and blob of each. */
  treeFiles(treeish: ObjectId): Promise<readonly TreeFile[]>;
  /** No renames (R-004-11). */
  changes(from: ObjectId, to: ObjectId): Promise<readonly Change[]>;
  /** Lines added and removed in each changed file, without renames; both 0 for one that is no text. */
  changedLines(from: ObjectId, to: ObjectId): Promise<readonly ChangedLines[]>;
  /** Unified diff as text, capped at `maxBytes`; of these paths alone where some are given. */
  diffText(from: ObjectId, to: ObjectId, maxBytes: number, paths?: readonly string[]): Promise<string>;
  /**
   * Lines of the tree's text files that hold one of these words as a whole word, letter for letter, in git's order; of
   * these files alone where some are given. Reads no more than `maxBytes`; a line comes cut at 400 characters.
   */
  search(treeish: ObjectId, words: readonly string[], wish: SearchWish): Promise<FoundLines>;
  /** SHA-256 over paths and blobs of these files in this tree: the hash an approval is bound to. */
  fingerprint(treeish: ObjectId, paths: readonly string[]): Promise<string>;
  /** A clean folder made from one tree, without `.git` (never `git archive`). The folder must be empty or absent. */
  exportTree(tree: ObjectId, folder: string, except?: readonly string[] | ((path: string) => boolean)): Promise<void>;
  /**
   * An export plus a throw-away `.git` for the leaf's own use. Its HEAD is a commit of this tree, or of `head` where
   * one is given: then everything that differs is staged, as before a commit.
   */
  layWorkspace(tree: ObjectId, folder: string, head?: ObjectId): Promise<void>;
  /**
   * Bounded walk, then `add` with a private index; `wanted` are the plan's files (R21), null: all that the base does not
   * ignore, for a step without a list of files (C-26). A file that `refuses` has a
   * reason against is not taken, tracked or not.
   */
  takeTree(
    folder: string,
    base: ObjectId,
    wanted: readonly string[] | null,
    refuses?: (path: string) => string | null,
  ): Promise<TakenTree>;
  /** A tree with these files set (text) or removed (null). */
  withFiles(tree: ObjectId, files: Readonly<Record<string, string | null>>): Promise<ObjectId>;
  /** Takes the listed paths, or all that the rule holds of, from another tree (absent there = removed here). */
  withPathsFrom(
    tree: ObjectId,
    source: ObjectId,
    paths: readonly string[] | ((path: string) => boolean),
  ): Promise<ObjectId>;
  /** Writes the commit object only; same request, same sha. */
  writeCommit(request: CommitRequest): Promise<ObjectId>;
  /**
   * The same commit, signed. Signatures differ from try to try, so a tip of the branch that is this commit but for its
   * signature is taken as it is (D2).
   */
  writeSignedCommit(branch: string, request: CommitRequest, how: Signing): Promise<SignedCommit>;
  /** Signs a commit of this tree that nothing points at: can it be done here and now? Null when it can, else what was said. */
  signingProblem(tree: ObjectId, author: Identity, how: Signing): Promise<string | null>;
  /** Compare-and-swap of `refs/heads/<branch>` in the trusted repository; `from` null = must not exist. */
  moveBranch(branch: string, to: ObjectId, from: ObjectId | null): Promise<MoveResult>;
  /** Never force; `expected` is what the origin's branch must be before (null = absent). */
  push(branch: string, to: ObjectId, expected: ObjectId | null): Promise<PushResult>;
  /** Points `refs/pawl/attempts/…` at a commit of this tree; returns the full ref name. */
  keepAttempt(name: string, request: CommitRequest): Promise<string>;
  /**
   * Texts that belong to an attempt, by path, as a commit without parents under `refs/pawl/attempt-logs/…` of the same
   * name; returns the full ref name. The attempt's own tree stays what the leaf left.
   */
  keepAttemptLogs(
    name: string,
    files: Readonly<Record<string, string>>,
    request: Pick<CommitRequest, 'author' | 'message' | 'atMs'>,
  ): Promise<string>;
  /** Tree of a kept attempt by its full ref name; null when it is gone. */
  attempt(ref: string): Promise<ObjectId | null>;
  /** Up to where a person has reviewed the commits of a run; null when nobody has. */
  reviewMark(runKey: string): Promise<ObjectId | null>;
  /** Compare-and-swap of that mark; `from` null = there must be none. */
  moveReviewMark(runKey: string, to: ObjectId, from: ObjectId | null): Promise<MoveResult>;
  /** A commit by its full or short hexadecimal name; null when none, or more than one, is called so. */
  commitAt(name: string): Promise<Pick<CommitFacts, 'sha' | 'tree' | 'parents'> | null>;
  /** Oldest first, base excluded. */
  log(base: ObjectId, tip: ObjectId): Promise<readonly CommitFacts[]>;
  /** The last commit up to `tip` that changed this path; null when none did. */
  lastChange(tip: ObjectId, path: string): Promise<ObjectId | null>;
  isAncestor(ancestor: ObjectId, of: ObjectId): Promise<boolean>;
  /** Adds each line to the origin's `info/exclude` once (R-004-09). */
  excludeInOrigin(lines: readonly string[]): Promise<void>;
}

/** The path belongs to no git repository. */
export class NotARepositoryError extends Error {
  override readonly name = 'NotARepositoryError';
}

/** A git command failed; `facts` say what kind of failure, so that nobody branches on text. */
export class RepositoryError extends Error {
  override readonly name = 'RepositoryError';
  readonly kind: 'disk-full' | 'read-only' | 'locked' | 'unreachable' | 'other';
  constructor(kind: RepositoryError['kind'], message: string) {
    super(message);
    this.kind = kind;
  }
}
