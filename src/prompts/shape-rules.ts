import type { Shape } from '../domain/plan/shape.js';
import type { PhaseRules } from './phase-rules.js';

/** Tasks of a spec that go another way than a failing test and its code (R-000-50…60). */
export const shapeRules: Partial<Readonly<Record<Shape, PhaseRules>>> = {
  characterise: {
    task: 'Phase RED, of a test for what the code does already: write exactly one new test that passes on the code as it is.',
    rules: [
      'One behaviour, one test, one thing asserted. Say in its name what the code does.',
      'Change test files only; leave the existing tests as they are.',
      'Name in "mutation" one place of the code that, made wrong, has to make your test fail by its assertion: "path" of the file, "from" letter for letter and once in that file, "to" what stands there then, "breaks" what the test says then. Where the criterion names a mutation, take that one.',
      'Do not make that change yourself: Pawl makes it in a copy, runs your test there, and throws the copy away.',
      'The code with the mutation must still load: a test that fails because nothing runs proves nothing.',
    ],
  },
  tidy: {
    task: 'Phase REFACTOR: do the tidying that this task asks for, without changing what the code does.',
    rules: [
      'Every test that passed passes, and their names and number stay. No new behaviour, no fix of another fault.',
      'Tests may become clearer too, but must ask for exactly what they asked for before.',
      'Do what the task says and no more. A word that it is done already does not count: something has to change.',
    ],
  },
  document: {
    task: 'Phase REFACTOR, of words only: write the documentation that this task asks for.',
    rules: [
      'Say what the code does, as it is: read it, and try what you describe.',
      'The code behaves as before; comments may change, and no test does.',
      'A word that it is done already does not count: something has to change.',
    ],
  },
  setup: {
    task: 'Phase REFACTOR, of tools and settings only: do the set-up that this task asks for.',
    rules: [
      'Every test that passed passes. Add no behaviour, and no test.',
      'Dependencies are installed anew from the manifests and lockfiles that you leave; nothing else that you install stays.',
      'A word that it is done already does not count: something has to change.',
    ],
  },
};

/** What a verifier rejects such a task for. */
export const shapeRejections: Partial<Readonly<Record<Shape, readonly string[]>>> = {
  characterise: [
    'the new test does not record what the criterion is about, or asks for more than one behaviour',
    'it passes whatever the code does; Pawl has seen it fail by its assertion with one place of the code made wrong',
    'its name does not say the behaviour, or it can pass only sometimes',
    'anything but tests was changed, or an existing test was weakened',
  ],
  tidy: [
    'what the task asks for was not done',
    'what the code does differs from the tree before, in any case you can think of',
    'a test asks for less than before, or behaviour was added',
  ],
  document: [
    'what the task asks for is not said, or what is said is not so: hold it against the code',
    'what the code does differs from the tree before, or a test asks for less',
  ],
  setup: [
    'what the task asks for was not done, or more than that',
    'a check, a test or a hook was switched off or made weaker',
    'what the code does differs from the tree before',
  ],
  verify: [
    'the tree does not do what the criterion says, in any case you can think of',
    'nothing that you can find or run shows that it does',
  ],
};
