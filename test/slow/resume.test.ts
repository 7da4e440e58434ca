import { execFile } from 'node:child_process';
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { WorkflowFailedError } from '@temporalio/client';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { BailDetails } from '../../src/contract/result.js';
import { searchAttributes } from '../../src/contract/search-attributes.js';
import { Cause, causeClass } from '../../src/domain/run/causes.js';
import type { ResumeCarry, RunInput } from '../../src/contract/run-input.js';
import { follow, replays, rig, tell, type Rig, type Story, type Told } from '../support/rig.js';
import { redDo, storyFiles, storyIssue, storyScenario, type StoryLeaf } from '../support/story.js';

const run = promisify(execFile);
let rigged: Rig;
beforeAll(async () => void (rigged = await rig({ jail: 'process' })), 60_000);
afterAll(() => rigged.close());

const branch = 'tdd/docs--issue';
const ledger = '.tdd/docs--issue.md';
const gated: Story = { steps: 1, gear: null };

/** Goes on with what the last execution left; `otherwise` changes the input as a person's mend would. */
async function resume(told: Told, carry: ResumeCarry | null, otherwise: Partial<RunInput> = {}): Promise<Told> {
  return follow(rigged, { ...told, input: { ...told.input, gear: null, resume: carry, ...otherwise } });
}

function withScenario(told: Told, scenario: string, more: Partial<RunInput['options']> = {}): Partial<RunInput> {
  return { options: { ...told.input.options, scenario, ...more } };
}

/** How a run bailed, and what it left. */
async function bailOf(told: Told): Promise<BailDetails & { readonly cause: string }> {
  const error: unknown = await told.result().then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof WorkflowFailedError)) throw new Error(`expected a bail, got ${String(error)}`);
  const failure = error.cause;
  if (failure === undefined || !('type' in failure) || !('details' in failure) || !Array.isArray(failure.details)) {
    throw new Error('a bail has a type and details');
  }
  return { cause: String(failure.type), ...BailDetails.parse(failure.details[0]) };
}

/** R-004-42: what was tried, what failed and the next decision, in history, status, search attribute and report alike. */
async function bailStandsEverywhere(told: Told, { cause, report }: Awaited<ReturnType<typeof bailOf>>): Promise<void> {
  expect(report).toMatchObject({ outcome: 'bailed', cause, causeClass: causeClass(Cause.parse(cause)) });
  expect(report.message).not.toBe('');
  expect(report.tried.length).toBeGreaterThan(0);
  expect(report.next).toContain(`pawl resume ${told.id}`);
  expect(await told.handle.query('report')).toMatchObject(report);
  expect(await told.status()).toMatchObject({ state: 'bailed', cause });
  const { typedSearchAttributes } = await told.handle.describe();
  expect(typedSearchAttributes.get(searchAttributes.cause)).toBe(cause);
  // The half-done tree is there with the logs of the leaves that made it.
  const logs = report.notes.find((note) => note.startsWith('its logs: '));
  expect(logs).toMatch(/ show refs\/pawl\/attempt-logs\/\S+$/);
}

async function subjects(told: Told): Promise<readonly string[]> {
  const lines = (await told.git('log', '--reverse', '--format=%s', `main..${branch}`)).split('\n');
  return lines.filter((line) => line.startsWith('feat:'));
}

async function lines(told: Told): Promise<readonly string[]> {
  return (await told.events()).map((event) => event.line);
}

async function hashAtGate(told: Told): Promise<string> {
  await told.reach((status) => status.state === 'gate');
  return (await told.status()).gate?.testHash ?? '';
}

/** A person's commit on the run's branch, made beside the checkout. */
async function commitOnBranch(
  told: Told,
  path: string,
  edit: (text: string) => string,
  message: string,
): Promise<void> {
  const folder = join(rigged.folder, `person-${told.id.replaceAll('/', '-')}-${message.replace(/\W+/g, '-')}`);
  await told.git('worktree', 'add', '-q', folder, branch);
  const before = await readFile(join(folder, path), 'utf8').catch(() => '');
  await writeFile(join(folder, path), edit(before));
  await run('git', ['-C', folder, 'add', '-f', path]);
  await run('git', ['-C', folder, 'commit', '-qm', message]);
  await told.git('worktree', 'remove', '--force', folder);
}

/** Prompt of the newest leaf whose folder has such a name. */
async function promptOf(told: Told, leaf: RegExp): Promise<string> {
  const { firstRunId } = await told.status();
  const leaves = join(rigged.home, 'runs', firstRunId, 'leaves');
  const prompts = (await readdir(leaves))
    .filter((name) => leaf.test(name))
    .map((name) => join(leaves, name, 'prompt.txt'));
  const aged = await Promise.all(prompts.map(async (path) => ({ path, at: (await stat(path)).mtimeMs })));
  const newest = aged.sort((one, other) => other.at - one.at)[0];
  return readFile(newest?.path ?? 'none', 'utf8');
}

const twoRejects: readonly StoryLeaf[] = [
  { role: 'verifier', phase: 'green', step: '2', attempt: '*', answer: { verdict: 'REJECT', reasons: ['no'] } },
];
const hangs: readonly StoryLeaf[] = [
  { role: 'developer', phase: 'red', step: '2', attempt: '*', do: [...(redDo(2) ?? []), { hang: true }] },
];

describe('what a resume carries', () => {
  test.concurrent('an approval that came with a stop: the same test does not gate again', async () => {
    const told = await tell(rigged, gated);
    const test = await hashAtGate(told);
    await told.signal('approve', { test });
    await told.signal('requestStop', { mode: 'now' });
    const { outcome, carry } = await told.result();
    // Both messages may reach one task, or the approval alone; then GREEN was cut off.
    expect(outcome).toBe('stopped');
    expect(carry.approvedTests).toEqual([test]);
    const again = await resume(told, carry);
    expect(await again.result()).toMatchObject({ outcome: 'done' });
    expect((await lines(again)).some((line) => line.includes('was approved before and is unchanged'))).toBe(true);
    await replays(again);
  });

  test.concurrent('an approval counts for its hash only: another test gates again', async () => {
    const told = await tell(rigged, gated);
    const test = await hashAtGate(told);
    await told.signal('approve', { test });
    await told.signal('requestStop', { mode: 'now' });
    const { carry } = await told.result();
    const other: StoryLeaf = {
      role: 'developer',
      phase: 'red',
      step: '1',
      attempt: 1,
      do: [...(redDo(1) ?? []), { append: 'test/numbers.test.js', text: '// another\n' }],
    };
    const again = await resume(told, carry, withScenario(told, storyScenario(1, [other])));
    const second = await hashAtGate(again);
    expect(second).not.toBe(test);
    await again.signal('approve', { test: second });
    expect(await again.result()).toMatchObject({ outcome: 'done' });
  });

  test.concurrent('gear, spending and the kept test go on; the RED leaf is offered what was written', async () => {
    const told = await tell(rigged, { steps: 2, gear: null });
    await hashAtGate(told);
    await told.signal('shiftGear', { gear: 'review-after', because: 'small steps', by: 'ann' });
    await told.reach((_status, events) => events.some((line) => line.startsWith('step 2 of 2')));
    await told.signal('requestStop', { mode: 'at-leaf' });
    const { carry, report } = await told.result();
    const again = await resume(told, carry);
    const done = await again.result();
    expect(done).toMatchObject({ outcome: 'done', report: { firstRunId: report.firstRunId } });
    expect(done.report.gear).toContain('small steps');
    expect(done.report.spent.leaves).toBeGreaterThan(report.spent.leaves);
    expect((await lines(again)).some((line) => line.startsWith('gate:'))).toBe(false);
    if (carry.attempt !== null) expect(await promptOf(again, /develop-red-step-2$/)).toContain('n2 is 2');
  });

  test.concurrent('R27: a leaf that hung before it wrote anything does not push out the kept test', async () => {
    const told = await tell(rigged, { steps: 1, gear: null });
    await hashAtGate(told);
    await told.signal('requestStop', { mode: 'now' });
    const { carry } = await told.result();
    const idle: StoryLeaf = { role: 'developer', phase: 'red', step: '1', attempt: 1, do: [{ hang: true }] };
    const again = await resume(told, carry, withScenario(told, storyScenario(1, [idle])));
    await hashAtGate(again);
    expect(await promptOf(again, /develop-red-step-\d$/)).toContain('n1 is 1');
    await again.signal('requestStop', { mode: 'now' });
    expect((await again.result()).carry.attempt?.step).toBe('1');
  });
});

describe('resume after a bail: a fresh try of the step, finished steps stay', () => {
  test.concurrent.each([
    ['rejected', twoRejects],
    ['killed-hung', hangs],
  ] as const)('%s', async (cause, leaves) => {
    const told = await tell(rigged, { steps: 2, leaves, options: { idleTimeoutMs: 1_000 } });
    const bail = await bailOf(told);
    expect(bail.cause).toBe(cause);
    expect(bail.carry.attempt).toMatchObject({ step: '2' });
    await bailStandsEverywhere(told, bail);
    await replays(told);
    const again = await resume(told, bail.carry, withScenario(told, storyScenario(2)));
    expect(await again.result()).toMatchObject({ outcome: 'done', report: { steps: { total: 2, done: 2 } } });
    expect(await promptOf(again, /develop-red-step-\d$/)).toContain('n2 is 2');
    expect(await subjects(told)).toEqual(['feat: n1 is known', 'feat: n2 is known']);
    await replays(again);
  });

  test.concurrent('baseline-red, once a person has mended the base', async () => {
    const broken = storyFiles['test/numbers.test.js'].replace("value('zero'), 0", "value('zero'), 9");
    const told = await tell(rigged, { steps: 1, files: { 'test/numbers.test.js': broken } });
    const bail = await bailOf(told);
    expect(bail.cause).toBe('baseline-red');
    await writeFile(join(told.origin, 'test/numbers.test.js'), storyFiles['test/numbers.test.js']);
    await told.git('commit', '-qam', 'mend');
    expect(await (await resume(told, bail.carry)).result()).toMatchObject({ outcome: 'done' });
  });

  test.concurrent('dirty-origin, once the checkout is clean', async () => {
    const told = await tell(rigged, { steps: 1, leaves: [] });
    await told.result();
    const dirty = await tell(rigged, { steps: 1, leaves: [], options: { base: 'gone' } });
    const bail = await bailOf(dirty);
    expect(bail.cause).toBe('base-unknown');
    await dirty.git('tag', 'gone');
    await writeFile(join(dirty.origin, 'src/numbers.js'), '// half-way\n');
    const again = await bailOf(await resume(dirty, bail.carry));
    expect(again.cause).toBe('dirty-origin');
    await dirty.git('checkout', '-q', '--', '.');
    expect(await (await resume(dirty, again.carry)).result()).toMatchObject({ outcome: 'done' });
  });

  test.concurrent(
    "F48: branch-moved: a person's commit stays, Pawl's unpushed one is kept aside, the step is redone",
    async () => {
      const slow: StoryLeaf = {
        role: 'verifier',
        phase: 'green',
        step: '2',
        attempt: 1,
        do: [{ sleepMs: 2_500 }],
      };
      const told = await tell(rigged, { steps: 2, leaves: [slow] });
      await told.reach(
        (_status, events) =>
          events.at(-1) === 'verify-green starts' && events.some((line) => line.startsWith('step 2')),
      );
      await commitOnBranch(told, 'NOTES.md', () => 'mine\n', 'a person');
      const bail = await bailOf(told);
      expect(bail.cause).toBe('branch-moved');
      await replays(told);
      const again = await resume(told, bail.carry);
      const done = await again.result();
      expect(done).toMatchObject({ outcome: 'done', report: { steps: { total: 2, done: 2 }, pushed: 'pushed' } });
      expect(done.report.notes.some((note) => note.includes('refs/pawl/attempts/'))).toBe(true);
      expect(await told.git('log', '--format=%s', `main..${branch}`)).toContain('a person');
      expect(await subjects(told)).toEqual(['feat: n1 is known', 'feat: n2 is known']);
      await replays(again);
    },
  );
});

describe('a person at work on the branch between stop and resume', () => {
  /** Stopped after its first step, whose refactoring is still open. */
  async function stoppedAfterOne(): Promise<{ told: Told; carry: ResumeCarry }> {
    const slow: StoryLeaf = { role: 'verifier', phase: 'green', step: '1', attempt: 1, do: [{ sleepMs: 1_500 }] };
    const told = await tell(rigged, { steps: 2, leaves: [slow] });
    await told.reach((_status, events) => events.at(-1) === 'verify-green starts');
    await told.signal('requestStop', { mode: 'at-ledger' });
    const { carry } = await told.result();
    return { told, carry };
  }

  test.concurrent('a commit of their own is built upon', async () => {
    const { told, carry } = await stoppedAfterOne();
    await commitOnBranch(told, 'NOTES.md', () => 'mine\n', 'a person');
    const done = await (await resume(told, carry)).result();
    expect(done).toMatchObject({ outcome: 'done' });
    expect(done.report.notes.some((note) => note.includes('taken over from the origin'))).toBe(true);
    expect(done.report.notes.some((note) => note.includes("are not Pawl's"))).toBe(true);
    expect(await told.git('show', `${branch}:NOTES.md`)).toBe('mine');
  });

  test.concurrent('a step unticked by hand is done again; one ticked by hand is not', async () => {
    const { told, carry } = await stoppedAfterOne();
    const revert = (text: string): string => text.replace(/^test\('n1 .*\n/m, '');
    await commitOnBranch(told, 'test/numbers.test.js', revert, 'no test');
    await commitOnBranch(told, 'src/numbers.js', (text) => text.replace('  n1: 1,\n', ''), 'no code');
    await commitOnBranch(
      told,
      ledger,
      (text) => text.replace('- [x] 1.', '- [ ] 1.').replace('- [ ] 2.', '- [X] 2.'),
      'swap the ticks',
    );
    const done = await (await resume(told, carry)).result();
    expect(done).toMatchObject({ outcome: 'done', report: { steps: { total: 2, done: 2 } } });
    expect(await subjects(told)).toEqual(['feat: n1 is known', 'feat: n1 is known']);
    expect(await told.git('show', `${branch}:${ledger}`)).toContain('- [X] 2.');
  });

  test.concurrent('a ledger that can no longer be read bails by name, and goes on once it is mended', async () => {
    const { told, carry } = await stoppedAfterOne();
    await commitOnBranch(told, ledger, (text) => text.replace('## Steps', '## Stepz'), 'spoil');
    const bail = await bailOf(await resume(told, carry));
    expect(bail.cause).toBe('plan-invalid');
    expect(bail.report.message).toContain('## Stepz');
    await commitOnBranch(told, ledger, (text) => text.replace('## Stepz', '## Steps'), 'mend');
    expect(await (await resume(told, bail.carry)).result()).toMatchObject({ outcome: 'done' });
  });

  test.concurrent(
    "T1: the issue edited meanwhile: the verifier judges by the ledger's criterion, as the developer works by it",
    async () => {
      const { told, carry } = await stoppedAfterOne();
      const edited = storyIssue(2).replace("`value('n2')` is 2", 'something else altogether');
      await writeFile(join(told.origin, 'docs/issue.md'), edited);
      await told.git('commit', '-qam', 'edit the issue');
      const again = await resume(told, carry);
      expect(await again.result()).toMatchObject({ outcome: 'done' });
      for (const leaf of [/develop-red-step-2$/, /verify-red-step-2$/]) {
        expect(await promptOf(again, leaf)).toMatch(/riterion.*\n```text\n`value\('n2'\)` is 2\n/);
      }
    },
  );

  test.concurrent('two pending marks by hand cost two refactor leaves, not an endless row of them', async () => {
    const { told, carry } = await stoppedAfterOne();
    await commitOnBranch(
      told,
      ledger,
      (text) =>
        text.replace('- [ ] 2.', '- [x] 2.').replace('<!-- criterion 2 -->', '<!-- criterion 2 · refactor pending -->'),
      'tick by hand',
    );
    const again = await resume(told, carry);
    expect(await again.result()).toMatchObject({ outcome: 'done' });
    expect((await lines(again)).filter((line) => line === 'develop-refactor starts').length).toBeLessThanOrEqual(2);
    expect(await told.git('show', `${branch}:${ledger}`)).not.toContain('pending');
  });

  test.concurrent('the branch checked out: the push waits, and a later start delivers it', async () => {
    const { told, carry } = await stoppedAfterOne();
    await told.git('checkout', '-q', branch);
    const before = await told.git('rev-parse', branch);
    const done = await (await resume(told, carry)).result();
    expect(done.report.pushed).toContain('deferred: the branch is checked out');
    expect(done.report.next).toContain('--again');
    expect(await told.git('rev-parse', branch)).toBe(before);
    expect(await told.git('status', '--porcelain')).toBe('');
    await told.git('checkout', '-q', 'main');
    const delivered = await (await resume(told, null)).result();
    expect(delivered).toMatchObject({ outcome: 'done', report: { pushed: 'pushed' } });
    expect(await subjects(told)).toEqual(['feat: n1 is known', 'feat: n2 is known']);
  });

  test.concurrent('R-004-24: the base as typed is gone: the run keeps the base its ledger names', async () => {
    const told = await tell(rigged, { steps: 1, gear: null });
    const base = await told.git('rev-parse', 'main');
    await hashAtGate(told);
    await told.signal('requestStop', { mode: 'now' });
    const { carry } = await told.result();
    const gone = { options: { ...told.input.options, base: 'deleted-since' } };
    const again = await resume(told, carry, gone);
    await again.signal('shiftGear', { gear: 'review-after', because: 'a test' });
    const done = await again.result();
    expect(done).toMatchObject({ outcome: 'done', report: { base: { ref: 'deleted-since', sha: base } } });
  });
});

test('F17, F18: history gone, and then Pawl’s home too: the ledger on the branch says where to go on', async () => {
  const told = await tell(rigged, { steps: 2, leaves: hangs, options: { idleTimeoutMs: 1_000 } });
  expect((await bailOf(told)).cause).toBe('killed-hung');
  const home = join(told.origin, '..');
  const fresh = await rig({ jail: 'process' });
  try {
    const hostId = (await readFile(join(fresh.home, 'host-id'), 'utf8')).trim();
    const options = { ...told.input.options, scenario: storyScenario(2) };
    const elsewhere = await follow(fresh, { ...told, input: { ...told.input, hostId, options, resume: null } });
    const done = await elsewhere.result();
    expect(done).toMatchObject({ outcome: 'done', report: { steps: { total: 2, done: 2 } } });
    const said = (await lines(elsewhere)).join('\n');
    expect(said).toMatch(
      /^found the branch \S+ at [0-9a-f]{10} \(as pushed\) with \.tdd\/docs--issue\.md: its first open/m,
    );
    expect(said).toContain('nothing of an earlier execution is left');
    expect(said).toMatch(/^step 2 of 2: /m);
    expect(await subjects(told)).toEqual(['feat: n1 is known', 'feat: n2 is known']);
    expect(home).toBe(rigged.folder);
  } finally {
    await fresh.close();
  }
}, 90_000);
