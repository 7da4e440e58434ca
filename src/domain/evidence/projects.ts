import type { TestFailure, TestReport } from './evidence.js';

/** What stands at the top of a project of its own, by name. */
const manifests: ReadonlySet<string> = new Set([
  ...['package.json', 'pyproject.toml', 'setup.py', 'setup.cfg', 'pytest.ini', 'go.mod', 'Cargo.toml', 'pom.xml'],
  ...['build.gradle', 'build.gradle.kts', 'Gemfile', '.rspec', 'phpunit.xml', 'phpunit.xml.dist'],
]);

/** Other people's projects, and those that only serve as an example or as data of a test. */
const notOurs =
  /(?:^|\/)(?:node_modules|vendor|third_party|\.[^/]+|fixtures?|testdata|examples?|samples?|dist|build)(?:\/|$)/;

const mostProjects = 50;
const mostLevels = 4;

/** Folders below the top that hold a project of their own, nearest to the top first; at most 50. */
export function projectFolders(files: readonly string[]): readonly string[] {
  const folders = files.flatMap((path) => {
    const cut = path.lastIndexOf('/');
    const folder = path.slice(0, Math.max(cut, 0));
    const isProject = cut > 0 && manifests.has(path.slice(cut + 1)) && !notOurs.test(folder);
    return isProject && levels(folder) <= mostLevels ? [folder] : [];
  });
  return [...new Set(folders)].toSorted((a, b) => levels(a) - levels(b) || (a < b ? -1 : 1)).slice(0, mostProjects);
}

function levels(folder: string): number {
  return folder.split('/').length;
}

/** The files of one folder, by their paths in it. */
export function filesIn(folder: string, files: readonly string[]): readonly string[] {
  if (folder === '') return files;
  return files.flatMap((path) => (path.startsWith(`${folder}/`) ? [path.slice(folder.length + 1)] : []));
}

/** A path of the repository as it is in the folder; null when it lies elsewhere. */
export function pathIn(folder: string, path: string): string | null {
  return folder === '' ? path : (filesIn(folder, [path])[0] ?? null);
}

/**
 * Of these folders the one whose files a text names, such as `packages/api/src/a.ts`; null when it names files of none
 * or of several. A project inside another one counts before it: the nearest one.
 */
export function namedFolder(folders: readonly string[], text: string): string | null {
  const nearestFirst = folders.toSorted((a, b) => levels(b) - levels(a));
  const named = new Set<string>();
  for (const [path] of text.matchAll(/[\p{L}\p{N}_.@-]+(?:\/[\p{L}\p{N}_.@-]+)+/gu)) {
    const nearest = nearestFirst.find((folder) => path === folder || path.startsWith(`${folder}/`));
    if (nearest !== undefined) named.add(nearest);
  }
  const [only] = named;
  return named.size === 1 && only !== undefined ? only : null;
}

/** A report of a project below the top, with the paths and ids of the repository. */
export function inRepository(report: TestReport, folder: string): TestReport {
  if (folder === '') return report;
  // Go names the package at the top of its module "./": in the repository that is the folder itself.
  const under = (path: string): string => `${folder}/${path.replace(/^(?:\.\/)+/, '')}`;
  const failure = <F extends TestFailure | null>(one: F): F =>
    one === null
      ? one
      : {
          ...one,
          missing: one.kind === 'missing-module' && one.missing !== null ? under(one.missing) : one.missing,
          module: one.module === null ? null : under(one.module),
        };
  return {
    ...report,
    tests: report.tests.map((test) => ({
      ...test,
      id: under(test.id),
      file: under(test.file),
      failure: failure(test.failure),
    })),
    fileFailures: report.fileFailures.map((failed) => ({ file: under(failed.file), failure: failure(failed.failure) })),
    ...(report.unbuilt === undefined ? {} : { unbuilt: report.unbuilt.map(under) }),
    ...(report.flaky === undefined ? {} : { flaky: report.flaky.map(under) }),
  };
}
