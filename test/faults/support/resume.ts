import { WorkflowFailedError } from '@temporalio/client';
import { ApplicationFailure } from '@temporalio/common';
import { BailDetails } from '../../../src/contract/result.js';
import { follow } from '../../support/rig.js';
import type { Ground, Outcome, WatchedRun } from './fault.js';
import { outcomeOf } from './ground.js';

/** What `pawl resume` does after a bail: a new execution under the same id, with what the last one left. */
export async function resumed({ rig }: Ground, { told }: WatchedRun): Promise<Outcome> {
  const { input } = told;
  const again = await follow(rig, { ...told, input: { ...input, gear: null, resume: await carryOf(told) } });
  return outcomeOf(again);
}

async function carryOf(told: WatchedRun['told']): Promise<BailDetails['carry']> {
  const error: unknown = await told.result().then(
    () => null,
    (thrown: unknown) => thrown,
  );
  const failure = error instanceof WorkflowFailedError ? error.cause : undefined;
  if (!(failure instanceof ApplicationFailure)) throw new Error('expected a run that bailed');
  return BailDetails.parse(failure.details?.[0]).carry;
}
