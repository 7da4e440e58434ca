import type { Change, ChangeKind } from '../../ports/repository.js';
import { objectId, textOf, type BytePath } from './names.js';
import type { Trusted } from './trusted.js';

/** One file, link or submodule of a tree. */
export interface TreeEntry {
  readonly mode: string;
  readonly id: string;
  readonly path: BytePath;
}

/** All files of a tree, in git's order. */
export async function listTree(trusted: Trusted, treeish: string): Promise<readonly TreeEntry[]> {
  const args = ['ls-tree', '-r', '-z', '--full-tree', '--end-of-options', objectId(treeish)];
  return parseTree(await trusted.must(args));
}

/** The entry at exactly this path, whatever it is; null when there is none. */
export async function entryAt(trusted: Trusted, treeish: string, path: BytePath): Promise<TreeEntry | null> {
  const args = ['ls-tree', '-z', '--full-tree', '--end-of-options', objectId(treeish), '--', textOf(path)];
  return parseTree(await trusted.must(args)).find((entry) => entry.path === path) ?? null;
}

/** `<mode> <type> <id>\t<path>\0` */
export function parseTree(output: Buffer): readonly TreeEntry[] {
  return records(output).map((record) => {
    const tab = record.indexOf('\t');
    const [mode = '', , id = ''] = record.slice(0, tab).split(' ');
    return { mode, id, path: record.slice(tab + 1) };
  });
}

/** `:<old mode> <new mode> <old id> <new id> <status>\0<path>\0`, without renames. */
export function parseChanges(output: Buffer): readonly Change[] {
  const parts = records(output);
  const changes: Change[] = [];
  for (let at = 0; at + 1 < parts.length; at += 2) {
    const [oldMode = '', newMode = '', , , status = ''] = (parts[at] ?? '').slice(1).split(' ');
    const kind = kindOf(status);
    changes.push({ kind, path: textOf(parts[at + 1] ?? ''), mode: kind === 'deleted' ? oldMode : newMode });
  }
  return changes;
}

function kindOf(status: string): ChangeKind {
  if (status === 'A') return 'added';
  if (status === 'D') return 'deleted';
  // M and T: a change of content, of mode, or of type (file to link).
  return 'modified';
}

function records(output: Buffer): readonly string[] {
  const parts = output.toString('latin1').split('\0');
  parts.pop();
  return parts;
}

/** Input for `update-index -z --index-info`. */
export function indexInfo(entries: readonly TreeEntry[]): Buffer {
  return Buffer.from(entries.map(({ mode, id, path }) => `${mode} ${id}\t${path}\0`).join(''), 'latin1');
}

/** Is the path one of these, or inside one of these folders? */
export function isAtOrBelow(path: BytePath, folders: readonly BytePath[]): boolean {
  return folders.some((folder) => path === folder || path.startsWith(`${folder}/`));
}
