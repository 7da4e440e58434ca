import { realpathSync } from 'node:fs';
import { isAbsolute, relative, resolve, sep } from 'node:path';
import type { TestFailure } from '../../domain/evidence/evidence.js';
import type { SeenRun } from './seen-run.js';

/** Turns a path that a runner tells into a repository-relative one with `/`. */
export type Place = (path: string) => string;

/** `cwd` is the folder the runner says it ran in: the same as `root`, or one below it, or its name inside a jail. */
export function createPlace(root: string, cwd: string | null): Place {
  const tops = topsOf(root, cwd);
  const start = cwd ?? root;
  return (path) => {
    const absolute = isAbsolute(path) ? path : resolve(start, path);
    const inside = tops.map((top) => relative(top, absolute)).find((found) => found !== '' && !leadsOut(found));
    return (inside ?? relative(real(root), absolute)).split(sep).join('/');
  };
}

function topsOf(root: string, cwd: string | null): readonly string[] {
  return [...new Set([real(root), root, ...(cwd === null ? [] : [cwd])])];
}

/** Messages name the files of a run's own folder, whose name differs from run to run. */
export function withShortPaths(seen: SeenRun, root: string, cwd: string | null): SeenRun {
  const tops = topsOf(root, cwd).toSorted((one, other) => other.length - one.length);
  const short = (failure: TestFailure): TestFailure => {
    const message = tops.reduce(
      (text, top) => text.replaceAll(`file://${top}${sep}`, '').replaceAll(`${top}${sep}`, ''),
      failure.message,
    );
    return { ...failure, message };
  };
  return {
    tests: seen.tests.map((test) => (test.failure === null ? test : { ...test, failure: short(test.failure) })),
    fileFailures: seen.fileFailures.map(({ file, failure }) => ({ file, failure: short(failure) })),
  };
}

function leadsOut(path: string): boolean {
  return path === '..' || path.startsWith(`..${sep}`) || isAbsolute(path);
}

function real(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}
