import { causeFailure } from '../contract/failures.js';
import type { KeepAttemptInput, KeptAttempt } from '../contract/activities.js';
import { renderAttemptName } from '../domain/run/names.js';
import type { CommitRequest } from '../ports/repository.js';
import { isOfStep } from './leaf-id.js';
import { openRun, type Run } from './run-facts.js';
import type { Tools } from './tools.js';

/** Points a ref of the trusted repository at a half-done tree, and one at its logs: kept aside, never on the branch (R27). */
export async function keepAttempt(tools: Tools, input: KeepAttemptInput): Promise<KeptAttempt> {
  const run = await openRun(tools, input.scope);
  return keepTree(tools, run, { ...input, message: `${input.message}\n` });
}

/** `number` is the lowest that may be taken; one that is taken by another tree is passed over. */
export type HalfDone = Omit<KeepAttemptInput, 'scope' | 'firstRunId'>;

/** Twice gives the same ref: the same tree is kept under the number it has. */
export async function keepTree(tools: Tools, run: Run, half: HalfDone): Promise<KeptAttempt> {
  const { repository, facts } = run;
  const name = await freeName(run, half);
  const request: CommitRequest = { ...requestOf(half), author: facts.author };
  const ref = await repository.keepAttempt(name, request);
  const logs = await tools.folders.logs(run.key, (label) => isOfStep(label, half.step));
  if (Object.keys(logs).length === 0) return { ref, repository: repository.path, logs: null };
  const message = `logs of ${ref}\n`;
  const kept = await repository.keepAttemptLogs(name, logs, { author: facts.author, message, atMs: half.atMs });
  return { ref, repository: repository.path, logs: kept };
}

function requestOf({ tree, parent, message, atMs }: HalfDone): Omit<CommitRequest, 'author'> {
  return { tree, parent, message, atMs };
}

/** More than any step is ever tried. */
const mostNumbers = 100_000;

/** Another execution, or a try whose worker died, may have kept one without telling this one (R27: nothing is lost). */
async function freeName({ key, repository }: Run, { step, number, tree }: HalfDone): Promise<string> {
  for (let next = number; next < number + mostNumbers; next += 1) {
    const name = renderAttemptName({ runKey: key, step, number: next });
    const taken = await repository.attempt(`refs/pawl/attempts/${name}`);
    if (taken === null || taken === tree) return name;
  }
  throw causeFailure('contract-broken', `step ${step} has more than ${mostNumbers} kept attempts`);
}
