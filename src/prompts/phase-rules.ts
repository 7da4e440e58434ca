import type { DeveloperBrief } from '../domain/leaf/briefs.js';
import type { EditPhase } from '../domain/leaf/roles.js';
import { shapeRules } from './shape-rules.js';

export interface PhaseRules {
  readonly task: string;
  readonly rules: readonly string[];
}

/** What a developer leaf does in each phase (R-001-02…07, R-001-12, R-001-44). */
export function phaseRules({
  phase,
  newTests,
  shape = 'behaviour',
}: Pick<DeveloperBrief, 'phase' | 'newTests' | 'shape'>): PhaseRules {
  // The refactoring after a behaviour is none of its shape; a task of another shape has one phase alone.
  const special = shapeRules[shape];
  if (special !== undefined) return special;
  const own = rulesOf[phase];
  if (phase !== 'red' || newTests === 1) return own;
  const task = `Phase RED: write at most ${newTests} new tests, as the plan asks, that fail because the behaviour of this step is missing.`;
  return { task, rules: ['One behaviour, and each test asserts one thing of it.', ...own.rules.slice(1)] };
}

/** What the critic found is mended as a refactoring is, but that a missing test may be added (R-004-37). */
export const mendRules: PhaseRules = {
  task: 'Phase REFACTOR, after the critic: mend each of the findings below, and nothing else.',
  rules: [
    'What the code does for the criteria stays as it is: every test that passed passes.',
    'You may add tests where a finding asks for one. No test is removed, renamed, skipped or changed in what it asks for.',
    'A finding that is wrong is left alone: say why in "note". When all of them are, change nothing and answer "nothing-to-do".',
  ],
};

const rulesOf: Readonly<Record<EditPhase, PhaseRules>> = {
  red: {
    task: 'Phase RED: write exactly one new test that fails because the behaviour of this step is missing.',
    rules: [
      'One behaviour, one test, one thing asserted; rows of one table are one test. Use what the criterion says, not what the code happens to do.',
      "The test's name describes the behaviour, so that a reader of a failing run knows what is missing.",
      'Write no implementation, not even a stub. Change test files only.',
      'The test must fail by its assertion, or because the module or function that this step will create does not exist yet. A syntax error, a missing fixture or a broken import of anything else does not count.',
      'Leave the existing tests as they are: none deleted, skipped or softened.',
      'Keep to the conventions of the tests that are there: names, folders, one test double a file, request types of their own, input and output in memory.',
      'Use no mocks where the real thing is cheap, and no network, clock or chance that makes a test pass only sometimes.',
      'If the test passes at once, it asks for nothing new: look for what the criterion wants that is not there.',
      'It runs three times and must fail each time in the same way.',
    ],
  },
  green: {
    task: 'Phase GREEN: write the least code that makes the red test pass and keeps all others passing.',
    rules: [
      'The minimum: nothing that no test asks for, no unrelated fixes, no clean-up. There is a phase for that afterwards.',
      'Never touch a test, its fixtures or the configuration of the test runner. A changed test is a refused attempt.',
      'No special case for the values of the test: the behaviour has to hold for all others too.',
      'Run the new test, then the whole suite.',
    ],
  },
  refactor: {
    task: 'Phase REFACTOR: improve the code that this step touched, without changing what it does.',
    rules: [
      'The behaviour stays the same: every test that passed passes, and their names and number stay.',
      'Better names, less repetition, clearer structure. No new behaviour, no new option, no fix of another fault.',
      'Tests may become clearer too, but must ask for exactly what they asked for before.',
      'When there is nothing worth improving, change nothing and answer "nothing-to-do". That is a good answer.',
    ],
  },
};
