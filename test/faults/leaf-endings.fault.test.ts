import { greenLeaf, redLeaf } from '../support/rule.js';
import { greenDo, redDo } from '../support/story.js';
import { playFaults } from './support/play.js';
import { reportOf, type Report } from './support/report.js';
import { storyFault } from './support/story-fault.js';

const red = redDo(1) ?? [];
const green = greenDo(1) ?? [];
const triedAgain = /one more try from a clean workspace$/;
const question = 'Which numbers, natural or whole?';

const asks = (report: Report): Record<string, boolean> => ({
  'the question stands whole in the report': report.question === question,
  'and the next decision answers it': report.next?.includes('--answer') ?? false,
});

playFaults('how a leaf ends', 'process', [
  storyFault({
    id: 'F22',
    title: 'a leaf hangs in silence: ended as idle, tried once more',
    expected: 'done',
    story: { leaves: [greenLeaf(1, { write: 'junk.txt', text: 'half' }, { hang: true })] },
    says: ['develop-green starts', /^develop-green: idle/, triedAgain, 'develop-green starts', /^GREEN: PASS/],
  }),
  storyFault({
    id: 'F22 (again)',
    title: 'it hangs each time',
    expected: 'killed-hung',
    story: { leaves: [redLeaf('*', ...red, { hang: true })], options: { idleTimeoutMs: 2_000 } },
    says: [/^develop-red: idle/, triedAgain, /^develop-red: idle/, /^bailed: killed-hung/],
    holds: async (run) => ({ 'what it wrote is kept': (await reportOf(run)).attempts.length > 0 }),
  }),
  storyFault({
    id: 'F23',
    title: 'a leaf hangs and goes on talking: ended at its time limit, tried once more',
    expected: 'done',
    story: { leaves: [greenLeaf(1, ...green, { chatter: true })], options: { leafTimeoutMs: 12_000 } },
    says: [/^develop-green: timeout/, triedAgain, 'develop-green starts', /^GREEN: PASS/],
  }),
  storyFault({
    id: 'F24',
    title: 'a leaf hangs and ignores TERM',
    expected: 'done',
    story: { leaves: [redLeaf(1, ...red, { hangIgnoringTerm: true })] },
    says: [/^develop-red: idle/, triedAgain, /^RED: FAIL \(expected\)/],
  }),
  storyFault({
    id: 'F29 (killed)',
    title: 'SIGKILL that no cgroup calls memory: killed-external, and no retry (R-002-31 departs from the catalogue)',
    expected: 'killed-external',
    story: { leaves: [greenLeaf('*', ...green, { signal: 'SIGKILL' })] },
    says: [/^develop-green: killed-external/, /^bailed: killed-external/],
    never: [triedAgain],
  }),
  storyFault({
    id: 'F31',
    title: 'exit 0 and no change, in RED and in GREEN: sent back, never a commit of it',
    expected: 'done',
    story: { leaves: [redLeaf(1, { say: 'All done.' }), greenLeaf(1, { say: 'All tests pass.' })] },
    says: [
      /^sent back to a revise leaf: no test was written/,
      'develop-revise (red) starts',
      /^sent back to a revise leaf: nothing was changed/,
      'develop-revise (green) starts',
    ],
  }),
  storyFault({
    id: 'F31 (always)',
    title: 'no test is ever written',
    expected: 'red-not-observed',
    story: { leaves: [redLeaf('*', { say: 'All done, complete.' })] },
    says: [/^bailed: red-not-observed/],
    never: [/^feat: /],
  }),
  storyFault({
    id: 'F32',
    title: 'good work and a bad exit, without a record and after one: judged by its tree, the exit is noted',
    expected: 'done',
    story: { leaves: [redLeaf(1, ...red, { exit: 3 }), greenLeaf(1, ...green, { report: true }, { exit: 3 })] },
    says: [
      /^develop-red: crashed/,
      'the leaf crashed; what it left is judged all the same',
      /^RED: FAIL \(expected\)/,
      /^develop-green: done/,
      /^GREEN: PASS/,
    ],
    never: [/^develop-revise/, triedAgain],
  }),
  storyFault({
    id: 'F33',
    title: 'a used-up allowance with exit code 0: a durable wait, no revise and no retry',
    expected: 'done',
    story: { leaves: [{ ...greenLeaf(1), usageLimit: { resetInMs: 3_600_000 } }] },
    // Its own end is an hour away; that a wait ends by itself is shown elsewhere.
    meanwhile: async ({ told }) => {
      await told.reach((status) => status.state === 'waiting');
      await told.signal('retry');
    },
    says: [
      /^develop-green: usage-limit/,
      /^waits: for the agent's usage limit/,
      'develop-green starts',
      /^GREEN: PASS/,
    ],
    never: [/^develop-revise/, triedAgain],
  }),
  storyFault({
    id: 'F44',
    title: 'a leaf asks a question and ends',
    expected: 'needs-user',
    story: { leaves: [{ ...redLeaf(1), question }] },
    says: [/^develop-red: needs-user/, /^bailed: needs-user/],
    holds: async (run) => asks(await reportOf(run)),
  }),
]);
