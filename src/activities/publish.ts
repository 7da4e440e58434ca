import type { PublishInput, PublishReport } from '../contract/activities.js';
import { causeFailure } from '../contract/failures.js';
import { pushBranch } from './commit.js';
import { openRun } from './run-facts.js';
import type { Tools } from './tools.js';

/** The last push and a look at what stands in the origin: the branch is there, whole, and as Pawl made it (R-004-44). */
export async function publish(tools: Tools, input: PublishInput): Promise<PublishReport> {
  const run = await openRun(tools, input.scope);
  const { push } = await pushBranch(run, input.tip, input.originTip);
  const commits = await run.repository.log(run.facts.base.sha, input.tip);
  const notes: string[] = [];
  const bare = commits.filter((one) => !one.trailers.some((trailer) => trailer.key === 'Pawl-Run'));
  if (bare.length > 0)
    notes.push(
      `${bare.length} commits on the branch are not Pawl's: ${bare.map((one) => one.sha.slice(0, 10)).join(', ')}`,
    );
  if (push.kind === 'pushed') {
    const actual = await run.repository.originTip(run.facts.branch);
    if (actual !== input.tip)
      throw causeFailure(
        'push-refused',
        `after the push the origin's ${run.facts.branch} is at ${actual ?? 'nothing'}`,
      );
  }
  return { push, commits: commits.length, notes };
}
