import { stat } from 'node:fs/promises';
import { basename, dirname, resolve } from 'node:path';

/** What a person may type where a source or a run is wanted (design 2). */
export type SourceForm =
  | { readonly kind: 'workflow-id'; readonly id: string }
  | { readonly kind: 'number'; readonly number: number }
  | { readonly kind: 'folder'; readonly path: string }
  /** `spec`: the one that `specs/.current-spec` names. */
  | { readonly kind: 'current-spec' }
  /** `exists` is false for a file that is gone: a run may still go by its name. */
  | { readonly kind: 'file'; readonly path: string; readonly exists: boolean };

/** Classifies the argument; reads nothing but the kind of the path. */
export async function readSourceForm(typed: string, cwd: string): Promise<SourceForm> {
  if (typed.startsWith('tdd/') && /\/(?:issue|file|spec)-[^/]+$/.test(typed)) return { kind: 'workflow-id', id: typed };
  const number = /^#?([1-9]\d{0,14})$/.exec(typed);
  if (number !== null) return { kind: 'number', number: Number(number[1]) };
  const path = resolve(cwd, typed);
  const found = await stat(path).catch(() => null);
  if (found?.isDirectory() === true) return { kind: 'folder', path };
  if (typed === 'spec' && found === null) return { kind: 'current-spec' };
  // A list stands for its spec.
  if (basename(path) === 'tasks.md' && dirname(path) !== path) return { kind: 'folder', path: dirname(path) };
  return { kind: 'file', path, exists: found !== null };
}
