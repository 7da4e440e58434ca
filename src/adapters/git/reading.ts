import { createHash } from 'node:crypto';
import type { TreeFile } from '../../domain/leaf/manifest-list.js';
import {
  RepositoryError,
  type Change,
  type ChangedLines,
  type CommitFacts,
  type ObjectId,
} from '../../ports/repository.js';
import { bytePath, objectId, textOf, treePath } from './names.js';
import { entryAt, listTree, parseChanges } from './tree-entries.js';
import type { Trusted } from './trusted.js';

/** Texts that are read whole: ledger, pawl.json, task lists. */
const maxFileBytes = 16 * 1024 * 1024;

/** The text of a regular file in a tree; null when absent, a link or a folder. */
export async function readFile(trusted: Trusted, treeish: ObjectId, path: string): Promise<string | null> {
  const entry = await entryAt(trusted, treeish, treePath(path));
  if (entry === null || !entry.mode.startsWith('100')) return null;
  const content = await trusted.must(['cat-file', 'blob', objectId(entry.id)], { maxBytes: maxFileBytes + 1 });
  if (content.length <= maxFileBytes) return content.toString('utf8');
  throw new RepositoryError('other', `${path} is too large to be read as a text: more than 16 MiB.`);
}

export async function listFiles(trusted: Trusted, treeish: ObjectId): Promise<readonly string[]> {
  return (await listTree(trusted, treeish)).map((entry) => textOf(entry.path));
}

export async function treeFiles(trusted: Trusted, treeish: ObjectId): Promise<readonly TreeFile[]> {
  return (await listTree(trusted, treeish)).map(({ path, mode, id }) => ({ path: textOf(path), mode, id }));
}

export async function changes(trusted: Trusted, from: ObjectId, to: ObjectId): Promise<readonly Change[]> {
  const args = ['diff-tree', '-r', '-z', '--raw', '--no-renames', '--no-abbrev', '--end-of-options'];
  return parseChanges(await trusted.must([...args, objectId(from), objectId(to)]));
}

/** `<added>\t<removed>\t<path>\0`, with `-` for what is no text. */
export async function changedLines(trusted: Trusted, from: ObjectId, to: ObjectId): Promise<readonly ChangedLines[]> {
  const args = ['diff-tree', '-r', '-z', '--numstat', '--no-renames', '--no-ext-diff', '--no-textconv'];
  const output = await trusted.must([...args, '--end-of-options', objectId(from), objectId(to)]);
  const records = output.toString('latin1').split('\0');
  return records.slice(0, -1).map((record) => {
    const [added = '', removed = '', ...path] = record.split('\t');
    return { path: textOf(path.join('\t')), added: Number(added) || 0, removed: Number(removed) || 0 };
  });
}

export interface WantedDiff {
  readonly from: ObjectId;
  readonly to: ObjectId;
  /** These alone; absent for all. */
  readonly paths?: readonly string[] | undefined;
}

/** Reads no more than the cap, however large the diff would be; says so at its end. */
export async function diffText(trusted: Trusted, wanted: WantedDiff, maxBytes: number): Promise<string> {
  const { from, to, paths } = wanted;
  // Without a path git would show them all.
  if (paths?.length === 0) return '';
  const args = ['diff-tree', '-r', '-p', '--no-renames', '--no-ext-diff', '--no-textconv', '--no-color'];
  const ids = [objectId(from), objectId(to), ...(paths === undefined ? [] : ['--', ...paths])];
  const answer = await trusted.must([...args, '--full-index', '--end-of-options', ...ids], { maxBytes: maxBytes + 1 });
  if (answer.length <= maxBytes) return answer.toString('utf8');
  // The last line may be cut inside a character.
  const whole = answer.subarray(0, answer.lastIndexOf(0x0a, maxBytes - 1) + 1).toString('utf8');
  return `${whole}[the diff is longer: cut at ${String(maxBytes)} bytes]\n`;
}

/** Absent files count too, as absent: removing a test changes the hash. */
export async function fingerprint(trusted: Trusted, treeish: ObjectId, paths: readonly string[]): Promise<string> {
  const entries = new Map((await listTree(trusted, treeish)).map((entry) => [entry.path, entry]));
  const hash = createHash('sha256');
  for (const path of [...new Set(paths.map(bytePath))].sort()) {
    const entry = entries.get(path);
    hash.update(Buffer.from(`${path}\0${entry === undefined ? 'absent' : `${entry.mode} ${entry.id}`}\0`, 'latin1'));
  }
  return hash.digest('hex');
}

/** Fields end with a NUL, which no commit message can hold. */
const logFields = ['%H', '%T', '%P', '%s', '%(trailers:only=true,unfold=true)'] as const;

/** Oldest first, base excluded; trailers as `git interpret-trailers --parse` reads them. */
export async function log(trusted: Trusted, base: ObjectId, tip: ObjectId): Promise<readonly CommitFacts[]> {
  const args = ['log', '--reverse', '--topo-order', '-z', `--format=tformat:${logFields.join('%x00')}`];
  const plain = ['--no-show-signature', '--no-notes', '--no-mailmap', '--no-color', '--encoding=UTF-8'];
  const range = ['--end-of-options', objectId(tip), `^${objectId(base)}`, '--'];
  const fields = (await trusted.text([...args, ...plain, ...range])).split('\0');
  fields.pop();
  const commits: CommitFacts[] = [];
  for (let at = 0; at + logFields.length <= fields.length; at += logFields.length) {
    const [sha = '', tree = '', parents = '', subject = '', trailers = ''] = fields.slice(at, at + logFields.length);
    commits.push({ sha, tree, parents: parents.split(' ').filter(Boolean), subject, trailers: readTrailers(trailers) });
  }
  return commits;
}

function readTrailers(text: string): CommitFacts['trailers'] {
  return text.split('\n').flatMap((line) => {
    const colon = line.indexOf(':');
    return colon < 1 ? [] : [{ key: line.slice(0, colon).trim(), value: line.slice(colon + 1).trim() }];
  });
}

/** The last commit up to `tip` that changed this path, first parents alone where branches were merged; null for none. */
export async function lastChange(trusted: Trusted, tip: ObjectId, path: string): Promise<ObjectId | null> {
  const args = ['rev-list', '--max-count=1', '--end-of-options', objectId(tip), '--', path];
  const sha = (await trusted.text(args)).trim();
  return sha === '' ? null : sha;
}

export async function isAncestor(trusted: Trusted, ancestor: ObjectId, of: ObjectId): Promise<boolean> {
  const args = ['merge-base', '--is-ancestor', '--end-of-options', objectId(ancestor), objectId(of)];
  const answer = await trusted.run(args);
  if (answer.code === 0 || answer.code === 1) return answer.code === 0;
  throw new RepositoryError('other', `Can't tell whether ${ancestor} is an ancestor of ${of}: ${answer.err.trim()}`);
}

export async function treeOf(trusted: Trusted, commit: ObjectId): Promise<ObjectId> {
  const args = ['rev-parse', '--verify', '--quiet', '--end-of-options', `${objectId(commit)}^{tree}`];
  const tree = await trusted.text(args, { answers: [1] });
  if (tree !== '') return tree;
  throw new RepositoryError(
    'other',
    `${commit} is no commit or tree of the trusted repository. Expected a fetched one.`,
  );
}
