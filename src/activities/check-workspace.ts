import type { HookCheck } from '../domain/checks/checks.js';
import type { WorkFolder } from '../ports/run-folders.js';
import type { CheckJob } from './check-program.js';

/** Where git lays a commit's message for its hooks, from the top of the work tree. */
export const messageFile = '.git/COMMIT_EDITMSG';

/** What husky 4 to 8 reads from its hooks, made at install time and never committed. */
const huskyHelper = '.husky/_/husky.sh';

export interface HookTree {
  readonly tree: string;
  /** Tree of the commit on top of which it is to be committed. */
  readonly head: string;
}

/**
 * An export with a git of its own in which the change is staged, as before a commit; hooks and their settings as the
 * run's base has them (design 5). Nothing of that git is trusted or read afterwards, but for the message's file.
 */
export function layForHooks(
  { tools, run }: CheckJob,
  hooks: readonly HookCheck[],
  { tree, head }: HookTree,
): (folder: WorkFolder) => Promise<void> {
  return async ({ work }) => {
    const own = [...new Set(hooks.flatMap((hook) => hook.own))];
    const { repository, facts } = run;
    const shown = own.length === 0 ? tree : await repository.withPathsFrom(tree, facts.base.sha, own);
    await repository.layWorkspace(shown, work, head);
    const files = await repository.listFiles(facts.base.sha);
    if (!hooks.some(({ husky }) => husky) || files.some((path) => path.startsWith('.husky/_'))) return;
    await tools.folders.write(`${work}/${huskyHelper}`, 'export PATH="node_modules/.bin:$PATH"\n');
    await tools.folders.write(`${work}/.git/info/exclude`, '/.husky/_/\n');
  };
}
