import type { Ignoring } from './ignored.js';
import type { BytePath } from './names.js';
import type { TreeEntry } from './tree-entries.js';
import { walk, type Found, type Problem, type Walked } from './walk.js';

/** Files, links and problems of a workspace, those that the base's rules ignore left out. */
export interface Survey {
  /** By path; tracked in the base or not. */
  readonly files: ReadonlyMap<BytePath, Found>;
  readonly problems: readonly Problem[];
  readonly opened: readonly BytePath[];
  /** Ignored paths among those asked for by name. */
  readonly ignored: ReadonlySet<BytePath>;
}

/** What a leaf may add beyond the base; more is a reject (F40). */
export const maxNewEntries = 50_000;

/**
 * Two walks: first the folders the base knows, then the new ones that are not ignored. A `node_modules` or
 * `.venv` that the base ignores is never entered, so what lies in it neither counts nor rejects.
 */
export async function survey(
  root: string,
  base: ReadonlyMap<BytePath, TreeEntry>,
  wanted: ReadonlySet<BytePath>,
  ignoring: Ignoring,
): Promise<Survey> {
  const known = foldersOf(base.keys());
  const knows = (path: BytePath) => base.has(path) || known.has(path);
  const newFolders: BytePath[] = [];
  const walked: Walked = { files: [], problems: [], opened: [], entries: 0 };
  const maxEntries = maxNewEntries + base.size + known.size;
  const first = { root, knows, enters: (folder: BytePath) => known.has(folder), maxEntries };
  await walk({ ...first, onNewFolder: (folder) => newFolders.push(folder) }, [''], walked);

  const ignoredFolders = await ignoring(newFolders.map((folder) => `${folder}/`));
  const entered = newFolders.filter((folder) => !ignoredFolders.has(`${folder}/`));
  await walk({ ...first, enters: () => true, onNewFolder: () => undefined }, entered, walked);

  const added = walked.files.filter(({ path }) => !base.has(path)).map(({ path }) => path);
  const suspects = walked.problems.map(({ path }) => path).filter((path) => path !== '');
  const ignored = await ignoring([...new Set([...added, ...suspects, ...hidden(wanted, ignoredFolders)])]);
  const problems = walked.problems.filter(({ path }) => !ignored.has(path));
  if (walked.entries > maxEntries) {
    problems.push({ path: '', why: `more than ${String(maxNewEntries)} files and folders were added` });
  }
  const kept = walked.files.filter(({ path }) => base.has(path) || !ignored.has(path));
  return { files: new Map(kept.map((file) => [file.path, file])), problems, opened: walked.opened, ignored };
}

/** Every folder that holds a file of the base. */
function foldersOf(paths: Iterable<BytePath>): ReadonlySet<BytePath> {
  const folders = new Set<BytePath>(['']);
  for (const path of paths) {
    for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1)) {
      const folder = path.slice(0, end);
      if (folders.has(folder)) break;
      folders.add(folder);
    }
  }
  return folders;
}

/** Wanted files in an ignored folder were not seen by the walk; they are to be named. */
function hidden(wanted: ReadonlySet<BytePath>, ignoredFolders: ReadonlySet<BytePath>): readonly BytePath[] {
  return [...wanted].filter((path) => [...ignoredFolders].some((folder) => path.startsWith(folder)));
}
