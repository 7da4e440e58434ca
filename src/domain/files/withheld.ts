import { isManifest } from '../setup/manifests.js';
import { isSource } from './signatures.js';
import { pathProblem, protectedKind } from './repository-paths.js';

/**
 * Files that RED does not get under `isolation: split` (R-001-18, C-9): code that is no test and no configuration.
 * What only looks like data, such as a program without an ending in its name, stays: it can't be told.
 */
export function withheldFiles(files: readonly string[], isTestFile: (path: string) => boolean): readonly string[] {
  return files.filter(
    (path) => isSource(path) && !isTestFile(path) && !isConfiguration(path) && pathProblem(path) === null,
  );
}

const settings =
  /(?:^|\/)(?:\.[^/]*|[^/]*\.config\.[cm]?[jt]s|[^/]*\.conf\.[cm]?js|build\.rs|setup\.py|[^/]*\.gradle(?:\.kts)?|noxfile\.py|gulpfile\.[^/]*|Gruntfile\.[^/]*)$/i;

function isConfiguration(path: string): boolean {
  return protectedKind(path) !== null || isManifest(path) || settings.test(path) || path.startsWith('.yarn/');
}
