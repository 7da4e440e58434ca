import type { Finding, Evidence } from './oracle.js';
import { finding } from './finding.js';

/** I1: a step is ticked once, in order, and by a commit of its own. */
export function checkTicks({ branch, run }: Evidence): Finding {
  if (branch === null) return finding('I1', [], false);
  const faults: string[] = [];
  let before: readonly string[] = [];
  const order: string[] = [];
  for (const { sha, ticked, trailers } of branch.commits) {
    const lost = before.filter((step) => !ticked.includes(step));
    if (lost.length > 0) faults.push(`${sha} takes the tick of ${lost.join(', ')} back`);
    for (const step of ticked.filter((one) => !before.includes(one))) {
      order.push(step);
      if (trailers['Task']?.includes(step) !== true)
        faults.push(`${sha} ticks ${step}, and its task is ${trailers['Task']?.join(', ') ?? 'none'}`);
    }
    before = ticked;
  }
  const sorted = [...order].sort((one, other) => Number(one) - Number(other));
  if (order.join() !== sorted.join()) faults.push(`ticked in the order ${order.join(', ')}`);
  const wanted = run.story.stepsDone;
  if (wanted !== undefined && order.length !== wanted) faults.push(`${order.length} steps are ticked, not ${wanted}`);
  return finding('I1', faults);
}

/** I2: one line of commits on the base, each with Pawl's trailers, each step's code once. */
export function checkCommits({ branch, executions }: Evidence): Finding {
  if (branch === null) return finding('I2', [], false);
  const faults: string[] = [];
  const firstRun = executions[0]?.runId;
  let parent = branch.base;
  for (const [at, { sha, parents, trailers, subject }] of branch.commits.entries()) {
    if (parents.join() !== parent) faults.push(`${sha} stands on ${parents.join(' and ')}, not on ${parent}`);
    parent = sha;
    for (const name of ['Pawl-Run', 'Pawl-Phase', 'Pawl-Gear']) {
      if (trailers[name]?.length !== 1)
        faults.push(`${sha} (${subject}) has ${trailers[name]?.length ?? 0} trailers ${name}`);
    }
    const tasks = trailers['Task']?.length ?? 0;
    if (tasks !== (at === 0 ? 0 : 1)) faults.push(`${sha} (${subject}) has ${tasks} trailers Task`);
    if (firstRun !== undefined && trailers['Pawl-Run']?.join() !== firstRun)
      faults.push(`${sha} names the run ${trailers['Pawl-Run']?.join() ?? '-'}`);
  }
  const features = branch.commits
    .filter(({ subject }) => subject.startsWith('feat'))
    .map(({ trailers }) => trailers['Task']?.join() ?? '-');
  for (const task of new Set(features)) {
    const times = features.filter((one) => one === task).length;
    if (times > 1) faults.push(`step ${task} has ${times} commits with code`);
  }
  return finding('I2', faults);
}
