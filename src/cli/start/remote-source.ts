import { posix } from 'node:path';
import { renderWorkflowId, sourceName } from '../../domain/run/names.js';
import { readOriginUrl, remoteName } from '../../domain/run/origin-url.js';
import { fileSlug, specSlug } from '../../domain/run/slugs.js';
import { CliError } from '../io.js';
import type { Source } from './source.js';

export interface OriginFlags {
  /** URL of a remote that the source is in; left out: the checkout that holds the source. */
  readonly origin?: string;
}

const example = 'for example: pawl run docs/issue.md --origin https://github.com/acme/shop';

/**
 * A source in a remote: nothing of it is on this machine, so its path is taken as typed, and read from the base commit by the
 * run.
 * @throws {CliError} 2 for a URL that is refused, or a path that leads nowhere in a repository
 */
export function remoteSource(typed: string, url: string, issueNumber: number | null): Source {
  const read = readOriginUrl(url);
  if (read.kind === 'problem') throw new CliError(2, `--origin: ${read.why}; ${example}`);
  const path = posix.normalize(typed).replace(/\/$/, '');
  if (path === '.' || path === '..' || path.startsWith('../') || path.startsWith('/') || path.includes('\0')) {
    throw new CliError(2, `"${typed}" is no path inside of a repository. With --origin it is read there; ${example}`);
  }
  const folder = specFolderOf(path);
  const source =
    folder === null
      ? ({ kind: 'file', file: path, slug: fileSlug(path), issueNumber } as const)
      : ({ kind: 'spec', file: `${folder}/tasks.md`, slug: specSlug(folder), issueNumber: null, folder } as const);
  const workflowId = renderWorkflowId(remoteName(read.origin), sourceName(source));
  return { input: { ...source, origin: read.origin.url }, workflowId, path: source.file };
}

/** Nobody can look what it is: a name with an ending is a file, any other is a spec's folder. */
function specFolderOf(path: string): string | null {
  const name = posix.basename(path);
  if (name === 'tasks.md' && path !== name) return posix.dirname(path);
  return posix.extname(name) === '' ? path : null;
}
