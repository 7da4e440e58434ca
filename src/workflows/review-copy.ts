import type { TakenReport } from '../contract/activities.js';
import { callQuick } from './calls.js';
import { Bailed, note, type Desk } from './desk.js';
import { placesOf } from './step-start.js';

interface ReviewCopy {
  readonly tree: string;
  readonly testHash: string;
}

/** Lays the copy of RED's tree that a person may read, try and edit. A gate opens without one if it can't be made. */
export async function layReview(desk: Desk, { tree, testHash }: ReviewCopy): Promise<string | null> {
  const { scope } = placesOf(desk);
  const { step } = desk.state;
  if (step === null) throw new Error('a gate needs a step');
  try {
    const { folder } = await callQuick(desk, 'layReview', (quick) =>
      quick.layReview({ scope, step: step.id, testHash, tree }),
    );
    return folder;
  } catch (error) {
    if (!(error instanceof Bailed)) throw error;
    note(desk, `the gate has no review copy: ${error.bail.message}`);
    return null;
  }
}

/** What stands in the review copy now, judged by RED's file policy. */
export async function takeReview(desk: Desk, folder: string, base: string): Promise<TakenReport> {
  const { scope } = placesOf(desk);
  try {
    return await callQuick(desk, 'takeReview', (quick) =>
      quick.takeReview({ scope, step: desk.state.step?.id ?? '-', folder, base }),
    );
  } catch (error) {
    if (!(error instanceof Bailed)) throw error;
    // What a person's hands left there, such as a file that can't be read, is theirs to mend: no end of the run.
    const refusals = [`the copy can't be read: ${error.bail.message}`];
    return { tree: null, changed: [], testFiles: [], refusals, notes: [] };
  }
}
