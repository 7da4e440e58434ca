import { ApplicationFailure } from '@temporalio/common';
import { check } from '../../src/activities/check.js';
import { checksAt } from '../../src/activities/check-choice.js';
import type { CheckInput, CheckReport } from '../../src/contract/activities.js';
import type { Facts } from '../../src/contract/run-facts.js';
import { standardRules } from '../../src/domain/run/discipline.js';
import type { Repository } from '../../src/ports/repository.js';
import { readPawlJson } from '../../src/texts/pawl-json.js';
import type { ActivityRig } from '../support/activity-rig.js';
import { repository, type TestRepository, type TestTree } from '../support/git-repos.js';

/** A run on a repository, as far as checks see it. */
export interface CheckedRun {
  readonly origin: TestRepository;
  readonly trusted: Repository;
  readonly notes: readonly string[];
  /** Tree of the base commit with these files in it. */
  tree(change: TestTree): Promise<string>;
  check(change: TestTree, more?: Partial<CheckInput>): Promise<CheckReport>;
  /** The failure that the check ends with. */
  fails(change: TestTree, more?: Partial<CheckInput>): Promise<{ cause: string; message: string }>;
}

export interface RunWish {
  readonly base: TestTree;
  /** Settings of the checkout's own git. */
  readonly config?: Readonly<Record<string, string>>;
  /** Lies in the checkout without being part of it. */
  readonly untracked?: TestTree;
  readonly facts?: Partial<Facts>;
}

let serial = 0;

export const message = 'feat: a step\n\nTask: 1\nPawl-Run: run-1\nPawl-Phase: green\nPawl-Gear: review-after\n';

export async function checkedRun(rig: ActivityRig, wish: RunWish): Promise<CheckedRun> {
  const { tools } = rig;
  const origin = await repository({ 'README.md': 'read\n', ...wish.base });
  for (const [key, value] of Object.entries(wish.config ?? {})) await origin.git('config', key, value);
  await origin.write(wish.untracked ?? {});
  const trusted = await tools.repositories.open(origin);
  await trusted.fetch();
  const sha = await origin.git('rev-parse', 'HEAD');
  const rules = readPawlJson(await trusted.readFile(sha, 'pawl.json'));
  if (rules.kind === 'problem') throw new Error(rules.message);
  const { hooks } = await tools.repositories.inspect(origin.path);
  // Read once, at the start; the commits that this test itself makes there are to go through.
  for (const key of Object.keys(wish.config ?? {})) await origin.git('config', '--unset', key);
  await origin.write(Object.fromEntries(Object.keys(wish.untracked ?? {}).map((path) => [path, null])));
  const { checks, notes } = await checksAt(tools, trusted, { sha, wishes: rules.rules.checks, hooks });
  const key = `run-${(serial += 1)}`;
  const facts: Facts = {
    workflowId: 'tdd/local/shop-abcdef/file-issue',
    origin: { path: origin.path, gitDir: origin.gitDir },
    title: 'An issue',
    issueNumber: null,
    body: { sha256: '0'.repeat(64), bytes: 0 },
    criteria: [],
    branch: 'tdd/issue',
    ledgerPath: '.tdd/issue.md',
    base: { ref: 'main', sha },
    author: { name: 'Ada Example', email: 'ada@example.org' },
    testCommand: { runner: 'node:test', argv: ['node', '--test'], source: 'detected' },
    setup: [],
    extraTestFiles: [],
    maxFiles: 5,
    leafTimeoutMs: 120_000,
    idleTimeoutMs: 60_000,
    agent: 'scripted',
    scenario: null,
    allowKnownFailures: false,
    checks,
    discipline: standardRules,
    allowed: [],
    agents: {},
    ...wish.facts,
  };
  const scope = { key, facts: await tools.artifacts.put(key, JSON.stringify(facts)) };
  const base = await trusted.treeOf(sha);
  const tree = async (change: TestTree): Promise<string> => {
    await origin.git('checkout', '--quiet', '--detach', sha);
    const commit = await origin.commit(change);
    await origin.git('branch', '--force', `change-${(serial += 1)}`, commit);
    await trusted.fetch();
    return trusted.treeOf(commit);
  };
  const started = async (change: TestTree, more: Partial<CheckInput>): Promise<CheckReport> => {
    const input: CheckInput = {
      scope,
      store: null,
      label: { step: '1', phase: 'commit', attempt: 1, serial: `ab-${(serial += 1)}`, stopSeen: null },
      when: 'commit',
      tree: await tree(change),
      base,
      message,
      ...more,
    };
    return rig.inActivity(() => check(tools, input));
  };
  return {
    origin,
    trusted,
    notes,
    tree,
    check: (change, more = {}) => started(change, more),
    fails: async (change, more = {}) => {
      try {
        const report = await started(change, more);
        return { cause: 'none', message: JSON.stringify(report) };
      } catch (error) {
        if (error instanceof ApplicationFailure) return { cause: error.type ?? '', message: error.message };
        throw error;
      }
    },
  };
}
