import { readFileSync } from 'node:fs';
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { asyncLocalStorage, Context } from '@temporalio/activity';
import type { Tools } from '../../src/activities/tools.js';
import { createAgents } from '../../src/adapters/agents/agents.js';
import { createArtifacts } from '../../src/adapters/artifacts/artifact-store.js';
import { createDependencyStores } from '../../src/adapters/artifacts/dependency-stores.js';
import { createRunFolders } from '../../src/adapters/artifacts/run-folders.js';
import { createMemory } from '../../src/adapters/artifacts/memory.js';
import { createCheckRecords } from '../../src/adapters/checks/records.js';
import { handFiles } from '../../src/adapters/hand-files/hand-files.js';
import { createPrograms } from '../../src/adapters/process/programs.js';
import { createRunners } from '../../src/adapters/runners/runners.js';
import { createToolchains } from '../../src/adapters/toolchains/toolchains.js';
import { localFileTracker } from '../../src/adapters/trackers/local-file.js';
import type { LeafLabel } from '../../src/contract/activities.js';
import type { TestReport } from '../../src/domain/evidence/evidence.js';
import type { Ledger } from '../../src/domain/plan/plan.js';
import type { ArtifactRef, RunScope } from '../../src/domain/run/references.js';
import type { JailKind } from '../../src/ports/jail.js';
import { renderLedger } from '../../src/texts/ledger.js';
import { opened, type Opened } from '../adapters/git/fixture.js';
import { jailOf } from '../adapters/process/support/rig.js';
import type { BuiltScripts } from '../adapters/process/support/built-scripts.js';
import type { TestTree } from '../support/git-repos.js';

const key = 'run-1';
const branch = 'tdd/issue-1-paths';
export const ledgerPath = '.tdd/issue-1.md';

export const ledger: Ledger = {
  title: 'Issue 1: Paths',
  baseSha: '1'.repeat(40),
  criteria: ['A path outside is refused', 'A path inside is read'],
  files: [
    { path: 'src/files.js', isNew: false },
    { path: 'test/files.test.js', isNew: true },
  ],
  steps: [
    { id: '1', title: 'a path outside is refused', criterion: 1, done: true, refactorPending: false },
    { id: '2', title: 'a path inside is read', criterion: 2, done: true, refactorPending: false },
  ],
};

const report: TestReport = {
  runner: 'node:test',
  end: 'exited',
  exitCode: 0,
  tests: [{ id: 't > a', file: 't', name: 'a', state: 'passed', durationMs: 1, failure: null }],
  fileFailures: [],
  problem: null,
  durationMs: 5,
};

export interface ReviewRig extends Opened {
  readonly tools: Tools;
  readonly scope: RunScope;
  readonly label: LeafLabel;
  readonly evidence: ArtifactRef;
  /** What the leaf of this name printed before its answer. */
  printed(leaf: string): string;
  events(): readonly Readonly<Record<string, unknown>>[];
}

/**
 * A run with everything real but Temporal and the model, and one tree of these files.
 * @param script what plays the leaf, for a shell; the prompt stands in `$TMPDIR/prompt`
 */
export async function reviewRig(
  built: BuiltScripts,
  files: TestTree,
  script: string,
  kind: JailKind = 'process',
): Promise<ReviewRig> {
  const at = await opened({ ...files, [ledgerPath]: renderLedger(ledger) });
  const { home } = at;
  await at.trusted.moveBranch(branch, at.commit, null);
  const path = process.env['PATH'] ?? '/usr/bin:/bin';
  const folders = createRunFolders({ home });
  const jail = jailOf(kind);
  const bin = join(home, 'bin');
  await mkdir(bin);
  const program = join(bin, 'my-agent');
  await writeFile(program, `#!/bin/sh\ncat >"$TMPDIR/prompt"\n${script}\n`);
  await chmod(program, 0o755);
  const command = { argv: [program], network: false };
  const agent = createAgents({ claude: {}, command, env: {}, path }).find(({ name }) => name === 'command');
  if (agent === undefined) throw new Error('no agent "command"');
  const artifacts = createArtifacts({ home });
  const tools: Tools = {
    pawlVersion: '0',
    repositories: at.repositories,
    artifacts,
    folders,
    stores: createDependencyStores({ home }),
    handFiles,
    toolchains: createToolchains({ searchPath: path, home, env: {} }),
    programs: createPrograms({ jail, nodePath: process.execPath, guardPath: built.guardPath, pawlHome: home }),
    checkRecords: createCheckRecords(),
    memory: createMemory({ home }),
    tracker: localFileTracker,
    jail: { kind, limits: [], note: '', problem: null },
    runners: createRunners(),
    findAgent: () => ({ agent }),
    host: {
      ...{ maxFiles: 5, leafTimeoutMs: 60_000, idleTimeoutMs: 60_000, graceMs: 500 },
      childEnv: { PATH: path },
      pawlHome: home,
    },
  };
  const facts = {
    workflowId: 'tdd/local/x/issue-1',
    origin: { path: at.origin.path, gitDir: at.origin.gitDir },
    title: 'Paths',
    issueNumber: 1,
    body: await artifacts.put(key, 'A path outside is refused.\n'),
    criteria: ledger.criteria,
    branch,
    ledgerPath,
    base: { ref: 'main', sha: at.commit },
    author: { name: 'Ada', email: 'ada@example.org' },
    testCommand: { runner: 'node:test', argv: ['node', '--test'], source: 'detected' },
    setup: [],
    extraTestFiles: [],
    maxFiles: 5,
    leafTimeoutMs: 60_000,
    idleTimeoutMs: 60_000,
    agent: agent.name,
    scenario: null,
    allowKnownFailures: false,
    allowed: [{ path: 'docs/extra.md', because: 'asked for', by: null, atMs: 0 }],
  };
  return {
    ...at,
    tools,
    scope: { key, facts: await artifacts.put(key, JSON.stringify(facts)) },
    label: { step: '1', phase: 'green', attempt: 1, serial: 'x-1', stopSeen: null },
    evidence: await artifacts.put(key, JSON.stringify(report)),
    printed: (name) => readFileSync(join(home, 'runs', key, 'leaves', name, 'out'), 'utf8'),
    events: () =>
      readFileSync(join(home, 'runs', key, 'events.jsonl'), 'utf8')
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line) as Readonly<Record<string, unknown>>),
  };
}

/** Calls an activity as a worker does, in a context of its own. */
export async function inActivity<T>(work: () => Promise<T>, cancelled = new AbortController()): Promise<T> {
  const info = { attempt: 1 } as unknown as Context['info'];
  const never = new Promise<never>(() => undefined);
  const nobody = undefined as never;
  const context = new Context(info, never, cancelled.signal, () => undefined, undefined, nobody, nobody, {});
  return asyncLocalStorage.run(context, work);
}
