import type { PlannedFile } from './plan.js';
import { collisionKey, ownedByPawl, pathProblem } from '../files/repository-paths.js';
import { displayLine } from '../sanitise.js';

interface FileFacts {
  readonly existingFiles: readonly string[];
  readonly isTestFile: (path: string) => boolean;
}

export interface FilesFinding {
  readonly files: readonly PlannedFile[];
  readonly problems: readonly string[];
}

/**
 * The files of a plan: the allowlist of the whole run (R-004-06). `isNew` is set from the base tree, since
 * Pawl knows it better than the leaf; a trailing `(new)` and a leading `./` are taken off (R-004-07).
 */
export function planFiles(planned: readonly PlannedFile[], facts: FileFacts): FilesFinding {
  const base = indexBase(facts.existingFiles);
  const files = new Map<string, PlannedFile>();
  const problems: string[] = [];
  for (const file of planned) {
    const path = plainPath(file.path, base.paths);
    const problem = fileProblem(path, base) ?? twinProblem(path, files);
    if (problem !== null) problems.push(`file "${displayLine(path, 120)}" ${problem}`);
    else files.set(collisionKey(path), { path, isNew: !base.paths.has(path) });
  }
  const kept = [...files.values()];
  if (problems.length === 0) problems.push(...missingSides(kept, facts.isTestFile));
  return { files: kept, problems };
}

interface BaseIndex {
  readonly paths: ReadonlySet<string>;
  /** Collision key to path. */
  readonly keys: ReadonlyMap<string, string>;
  readonly folders: ReadonlySet<string>;
}

function indexBase(existing: readonly string[]): BaseIndex {
  const folders = new Set<string>();
  for (const path of existing) for (const folder of foldersOf(path)) folders.add(collisionKey(folder));
  return { paths: new Set(existing), keys: new Map(existing.map((path) => [collisionKey(path), path])), folders };
}

function foldersOf(path: string): readonly string[] {
  const segments = path.split('/');
  return segments.slice(1).map((_, index) => segments.slice(0, index + 1).join('/'));
}

function plainPath(written: string, existing: ReadonlySet<string>): string {
  if (existing.has(written)) return written;
  const bare = written.trim().replace(/ {0,9}\(new\)$/, '');
  return bare.replace(/^(?:\.\/){1,9}/, '');
}

function fileProblem(path: string, base: BaseIndex): string | null {
  const bad = pathProblem(path);
  if (bad !== null) return `${bad}; expected a path such as src/auth.js`;
  const owned = ownedByPawl(path);
  if (owned !== null) return `${owned}; leave it out of the plan`;
  if (collisionKey(path) === 'pawl.json')
    return "sets this repository's rules for Pawl; people change it, leave it out";
  if (base.paths.has(path)) return null;
  if (/[*?]/.test(path)) return 'is a pattern; expected one path a file, such as src/auth.js';
  if (base.folders.has(collisionKey(path))) return 'is a folder; expected a file in it, such as src/auth.js';
  const twin = base.keys.get(collisionKey(path));
  if (twin !== undefined)
    return `differs from the existing "${twin}" only in case or in the form of its letters; use that one`;
  const parent = foldersOf(path).find((folder) => base.keys.has(collisionKey(folder)));
  return parent === undefined ? null : `lies below "${parent}", which is a file; expected a folder there`;
}

function twinProblem(path: string, files: ReadonlyMap<string, PlannedFile>): string | null {
  const twin = files.get(collisionKey(path));
  if (twin !== undefined && twin.path !== path) return `differs from "${twin.path}" only in case; name one of them`;
  const below = [...files.values()].find(
    (other) => other.path.startsWith(`${path}/`) || path.startsWith(`${other.path}/`),
  );
  return below === undefined ? null : `and "${below.path}" can't both be files; name one of them`;
}

function missingSides(files: readonly PlannedFile[], isTestFile: (path: string) => boolean): readonly string[] {
  const tests = files.filter((file) => isTestFile(file.path)).length;
  if (tests === 0) {
    return [
      "no file of the plan is a test file; expected at least one that this repository's test runner would run, since each step begins with a test, for example: test/auth.test.js, or tests/test_auth.py",
    ];
  }
  if (tests === files.length) {
    return [
      'all files of the plan are test files; expected at least one file in which the behaviour is implemented, for example: src/auth.js',
    ];
  }
  return [];
}
