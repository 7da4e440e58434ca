import { readdir } from 'node:fs/promises';
import { greenLeaf, redLeaf } from '../support/rule.js';
import { greenDo, redDo } from '../support/story.js';
import { branchOf, storyBranch } from './support/branch.js';
import { playFaults } from './support/play.js';
import { storyFault } from './support/story-fault.js';

type Op = Readonly<Record<string, unknown>>;
const red = redDo(1) ?? [];
const green = greenDo(1) ?? [];
const git = (...args: readonly string[]): Op => ({ git: args });
const lock = (name: string): Op => ({ write: `.git/${name}.lock`, text: '' });

/** What a leaf does with its own git, and to the folder that it works in. */
playFaults('a leaf and its repository', 'process', [
  storyFault({
    id: 'F35',
    title: 'commits, amends, rebases and resets in its workspace: ignored and noted, only the tree counts',
    expected: 'done',
    story: {
      leaves: [
        redLeaf(
          1,
          ...red,
          git('commit', '--quiet', '-am', 'mine, Task: 1'),
          git('commit', '--quiet', '--amend', '-m', 'mine, too'),
        ),
        greenLeaf(
          1,
          ...green,
          git('commit', '--quiet', '-am', 'mine'),
          git('commit', '--quiet', '--allow-empty', '-m', 'mine, more'),
          git('rebase', '--quiet', '--force-rebase', 'HEAD~1'),
          git('reset', '--quiet', '--soft', 'HEAD~1'),
        ),
      ],
    },
    says: [
      /the leaf made commits of its own: ignored/,
      /^RED: FAIL/,
      /the leaf made commits of its own: ignored/,
      /^GREEN: PASS/,
    ],
    holds: async (run, ground) => {
      const subjects = (await branchOf(ground, run))?.commits.map(({ subject }) => subject) ?? [];
      return { 'none of its commits is on the branch': subjects.every((subject) => !subject.startsWith('mine')) };
    },
  }),
  storyFault({
    id: 'F36',
    title: 'works on another branch, detaches; then deletes .git: ignored and noted',
    expected: 'done',
    story: {
      leaves: [
        redLeaf(1, git('checkout', '--quiet', '-b', 'mine'), ...red, git('checkout', '--quiet', '--detach')),
        greenLeaf(1, ...green, { delete: '.git' }),
      ],
    },
    says: [
      /the leaf switched its HEAD/,
      /^RED: FAIL/,
      /the leaf removed its \.git folder: without effect/,
      /^GREEN: PASS/,
    ],
    holds: async ({ told }) => ({
      'the origin has no branch of its': !(await told.git('for-each-ref', '--format=%(refname)')).includes('mine'),
    }),
  }),
  storyFault({
    id: 'F37',
    title: 'a repository inside the tree, then one that is cloned and listed as a submodule: refused by path',
    expected: 'done',
    story: {
      leaves: [
        greenLeaf(1, ...green, git('init', '--quiet', 'lib/inner')),
        greenLeaf(
          2,
          git('clone', '--quiet', '.git', 'lib/sub'),
          { write: '.gitmodules', text: '[submodule "sub"]\n\tpath = lib/sub\n\turl = ./.git\n' },
          ...green,
        ),
      ],
    },
    says: [
      /^sent back to a revise leaf: lib\/inner\/\.git is a repository inside the tree/,
      /^sent back to a revise leaf: .*lib\/sub\/\.git is a repository inside the tree/,
      /^GREEN: PASS/,
    ],
    holds: async ({ told }) => {
      const entries = await told.git('ls-tree', '-r', storyBranch);
      return { 'no link and no list of submodules is committed': !/^160000 |\.gitmodules$/m.test(entries) };
    },
  }),
  storyFault({
    id: 'F38',
    title: 'a leaf removes its workspace: no tree, and the next try has a fresh one',
    expected: 'done',
    story: { leaves: [redLeaf(1, { removeWorkspace: true }), greenLeaf(1, ...green, { removeHome: true })] },
    says: [
      /^sent back to a revise leaf: the workspace is gone/,
      'develop-revise (red) starts',
      /^RED: FAIL \(expected\)/,
      /^develop-green: done/,
      /^GREEN: PASS/,
    ],
  }),
  storyFault({
    id: 'F46',
    title: 'stale locks in the workspace’s git: no effect, the index is a private one',
    expected: 'done',
    story: {
      leaves: [
        redLeaf(1, ...red, lock('index'), lock('HEAD')),
        greenLeaf(1, lock('index'), lock('config'), lock('refs/heads/main'), ...green),
      ],
    },
    says: [/^RED: FAIL \(expected\)/, /^GREEN: PASS/],
    never: [/^develop-revise/, /^bailed/],
    holds: async ({ told }) => ({
      'no lock came to the origin': !(await readdir(`${told.origin}/.git`)).some((name) => name.endsWith('.lock')),
    }),
  }),
]);
