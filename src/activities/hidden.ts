import { folderOfUrl, isRemoteOrigin } from '../domain/run/origin-url.js';
import type { Run } from './run-facts.js';
import type { Tools } from './tools.js';

/** What no child of a run may see of this host: Pawl's home, and the origin where it is a folder here. */
export function hiddenFromRun(tools: Tools, run: Run): readonly string[] {
  const { path } = run.facts.origin;
  const folder = isRemoteOrigin(path) ? folderOfUrl(path) : path;
  return [tools.host.pawlHome, ...(folder === null ? [] : [folder])];
}
