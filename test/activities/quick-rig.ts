import type { CommitInput } from '../../src/contract/activities.js';
import type { Facts } from '../../src/contract/run-facts.js';
import { noChecks } from '../../src/domain/checks/checks.js';
import { standardRules } from '../../src/domain/run/discipline.js';
import type { Ledger } from '../../src/domain/plan/plan.js';
import type { RunScope } from '../../src/domain/run/references.js';
import type { Repository } from '../../src/ports/repository.js';
import { renderLedger } from '../../src/texts/ledger.js';
import { activityRig, type ActivityRig } from '../support/activity-rig.js';
import { removeRepositories, repository, type TestRepository, type TestTree } from '../support/git-repos.js';

export const branch = 'tdd/issue-1-numbers';
export const ledgerPath = '.tdd/issue-1.md';
export const atMs = Date.UTC(2026, 10, 30, 12);

const key = 'run-1';

export interface QuickRig extends ActivityRig {
  readonly origin: TestRepository;
  readonly trusted: Repository;
  /** Commit that the branch begins at, and the plan's commit on it. */
  readonly base: string;
  readonly tip: string;
  readonly ledger: Ledger;
  /** The run's scope, with other facts where a test wants them. */
  scope(facts?: Partial<Facts>): Promise<RunScope>;
  /** What the workflow gives for the commit of a step's code. */
  commitInput(more?: Partial<CommitInput>): Promise<CommitInput>;
}

// One Pawl's home a test file: each origin in it has a repository of its own.
let shared: Promise<ActivityRig> | undefined;

/** For `afterAll`. */
export async function removeQuickRigs(): Promise<void> {
  await (await shared)?.remove();
  await removeRepositories();
}

/** An origin, its trusted repository and a branch whose first commit is the plan of three steps. */
export async function quickRig(files: TestTree = {}, more: Partial<Ledger> = {}): Promise<QuickRig> {
  const rig = await (shared ??= activityRig({ jail: 'process' }));
  const origin = await repository({ 'src/a.js': 'a\n', 'test/a.test.js': 't\n', 'README.md': 'r\n', ...files });
  const trusted = await rig.tools.repositories.open(origin);
  await trusted.fetch();
  const base = await origin.git('rev-parse', 'HEAD');
  const ledger: Ledger = {
    title: 'Issue 1: Numbers',
    baseSha: base,
    criteria: ['one', 'two'],
    files: ['src/a.js', 'test/a.test.js'].map((path) => ({ path, isNew: false })),
    steps: ['1', '2', '3'].map((id) => ({ id, title: `n${id}`, criterion: 1, done: false, refactorPending: false })),
    ...more,
  };
  const author = { name: 'Ada', email: 'ada@example.org' };
  const tree = await trusted.withFiles(await trusted.treeOf(base), { [ledgerPath]: renderLedger(ledger) });
  const tip = await trusted.writeCommit({ tree, parent: base, message: 'docs: plan\n', author, atMs });
  await trusted.moveBranch(branch, tip, null);
  const scope: QuickRig['scope'] = async (facts = {}) => {
    const all: Facts = {
      workflowId: 'tdd/local/x/issue-1',
      origin: { path: origin.path, gitDir: origin.gitDir },
      title: 'Numbers',
      issueNumber: 1,
      body: await rig.tools.artifacts.put(key, 'body\n'),
      criteria: [...ledger.criteria],
      branch,
      ledgerPath,
      base: { ref: 'main', sha: base },
      author,
      testCommand: { runner: 'node:test', argv: ['node', '--test'], source: 'detected' },
      setup: [],
      extraTestFiles: [],
      maxFiles: 5,
      leafTimeoutMs: 60_000,
      idleTimeoutMs: 60_000,
      agent: 'scripted',
      scenario: null,
      allowKnownFailures: false,
      checks: noChecks,
      discipline: standardRules,
      allowed: [],
      agents: {},
      ...facts,
    };
    return { key, facts: await rig.tools.artifacts.put(key, JSON.stringify(all)) };
  };
  return {
    ...rig,
    ...{ origin, trusted, base, tip, ledger, scope },
    commitInput: async (wish = {}) => ({
      scope: await scope(),
      parent: tip,
      isFirst: false,
      tree,
      mark: null,
      kind: 'feat',
      subject: 'n1',
      body: [],
      task: '1',
      message: null,
      isEvidence: false,
      remember: [],
      firstRunId: 'run-1',
      phase: 'green',
      gear: 'review-before',
      atMs,
      originTip: null,
      ...wish,
    }),
  };
}
