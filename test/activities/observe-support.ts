import { join } from 'node:path';
import { develop } from '../../src/activities/develop.js';
import { baseline, observeGreen, observeRed } from '../../src/activities/run-tests.js';
import { observeTakenBack } from '../../src/activities/taken-back.js';
import type {
  BaselineReport,
  DevelopInput,
  DevelopReport,
  GreenInput,
  GreenReport,
  RedInput,
  RedReport,
  TakenBackInput,
  TakenBackReport,
} from '../../src/contract/activities.js';
import type { Facts } from '../../src/contract/run-facts.js';
import { noChecks } from '../../src/domain/checks/checks.js';
import { standardRules } from '../../src/domain/run/discipline.js';
import type { TestReport } from '../../src/domain/evidence/evidence.js';
import type { LedgerStep } from '../../src/domain/plan/plan.js';
import type { ArtifactRef, RunScope } from '../../src/domain/run/references.js';
import type { Repository } from '../../src/ports/repository.js';
import { renderLedger } from '../../src/texts/ledger.js';
import type { ActivityRig } from '../support/activity-rig.js';
import { repository, temporaryFolder, type TestTree } from '../support/git-repos.js';

/** One step of a run as the evidence sees it: real trees, real test runs, no server. */
export interface ObservedStep {
  readonly trusted: Repository;
  /** Tree before the step. */
  readonly base: string;
  /** A folder outside of every tree, in which a test can count its own runs. */
  readonly outside: string;
  readonly scope: RunScope;
  /** What was started, in order: command lines. */
  readonly started: readonly string[];
  tree(change: TestTree, from?: string): Promise<string>;
  baseline(): Promise<BaselineReport>;
  red(change: TestTree, more?: Partial<RedInput>): Promise<RedReport & { readonly tree: string }>;
  green(red: RedReport & { readonly tree: string }, change: TestTree, more?: Partial<GreenInput>): Promise<GreenReport>;
  takenBack(tree: string, mustFail: readonly string[], more?: Partial<TakenBackInput>): Promise<TakenBackReport>;
  develop(more?: Partial<DevelopInput>): Promise<DevelopReport>;
  report(ref: ArtifactRef): Promise<TestReport>;
}

export interface StepWish {
  readonly base?: TestTree;
  readonly facts?: Partial<Facts>;
  readonly files?: readonly string[];
}

export const testFile = 'test/cart.test.js';
export const oldTest = 'test/old.test.js > adds';
const ledgerPath = '.tdd/issue.md';

export const asserting = (name: string, claim: string): string =>
  `import { test } from 'node:test';\nimport assert from 'node:assert';\nimport * as cart from '../src/cart.js';\ntest('${name}', () => { ${claim} });\n`;

const standardBase: TestTree = {
  'package.json': '{"type":"module"}\n',
  'src/cart.js': 'export const add = (a, b) => a + b;\n',
  'test/old.test.js': asserting('adds', 'assert.equal(cart.add(1, 2), 3);'),
};

let serial = 0;

export async function observedStep(rig: ActivityRig, wish: StepWish = {}): Promise<ObservedStep> {
  const { tools } = rig;
  const outside = await temporaryFolder('pawl-outside');
  const started: string[] = [];
  const { programs } = tools;
  const run: typeof programs.run = (spec, watch) => {
    started.push(spec.argv.join(' '));
    return programs.run(spec, watch);
  };
  const watched = { ...tools, programs: { ...programs, run } };
  const files = (wish.files ?? ['src/cart.js', testFile]).map((path) => ({ path, isNew: false }));
  const steps: LedgerStep[] = [{ id: '1', title: 'totals', criterion: 1, done: false, refactorPending: false }];
  const title = 'An issue';
  const text = renderLedger({ title, baseSha: '0'.repeat(40), criteria: ['It totals'], files, steps });
  const origin = await repository({ ...standardBase, ...wish.base, [ledgerPath]: text });
  const sha = await origin.git('rev-parse', 'HEAD');
  const trusted = await tools.repositories.open(origin);
  await trusted.fetch();
  const key = `observed-${(serial += 1)}`;
  const facts: Facts = {
    workflowId: 'tdd/local/shop-abcdef/file-issue',
    origin: { path: origin.path, gitDir: origin.gitDir },
    title,
    issueNumber: null,
    body: await tools.artifacts.put(key, 'The body.'),
    criteria: ['It totals'],
    branch: 'tdd/issue',
    ledgerPath,
    base: { ref: 'main', sha },
    author: { name: 'Ada Example', email: 'ada@example.org' },
    testCommand: { runner: 'node:test', argv: ['node', '--test'], source: 'detected' },
    setup: [],
    extraTestFiles: [],
    maxFiles: 5,
    leafTimeoutMs: 120_000,
    idleTimeoutMs: 60_000,
    agent: 'test',
    scenario: null,
    allowKnownFailures: false,
    checks: noChecks,
    discipline: standardRules,
    allowed: [],
    agents: {},
    ...wish.facts,
  };
  const scope = { key, facts: await tools.artifacts.put(key, JSON.stringify(facts)) };
  const base = await trusted.treeOf(sha);
  const label = (phase: 'preflight' | 'red' | 'green' | 'refactor') =>
    ({ step: '1', phase, attempt: 1, serial: `ab-${(serial += 1)}`, stopSeen: null }) as const;
  const tree = (change: TestTree, from = base): Promise<string> =>
    trusted.withFiles(from, change as Record<string, string | null>);
  let suite: Promise<BaselineReport> | null = null;
  const measured = (): Promise<BaselineReport> =>
    (suite ??= rig.inActivity(() => baseline(watched, { scope, tip: null, store: null, label: label('preflight') })));
  return {
    trusted,
    base,
    outside,
    scope,
    started,
    tree,
    baseline: measured,
    red: async (change, more = {}) => {
      const known = await measured();
      started.length = 0;
      const own = await tree(change);
      const input: RedInput = {
        scope,
        store: null,
        label: label('red'),
        tree: own,
        base,
        testFiles: Object.keys(change).filter((path) => path.startsWith('test/')),
        baseline: known.report,
        newTests: 1,
        gear: 'review-after',
        ...more,
      };
      return { ...(await rig.inActivity(() => observeRed(watched, input))), tree: own };
    },
    green: async (red, change, more = {}) => {
      const known = await measured();
      started.length = 0;
      const input: GreenInput = {
        scope,
        store: null,
        label: label('green'),
        tree: await tree(change, red.tree),
        mustPass: red.finding.kind === 'red' ? red.finding.testIds : [],
        testFiles: [testFile],
        newTests: 1,
        before: red.report,
        baseline: known.report,
        sameTests: false,
        ...more,
      };
      return rig.inActivity(() => observeGreen(watched, input));
    },
    takenBack: async (own, mustFail, more = {}) => {
      const known = await measured();
      started.length = 0;
      const input: TakenBackInput = {
        ...{ scope, store: null, label: label('green'), tree: own, base, testFiles: [testFile], mustFail },
        ...{ baseline: known.report, ...more },
      };
      return rig.inActivity(() => observeTakenBack(watched, input));
    },
    develop: (more = {}) => {
      const phase = more.phase ?? 'green';
      const input: DevelopInput = {
        ...{ scope, store: null, label: label(phase), phase, role: 'developer', criterion: 'It totals' },
        step: { id: '1', title: 'totals', criterion: 1, done: false, refactorPending: false },
        ...{ from: base, base, feedback: [], gear: 'review-after', frozen: [], redTests: [], offered: null },
        ...{ answers: [], findings: [], failures: [] },
        ...more,
      };
      return rig.inActivity(() => develop(watched, input));
    },
    report: async (ref) => JSON.parse(await tools.artifacts.get(key, ref)) as TestReport,
  };
}

/**
 * Lines of a script that count how often it is run, as this test file or for it, in a folder outside of every tree: so a
 * test can fail on some runs. `run` is 1 for the first.
 */
export function counting(outside: string, file: string): string {
  const path = JSON.stringify(join(outside, `runs-${(serial += 1)}`));
  return (
    `import { appendFileSync, readFileSync } from 'node:fs';\n` +
    `if (process.argv[1]?.endsWith('${file}')) appendFileSync(${path}, '.');\n` +
    `const run = process.argv[1]?.endsWith('${file}') ? readFileSync(${path}, 'utf8').length : 0;\n`
  );
}
