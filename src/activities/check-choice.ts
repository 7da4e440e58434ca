import { causeFailure } from '../contract/failures.js';
import type { ChecksOfRun } from '../domain/checks/checks.js';
import { checkFiles, chooseChecks } from '../domain/checks/choose-checks.js';
import type { CheckWishes } from '../domain/checks/sources.js';
import type { OriginHooks, Repository } from '../ports/repository.js';
import type { Tools } from './tools.js';

/** Known to git in every repository; against it all files are new, with their modes. */
const emptyTree = '4b825dc642cb6eb9a060e54bf8d69288fbee4904';

export interface ChecksAt {
  /** The base commit: what is checked there is checked for the whole run. */
  readonly sha: string;
  readonly wishes: CheckWishes;
  /** As they are set up in the checkout; left out when there are none. */
  readonly hooks?: OriginHooks | undefined;
}

/**
 * Which checks a run has, from the files of its base commit and pawl.json (R-001-16, R-001-25, R19).
 * @throws `unsupported-repository` when pawl.json names hooks that are not there
 */
export async function checksAt(
  tools: Pick<Tools, 'toolchains'>,
  repository: Pick<Repository, 'readFile' | 'changes'>,
  { sha, wishes, hooks }: ChecksAt,
): Promise<{ readonly checks: ChecksOfRun; readonly notes: readonly string[] }> {
  const all = await repository.changes(emptyTree, sha);
  const files = all.map(({ path }) => path);
  const texts = new Map<string, string>();
  for (const path of checkFiles(files)) {
    const text = await repository.readFile(sha, path);
    if (text !== null) texts.set(path, text);
  }
  const chosen = chooseChecks({
    files,
    texts,
    programs: new Set(all.filter(({ mode }) => mode === '100755').map(({ path }) => path)),
    hasProgram: (name) => tools.toolchains.has(name),
    wishes,
    checkout: hooks ?? { path: null, untracked: [] },
  });
  if (chosen.kind === 'problem') throw causeFailure('unsupported-repository', chosen.message);
  return chosen;
}
