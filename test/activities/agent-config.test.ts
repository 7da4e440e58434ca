import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { critique } from '../../src/activities/critique.js';
import { domainReview } from '../../src/activities/domain-review.js';
import { plan } from '../../src/activities/plan.js';
import type { Tools } from '../../src/activities/tools.js';
import { verify } from '../../src/activities/verify.js';
import type { DevelopReport } from '../../src/contract/activities.js';
import { isAgentConfig } from '../../src/domain/files/agent-config.js';
import { standardRules } from '../../src/domain/run/discipline.js';
import type { Agent } from '../../src/ports/agent.js';
import { jailKinds } from '../adapters/process/support/rig.js';
import { activityRig, type ActivityRig } from '../support/activity-rig.js';
import { removeRepositories } from '../support/git-repos.js';
import { plantedFor, plantedPaths } from '../support/planted.js';
import { observedStep, testFile, type ObservedStep, type StepWish } from './observe-support.js';

let rigs: ReadonlyMap<string, ActivityRig>;
beforeAll(async () => {
  rigs = new Map(await Promise.all(jailKinds.map(async (jail) => [jail, await activityRig({ jail })] as const)));
});
afterEach(removeRepositories);
afterAll(async () => {
  for (const rig of rigs.values()) await rig.remove();
});

const canary = randomUUID();
const planted = plantedFor(`/nowhere/${canary}`);

/** Every name it can find around itself, and all that its throw-away history knows; then what its files say of a mark. */
const look = [
  'find . ../base -path ./.git -prune -o \\( -type f -o -type l \\) -print 2>/dev/null',
  'git rev-list --objects --all 2>/dev/null | cut -d" " -f2-',
  `grep -rl ${canary} . ../base 2>/dev/null | sed 's/^/HOLDS /'`,
].join('; ');

interface Stage {
  readonly step: ObservedStep;
  readonly rig: ActivityRig;
  readonly tools: Tools;
  /** What the last leaf printed. */
  seen(): string;
}

async function stage(jail: string, script: string, wish: StepWish, answer: unknown = {}): Promise<Stage> {
  const rig = rigs.get(jail);
  if (rig === undefined) throw new Error(`no rig for ${jail}`);
  let seen = '';
  const agent: Agent = {
    name: 'test',
    scripted: true,
    needsNetwork: false,
    probe: () => Promise.resolve({ usable: true, version: null, problem: null }),
    plan: (job) => ({ argv: ['sh', '-c', script], env: {}, stdin: job.prompt, readable: [] }),
    conclude: (_job, result) => {
      seen = result.out.tail;
      return Promise.resolve({ outcome: 'done', answer, usage: null, message: 'done', resetAtMs: null });
    },
    event: () => null,
  };
  const tools = { ...rig.tools, findAgent: () => ({ agent }) };
  return { rig, tools, step: await observedStep({ ...rig, tools }, wish), seen: () => seen };
}

describe.each(jailKinds)('T3: agent configuration of the repository, jail %s', (jail) => {
  test('nothing of it is in the folder of any role, in whatever depth and spelling', async () => {
    const wish = { base: { ...planted, '.tdd/notes.md': 'x\n' } };
    const { step, tools, rig, seen } = await stage(jail, look, wish);
    const { scope, base } = step;
    const label = (phase: 'red' | 'plan' | 'critic' | 'refactor', serial: string) =>
      ({ step: '1', phase, attempt: 1, serial, stopSeen: null }) as const;
    const evidence = (await step.baseline()).report;
    const review = { scope, store: null, tree: base, evidence, testFiles: [testFile] };
    const [ledgerStep] = [{ id: '1', title: 'totals', criterion: 1, done: false, refactorPending: false }];
    const roles: Readonly<Record<string, () => Promise<unknown>>> = {
      planner: () => rig.inActivity(() => plan(tools, { scope, label: label('plan', 'p'), feedback: [], answers: [] })),
      developer: () => step.develop({ phase: 'red' }),
      debugger: () => step.develop({ role: 'debugger' }),
      verifier: () =>
        rig.inActivity(() =>
          verify(tools, { ...review, label: label('refactor', 'v'), phase: 'refactor', criterionNumber: 1, base }),
        ),
      critic: async () => {
        const author = { name: 'Ada', email: 'ada@example.org' };
        const parent = (await step.trusted.resolveInOrigin('main')) ?? '';
        const tip = await step.trusted.writeCommit({ tree: base, parent, message: 'feat: x', author, atMs: 0 });
        return rig.inActivity(() => critique(tools, { ...review, label: label('critic', 'c'), round: 1, tip }));
      },
      'domain reviewer': () =>
        rig.inActivity(() =>
          domainReview(tools, { ...review, label: label('red', 'd'), phase: 'red', step: ledgerStep, base }),
        ),
    };
    for (const [role, play] of Object.entries(roles)) {
      await play();
      const names = seen().split('\n');
      expect([role, names.filter((name) => isAgentConfig(name.replace(/^\.{1,2}\/(?:base\/)?/, '')))]).toEqual([
        role,
        [],
      ]);
      // An ordinary file of the same repository is there, so that nothing is proved by an empty folder.
      expect([role, seen().includes('package.json')]).toEqual([role, role !== 'domain reviewer']);
      expect([role, seen().includes('HOLDS')]).toEqual([role, false]);
    }
    // The rule knows every planted path, and no other file of this repository.
    expect(plantedPaths(planted).filter((path) => !isAgentConfig(path))).toEqual([]);
  });

  test('a change keeps all of it, byte for byte, mode for mode', async () => {
    const writes = "echo 'export const add = 1;' > src/cart.js";
    const { step } = await stage(jail, writes, { base: planted });
    const report = await step.develop();
    expect(report).toMatchObject({ refusals: [], changed: ['src/cart.js'] });
    expect(await step.trusted.changes(step.base, report.tree ?? '')).toEqual([
      { kind: 'modified', path: 'src/cart.js', mode: '100644' },
    ]);
  });
});

const edits = "echo 'export const add = 1;' > src/cart.js";

async function edit(script: string, wish: StepWish, phase: 'red' | 'green' = 'green'): Promise<DevelopReport & Stage> {
  const at = await stage('process', script, wish);
  return { ...(await at.step.develop({ phase })), ...at };
}

describe('T3, T10: a leaf and agent configuration', () => {
  const made = (path: string): string =>
    `${path} configures coding agents, is withheld here and not among the files of the plan: remove the file`;

  test.each([
    ['a file that the base has', '.claude/settings.json', { base: planted }],
    ['a new one, in another spelling', 'src/agents.MD', {}],
  ])('one that it makes itself is refused by name, and the rest of its work is kept: %s', async (_what, path, wish) => {
    const script = `${edits}; mkdir -p .claude; echo '{"hooks":{}}' > ${path}`;
    const { refusals, tree, step, notes } = await edit(script, wish);
    expect(refusals).toEqual([made(path)]);
    expect(notes.join()).not.toContain('left out');
    expect(await step.trusted.changes(step.base, tree ?? '')).toEqual([
      { kind: 'modified', path: 'src/cart.js', mode: '100644' },
    ]);
  });

  test('alone it is a refusal, too; what the base ignores counts for nobody', async () => {
    const { refusals } = await edit('echo x > AGENTS.md', {});
    expect(refusals).toEqual([made('AGENTS.md')]);
    const state = await edit(`${edits}; mkdir .opencode; echo x > .opencode/state`, {
      base: { '.gitignore': '.opencode\n' },
    });
    expect(state).toMatchObject({ refusals: [], changed: ['src/cart.js'] });
  });

  test('a planned one is laid, said and taken; others beside it are not laid', async () => {
    const files = ['CLAUDE.md', 'src/cart.js', testFile];
    const wish = { base: { ...planted, 'CLAUDE.md': 'Use tabs.\n' }, files };
    const { refusals, tree, step, notes, seen } = await edit(
      'cat CLAUDE.md; ls -A; echo Use blanks. > CLAUDE.md',
      wish,
    );
    expect(refusals).toEqual([]);
    expect(seen()).toMatch(/^Use tabs\.\n/);
    expect(seen()).not.toContain('.mcp.json');
    expect(notes).toContain('configures coding agents, and is laid because it may change: CLAUDE.md');
    expect(await step.trusted.readFile(tree ?? '', 'CLAUDE.md')).toBe('Use blanks.\n');
    expect(await step.trusted.changes(step.base, tree ?? '')).toHaveLength(1);
  });

  test('R-004-20: one that a person allowed is laid and taken', async () => {
    const allowed = [{ path: '.claude/settings.json', because: 'asked for', by: 'ada', atMs: 0 }];
    const script = "cat .claude/settings.json; ls .claude; echo '{}' > .claude/settings.json";
    const { refusals, changed, seen } = await edit(script, { base: planted, facts: { allowed } });
    expect(refusals).toEqual([]);
    expect(changed).toEqual(['.claude/settings.json']);
    expect(seen()).toMatch(/^\{"hooks".*\nsettings\.json\n$/);
  });

  test('under isolation split both are left out of RED, and none of it stands in the brief', async () => {
    const discipline = { ...standardRules, isolation: 'split' } as const;
    const script = `cat; ${look}; mkdir -p test; echo x > ${testFile}`;
    const { seen, step, tree, changed } = await edit(script, { base: planted, facts: { discipline } }, 'red');
    expect(seen()).not.toContain('./src/cart.js');
    expect(seen()).not.toContain('.opencode/plugin');
    expect(changed).toEqual([testFile]);
    expect(await step.trusted.changes(step.base, tree ?? '')).toHaveLength(1);
  });

  test('where the operator allows it, planner, developer and debugger get all of it; who judges does not', async () => {
    const walls = { agentConfig: 'allow', network: {} } as const;
    const at = await stage('process', `${look}; ${edits}`, { base: planted, facts: { walls } });
    const report = await at.step.develop();
    for (const path of ['.mcp.json', '.claude/settings.json', 'packages/inner/CLAUDE.md']) {
      expect(at.seen()).toContain(`./${path}\n`);
    }
    expect(report).toMatchObject({ refusals: [], changed: ['src/cart.js'] });
    const evidence = (await at.step.baseline()).report;
    const label = { step: '1', phase: 'red', attempt: 1, serial: 'v', stopSeen: null } as const;
    const { scope, base } = at.step;
    const input = { scope, store: null, label, phase: 'red', criterionNumber: 1, tree: base, base } as const;
    await at.rig.inActivity(() => verify(at.tools, { ...input, evidence, testFiles: [testFile] }));
    expect(at.seen()).not.toContain('.mcp.json');
  });
});
