import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { ApplicationFailure } from '@temporalio/common';
import { join } from 'node:path';
import { preflight } from '../../src/activities/preflight.js';
import type { Tools } from '../../src/activities/tools.js';
import type { PreflightReport } from '../../src/contract/activities.js';
import { Facts } from '../../src/contract/run-facts.js';
import { RunOptions } from '../../src/contract/run-input.js';
import { noChecks } from '../../src/domain/checks/checks.js';
import type { JailKind } from '../../src/domain/leaf/jails.js';
import type { WallRules } from '../../src/domain/leaf/wall-rules.js';
import type { Agent } from '../../src/ports/agent.js';
import { activityRig, type ActivityRig } from '../support/activity-rig.js';
import { removeRepositories, repository, type TestTree } from '../support/git-repos.js';

let rig: ActivityRig;
beforeAll(async () => {
  rig = await activityRig({ jail: 'process' });
});
afterAll(async () => {
  await rig.remove();
  await removeRepositories();
});

/** Preflight asks an agent for nothing but whether it can be used. */
const usable: Agent = {
  name: 'scripted',
  scripted: true,
  needsNetwork: false,
  probe: () => Promise.resolve({ usable: true, version: null, problem: null }),
  plan: () => {
    throw new Error('no leaf is started here');
  },
  conclude: () => Promise.reject(new Error('no leaf was started here')),
  event: () => null,
};

async function looked(
  base: TestTree,
  more: Partial<Tools> = {},
): Promise<{ readonly report: PreflightReport; readonly facts: Facts }> {
  const origin = await repository({
    'package.json': '{"type":"module","scripts":{"test":"node --test","lint":"biome check"}}',
    'a.test.js': "import test from 'node:test';\ntest('a', () => undefined);\n",
    'docs/issue.md': '# A\n\n## Acceptance criteria\n\n- a is b\n',
    '.githooks/pre-commit': { program: '#!/bin/sh\n' },
    ...base,
  });
  await origin.git('config', 'core.hooksPath', '.githooks');
  const tools: Tools = { ...rig.tools, findAgent: () => ({ agent: usable }), ...more };
  const options = RunOptions.parse({
    ...{ agent: 'scripted', scenario: null, base: null, testCommand: null, maxFiles: null },
    ...{ allowDirty: false, allowKnownFailures: false, commits: 'atomic', leafTimeoutMs: null, idleTimeoutMs: null },
  });
  const place = { origin: origin.path, file: join(origin.path, 'docs/issue.md') };
  const report = await rig.inActivity(() =>
    preflight(tools, {
      runKey: 'run-1',
      workflowId: 'tdd/local/x-123456/file-issue',
      source: { kind: 'file', ...place, slug: 'issue', issueNumber: null },
      options,
      resume: null,
      answers: [],
    }),
  );
  const { scope } = report;
  return { report, facts: Facts.parse(JSON.parse(await tools.artifacts.get(scope.key, scope.facts))) };
}

test('preflight finds the checks of the base, keeps them in the facts and says which', async () => {
  const { report, facts } = await looked({});
  expect(report.checks).toEqual(['lint', 'hook']);
  expect(report.notes).toContain(
    'checked before each commit: lint by script "lint", pre-commit hook .githooks/pre-commit',
  );
  expect(facts.checks.tools).toMatchObject([{ kind: 'lint', argv: ['biome', 'check'] }]);
  expect(facts.checks.hooks).toMatchObject([{ stage: 'pre-commit', own: ['.githooks'] }]);
});

test('hooks that pawl.json names and that are not there are refused before anything is started', async () => {
  const refused = looked({ 'pawl.json': '{"hooks":"checks"}' });
  await expect(refused).rejects.toThrow('no pre-commit or commit-msg lies there at the base; expected a folder');
  await expect(refused).rejects.toMatchObject({ type: 'unsupported-repository' });
  await expect(refused).rejects.toBeInstanceOf(ApplicationFailure);
});

test('facts of an earlier version have no checks, and are read', async () => {
  const { facts } = await looked({});
  const { checks: _new, ...older } = facts;
  expect(Facts.parse(older).checks).toEqual(noChecks);
});

test('T3: where the operator departs from the standard walls, status, notes and facts say so; else nobody does', async () => {
  const walls: WallRules = { agentConfig: 'allow', network: { tests: true, verifier: false } };
  const { report, facts } = await looked({}, { host: { ...rig.tools.host, walls } });
  const said = [
    expect.stringContaining("get the repository's own agent configuration, as config.json says"),
    'network, as config.json says: tests on, verifier off',
  ];
  expect(report.jail.limits).toEqual(expect.arrayContaining(said));
  expect(report.notes).toEqual(expect.arrayContaining(said));
  expect(facts.walls).toEqual(walls);
  const plain = await looked({});
  expect(plain.facts.walls).toEqual({ agentConfig: 'withhold', network: {} });
  expect([...plain.report.notes, ...plain.report.jail.limits].join()).not.toContain('config.json says');
});

test('an agent whose model is out of its reach by the network rules is refused before its first leaf', async () => {
  const walls: WallRules = { agentConfig: 'withhold', network: { critic: false } };
  const agent = { ...usable, name: 'claude', needsNetwork: true };
  const more = { host: { ...rig.tools.host, walls }, findAgent: () => ({ agent }) };
  const jail = (kind: JailKind): Tools['jail'] => ({ kind, limits: [], note: '', problem: null });
  const refused = looked({}, { ...more, jail: jail('bubblewrap') });
  await expect(refused).rejects.toThrow('"network.critic": false, but claude, the agent of the critic, needs');
  await expect(refused).rejects.toMatchObject({ type: 'agent-config' });
  // It holds no network, so that nothing is out of reach.
  await expect(looked({}, { ...more, jail: jail('process') })).resolves.toBeDefined();
});
