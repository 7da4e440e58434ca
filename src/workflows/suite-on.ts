import type { GreenReport } from '../contract/activities.js';
import type { Phase } from '../domain/run/phase.js';
import { callLeaf } from './calls.js';
import type { Desk } from './desk.js';
import { placesOf, type StepStart } from './step-start.js';

interface SuiteWish {
  readonly phase: Phase;
  /** For the Web UI's timeline and the logs: `observe-refactor` … */
  readonly name: string;
  readonly tree: string;
  /** Do test ids and counts stay? */
  readonly sameTests: boolean;
}

/** The whole suite on a tree that has no red test to turn, held against the suite of the step's start (R-004-29). */
export function suiteOn(desk: Desk, { suite }: StepStart, wish: SuiteWish): Promise<GreenReport> {
  const { phase, name, tree, sameTests } = wish;
  return callLeaf(desk, { phase, role: null, name }, (leaves, label) =>
    leaves.observeGreen({
      ...placesOf(desk),
      label,
      tree,
      mustPass: [],
      testFiles: [],
      newTests: 0,
      before: suite,
      baseline: suite,
      sameTests,
    }),
  );
}
