import { budgetKeys } from './budget-keys.js';
import { LabelShape } from '../plan/shape.js';
import type { KeyRules } from './key-rules.js';

const setupExample = '{"setup":["npm ci","npm run build"]}';
const limitsExample = '{"limits":{"leafTimeoutSeconds":600,"idleSeconds":120}}';
const wholeSeconds = 'a whole number of seconds from 1 to 86400; it may only lower the limit';

/** Every key of pawl.json: the one source of the words in its errors and in its published schema. */
export const conventionKeyRules: KeyRules = {
  '': {
    says: "The repository's own conventions; they may only tighten what the operator allows",
    expected: 'one object',
    example: '{"test":"node --test"}',
  },
  test: {
    says: 'The command that runs all tests; left out, it is detected',
    expected: 'a command line',
    example: '{"test":"node --test"}',
  },
  results: {
    says: 'Where the test command leaves its results, when no known runner starts it',
    expected: '"junit:" and the result file, its folder or a pattern from the top of the repository, or "exit-only"',
    example: '{"test":"make check","results":"junit:reports/junit.xml"}',
  },
  setup: {
    says: 'What installs the dependencies, in a clean export, once per state of manifest and lockfile; left out, it is detected',
    expected: 'a command line, or a list of them',
    example: setupExample,
  },
  typecheck: {
    says: 'The type-check that runs after each change and before each commit; left out, it is detected',
    expected: 'a command line, or false where there is none',
    example: '{"typecheck":"tsc --noEmit"}',
  },
  lint: {
    says: 'The linter that runs before each commit; left out, it is detected and given the touched files where it can be',
    expected: 'a command line, or false where there is none',
    example: '{"lint":"ruff check ."}',
  },
  hooks: {
    says: 'A folder with pre-commit and commit-msg hooks of the repository, beside those that are detected; none of them can be switched off here',
    expected: 'a folder of the repository, from its top',
    example: '{"hooks":".githooks"}',
  },
  specs: {
    says: 'Which test file each source file must have, checked before each commit; left out, it is not asked for',
    expected: 'an object of patterns, source to test file, from the top of the repository, each with {path} once',
    example: '{"specs":{"src/{path}.ts":"test/{path}.test.ts"}}',
  },
  maxFiles: {
    says: 'How many files a plan made from an issue may touch',
    expected: 'a whole number from 1 on; it may only lower the limit',
    example: '{"maxFiles":3}',
  },
  testFiles: {
    says: 'What counts as a test file, in addition to what the test runner says',
    expected: 'a list of paths from the top of the repository, with "*" for any name and "**" for any folders',
    example: '{"testFiles":["checks/**/*.js"]}',
  },
  labels: {
    says: "More labels for the tasks of a spec's list, each with the shape it stands for; Pawl's own keep their meaning",
    expected: `an object of at most 50 labels, such as words of letters before a colon, each with one of ${LabelShape.options.join(', ')}`,
    example: '{"labels":{"POLISH":"tidy","REGRESSION TEST":"characterise"}}',
  },
  discipline: {
    says: 'How much is asked of each step; it may only tighten what the operator asks for',
    expected: '"standard" or "strict"',
    example: '{"discipline":"strict"}',
  },
  domainReview: {
    says: 'Does a domain reviewer look at each test and each change, with a veto? It may only tighten',
    expected: 'true or false',
    example: '{"domainReview":true}',
  },
  isolation: {
    says: 'With "split", RED sees no implementation and GREEN no source of the test; it may only tighten',
    expected: '"open" or "split"',
    example: '{"isolation":"split"}',
  },
  signOff: {
    says: 'Does each commit carry "Signed-off-by:" of its author?',
    expected: 'true or false',
    example: '{"signOff":true}',
  },
  limits: {
    says: 'When a leaf is ended, and what a run and each of its steps may use up',
    expected: 'an object with one or more of leafTimeoutSeconds, idleSeconds, run and step',
    example: limitsExample,
  },
  'limits.leafTimeoutSeconds': { says: 'How long one leaf may take', expected: wholeSeconds, example: limitsExample },
  'limits.idleSeconds': {
    says: 'How long a leaf may go without output, file change and CPU time',
    expected: wholeSeconds,
    example: limitsExample,
  },
  ...budgetKeys('limits', '; it may only lower the limit'),
};
