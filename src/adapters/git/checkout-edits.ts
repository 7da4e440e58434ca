import type { Change } from '../../ports/repository.js';
import type { ConfigValues } from './config-text.js';
import { textOf, type BytePath } from './names.js';
import type { OpenCheckout } from './open-checkout.js';
import { changedByFilterAlone } from './origin-status.js';

/** A path that differs between HEAD and index, or between index and files. */
export interface Edit {
  readonly path: BytePath;
  readonly isTracked: boolean;
  /** HEAD and index differ. */
  readonly isStaged: boolean;
  /** Files against index; null where they are the same. */
  readonly change: Change | null;
}

/**
 * A checkout's edits as `git status` sees them, read by its stand-in. A repository inside the repository is one
 * untracked path that ends with `/`.
 */
export async function readEdits(checkout: OpenCheckout, untracked: 'all' | 'no'): Promise<readonly Edit[]> {
  const { standIn, settings } = checkout;
  const look = async (): Promise<readonly Edit[]> => {
    // With `dirty` only a submodule's HEAD is read; else git would start a git inside it, under its settings.
    const plain = ['--no-renames', '--ignore-submodules=dirty', `--untracked-files=${untracked}`];
    return parseStatus(await standIn.must(['status', '--porcelain=v2', '-z', ...plain]));
  };
  const edited = (edits: readonly Edit[]) => edits.filter(({ change }) => change !== null).map(({ path }) => path);
  const edits = await look();
  const modified = edits.filter(({ change, isTracked }) => isTracked && change?.kind === 'modified');
  const excused = await changedByFilterAlone(standIn, settings, edited(modified), async () => edited(await look()));
  return edits.map((edit) => (excused.has(edit.path) ? { ...edit, change: null } : edit));
}

function parseStatus(output: Buffer): readonly Edit[] {
  const records = output.toString('latin1').split('\0');
  records.pop();
  return records.map((record) => (record.startsWith('? ') ? untrackedEdit(record.slice(2)) : trackedEdit(record)));
}

function untrackedEdit(path: BytePath): Edit {
  const mode = path.endsWith('/') ? '160000' : '100644';
  return { path, isTracked: false, isStaged: false, change: { kind: 'added', path: textOf(path), mode } };
}

/**
 * `1 XY sub mH mI mW hH hI path` or, with a conflict, `u XY sub m1 m2 m3 mW h1 h2 h3 path`. X is index against
 * HEAD, Y is files against index. Renames are switched off, so there is no `2`.
 */
function trackedEdit(record: string): Edit {
  const fields = record.split(' ');
  const hasConflict = fields[0] === 'u';
  const [staged = '.', letter = '.'] = fields[1] ?? '';
  const path = fields.slice(hasConflict ? 10 : 8).join(' ');
  const [before = '', now = ''] = hasConflict ? [fields[3], fields[6]] : [fields[4], fields[5]];
  const isStaged = hasConflict || staged !== '.';
  if (!hasConflict && letter === '.') return { path, isTracked: true, isStaged, change: null };
  const isGone = now === '000000';
  const kind = isGone ? 'deleted' : letter === 'A' && !hasConflict ? 'added' : 'modified';
  return { path, isTracked: true, isStaged, change: { kind, path: textOf(path), mode: isGone ? before : now } };
}

export interface IndexEntry {
  readonly mode: string;
  readonly path: BytePath;
  /** Git was told not to look at the file (assume-unchanged, or skip-worktree outside a sparse checkout). */
  readonly isHidden: boolean;
}

/** `<tag> <mode> <id> <stage>\t<path>` */
export async function listIndex({ standIn, settings }: OpenCheckout): Promise<readonly IndexEntry[]> {
  const records = (await standIn.mustOfIndex(['ls-files', '-v', '-s', '-z'])).toString('latin1').split('\0');
  records.pop();
  return records.map((record) => {
    const tab = record.indexOf('\t');
    const [tag = '', mode = ''] = record.slice(0, tab).split(' ');
    return { mode, path: record.slice(tab + 1), isHidden: hides(tag, settings) };
  });
}

/** `H` as a rule; a small letter for assume-unchanged, `S` for skip-worktree. */
function hides(tag: string, settings: ConfigValues): boolean {
  return /[a-z]/.test(tag) || (tag === 'S' && !settings.isTrue('core.sparsecheckout'));
}
