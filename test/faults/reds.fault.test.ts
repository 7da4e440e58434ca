import { redLeaf } from '../support/rule.js';
import { playFaults } from './support/play.js';
import { storyFault } from './support/story-fault.js';
import { rightTest, suite } from './support/suite.js';

playFaults('tests that prove nothing', 'process', [
  storyFault({
    id: 'F58',
    title: 'a test that passes at once: one revise',
    expected: 'done',
    story: {
      leaves: [
        redLeaf(1, suite("test('n0 is 0', () => assert.equal(value('zero'), 0));")),
        redLeaf(2, suite(rightTest)),
      ],
    },
    says: [/^RED: REFUSED \(passes\)/, 'develop-revise (red) starts', /^RED: FAIL \(expected\)/],
  }),
  storyFault({
    id: 'F58 (again)',
    title: 'it passes at once each time: red-not-observed, and what was written is kept',
    expected: 'red-not-observed',
    story: { leaves: [redLeaf('*', suite("test('n0 is 0', () => assert.equal(value('zero'), 0));"))] },
    says: [/^RED: REFUSED \(passes\)/, /^RED: REFUSED \(passes\)/, /^bailed: red-not-observed: .*it is kept/],
  }),
  storyFault({
    id: 'F59',
    title: 'RED fails by its syntax, then by a missing import: each with its own class',
    expected: 'done',
    story: {
      leaves: [
        redLeaf(1, suite("test('n1 is 1', () => {")),
        redLeaf(2, suite("import { nothing } from './nowhere.js';", rightTest)),
        redLeaf(3, suite(rightTest)),
      ],
    },
    says: [/^RED: REFUSED \(syntax\)/, /^RED: REFUSED \((?:error|framework)\)/, /^RED: FAIL \(expected\) assertion/],
  }),
  storyFault({
    id: 'F59 (no tests)',
    title: 'the new test never runs, three times: wrong-red',
    expected: 'wrong-red',
    story: { leaves: [redLeaf('*', suite(rightTest.replace('test(', 'test.skip(')))] },
    says: [
      /^RED: REFUSED \(no-tests\)/,
      /^RED: REFUSED \(no-tests\)/,
      /^RED: REFUSED \(no-tests\)/,
      /^bailed: wrong-red/,
    ],
  }),
]);
