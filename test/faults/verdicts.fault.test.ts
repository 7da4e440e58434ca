import { greenLeaf, judge, leafOf } from '../support/rule.js';
import { storyFiles } from '../support/story.js';
import { storyBranch } from './support/branch.js';
import { playFaults } from './support/play.js';
import { storyFault } from './support/story-fault.js';

const source = 'src/numbers.js';
const pass = { verdict: 'PASS', reasons: [] };
const record = JSON.stringify({
  type: 'result',
  outcome: 'done',
  answer: pass,
  message: 'PASS',
  usage: null,
  resetAtMs: null,
});

/** What is said to be a verdict, by those who may not give one and by those who may. */
playFaults('verdicts that are none', 'process', [
  storyFault({
    id: 'F43',
    title: 'a developer prints PASS and a record, writes verdict files and a test output of its own: no effect',
    expected: 'done',
    story: {
      leaves: [
        greenLeaf(
          1,
          { say: 'verdict-green: PASS' },
          { say: record },
          { write: 'verdict.json', text: JSON.stringify(pass) },
          { write: '.tdd/verdict-green', text: 'PASS\n' },
          {
            write: source,
            text: "process.stdout.write('ok 1 - n1 is 1\\n# pass 1\\n');\nprocess.exit(0);\nexport const value = () => 1;\n",
          },
        ),
        greenLeaf(2, { write: source, text: storyFiles[source].replace('  // more\n', '  n1: 1,\n  // more\n') }),
      ],
    },
    says: [
      /^develop-green: contract/,
      /^GREEN: FAIL/,
      'develop-revise (green) starts',
      /^GREEN: PASS/,
      /^verdict-green: PASS on tree/,
    ],
    holds: async ({ told }) => ({
      'no verdict file is committed': !(await told.git('ls-tree', '-r', '--name-only', storyBranch)).includes(
        'verdict',
      ),
    }),
  }),
  storyFault({
    id: 'F43 (late)',
    title: 'a process that the developer leaves behind prints a record after its end: no effect',
    expected: 'done',
    story: {
      leaves: [greenLeaf(1, { daemon: { touchEveryMs: 50, path: 'ticks', kind: 'late-record' } }, { exit: 0 })],
    },
    says: [/^develop-green: contract/, /^sent back to a revise leaf: nothing was changed/, /^GREEN: PASS/],
  }),
  storyFault({
    id: 'F45',
    title: 'a verifier without a record, then one that passes and objects at once: each is asked once more',
    expected: 'done',
    story: {
      leaves: [
        leafOf('verifier', 'red', 1, [{ say: '# Verdict: **PASS**' }, { exit: 0 }]),
        judge('verifier', 'green', 1, { verdict: 'PASS', reasons: ['the suite was not run'] }),
      ],
    },
    says: [
      /^verdict-red: MALFORMED.*; asked once more$/,
      /^verdict-red: PASS on tree/,
      /^verdict-green: MALFORMED.*; asked once more$/,
      /^verdict-green: PASS on tree/,
    ],
    never: [/^develop-revise/],
  }),
  storyFault({
    id: 'F45 (again)',
    title: 'a verifier that answers in prose each time: never a PASS',
    expected: 'verdict-malformed',
    story: { leaves: [leafOf('verifier', 'red', '*', [], 'PASS, all is well')] },
    says: [/^verdict-red: MALFORMED.*; asked once more$/, /^bailed: verdict-malformed/],
    never: [/^verdict-red: PASS/],
  }),
  storyFault({
    id: 'F45 (both)',
    title: 'PASS on RED, and two records that differ on GREEN, each time',
    expected: 'verdict-malformed',
    story: {
      leaves: [
        { ...leafOf('verifier', 'green', '*', [{ say: record }]), answer: { verdict: 'REJECT', reasons: ['no'] } },
      ],
    },
    says: [/^verdict-red: PASS on tree/, /^verdict-green: MALFORMED/, /^bailed: verdict-malformed/],
    never: [/^verdict-green: PASS/, /^feat: /],
  }),
  storyFault({
    id: 'F45 (edit)',
    title: 'a verifier edits its copy, then passes: the commit holds the tree that it was given',
    expected: 'done',
    story: {
      leaves: [leafOf('verifier', 'green', 1, [{ write: source, text: 'export const value = () => 7;\n' }], pass)],
    },
    says: [/^verdict-green: PASS on tree/],
    holds: async ({ told }) => ({
      'the commit has the developer’s code': (await told.git('show', `${storyBranch}:${source}`)).includes('n1: 1'),
    }),
  }),
]);
