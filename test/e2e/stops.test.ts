import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { StatusView } from '../../src/contract/views.js';
import { follow, leafPids, replays, rig, tell, type Rig, type Told } from '../support/rig.js';
import { greenDo, redDo, type StoryLeaf } from '../support/story.js';

let rigged: Rig;
beforeAll(async () => void (rigged = await rig({ jail: 'process' })));
afterAll(() => rigged.close());

const branch = 'tdd/docs--issue';
const slow = { sleepMs: 2_500 };

/** Leaves that take their time in one phase, so that a stop meets them there. */
const slowIn: Readonly<Record<string, readonly StoryLeaf[]>> = {
  plan: [{ role: 'planner', phase: 'plan', step: '-', attempt: 1, do: [slow] }],
  'develop-red': [{ role: 'developer', phase: 'red', step: '1', attempt: 1, do: [...(redDo(1) ?? []), slow] }],
  'verify-red': [{ role: 'verifier', phase: 'red', step: '1', attempt: 1, do: [slow] }],
  'develop-green': [{ role: 'developer', phase: 'green', step: '1', attempt: 1, do: [...(greenDo(1) ?? []), slow] }],
  'verify-green': [{ role: 'verifier', phase: 'green', step: '1', attempt: 1, do: [slow] }],
  'develop-refactor': [{ role: 'developer', phase: 'refactor', step: '1', attempt: 1, do: [slow] }],
};

const modes = ['at-ledger', 'at-leaf', 'now'] as const;
type Mode = (typeof modes)[number];
const pairs = Object.keys(slowIn).flatMap((leaf) => modes.map((mode) => ({ leaf, mode })));
/** `npm test` takes each phase once and each mode twice; `npm run test:slow` (jest.slow.config.js) takes every pair. */
const cases =
  'everyPair' in globalThis
    ? pairs
    : pairs.filter((_pair, index) => (Math.floor(index / modes.length) + index) % modes.length === 0);

/** Commits that stand on the branch when the stop has bitten (design 4, Stop). */
function commitsAfter(leaf: string, mode: Mode): number {
  // A plan that is there when the leaf ends is committed: a commit is no leaf.
  if (leaf === 'plan') return mode === 'now' ? 0 : 1;
  if (leaf === 'develop-refactor') return 2;
  if (mode === 'at-ledger') return 2;
  // So is a verified tree.
  return leaf === 'verify-green' && mode === 'at-leaf' ? 2 : 1;
}

async function branchCommits(told: Told): Promise<number> {
  const found = await told.git('branch', '--list', branch);
  return found === '' ? 0 : Number(await told.git('rev-list', '--count', `main..${branch}`));
}

async function resume(told: Told): Promise<Told> {
  const { carry } = await told.result();
  return follow(rigged, { ...told, input: { ...told.input, gear: null, resume: carry } });
}

describe('each stop mode in each phase (F68, R-002-46…52)', () => {
  test.concurrent.each(cases)(
    '$mode while $leaf runs: nothing starts past the bound, nothing is lost, resume finishes',
    async ({ leaf, mode }) => {
      const told = await tell(rigged, { steps: 2, leaves: slowIn[leaf] ?? [] });
      await told.reach((_status, lines) => lines.at(-1) === `${leaf} starts`);
      await told.signal('requestStop', { mode, by: 'ann' });
      const stopped = await told.result();
      expect(stopped).toMatchObject({ outcome: 'stopped' });
      expect(stopped.report.cycle).toMatch(/phase \w+: \d of \d steps done/);
      expect(await branchCommits(told)).toBe(commitsAfter(leaf, mode));
      expect(await leafPids(stopped.report.firstRunId)).toEqual([]);
      if (mode === 'now') {
        const launched = (await told.events()).filter((event) => event.line.endsWith(' starts'));
        expect(launched.at(-1)?.line).toBe(`${leaf} starts`);
      }
      await replays(told);

      const again = await resume(told);
      const done = await again.result();
      expect(done).toMatchObject({ outcome: 'done', report: { steps: { total: 2, done: 2 } } });
      expect(done.report.firstRunId).toBe(stopped.report.firstRunId);
      const tasks = await told.git('log', '--format=%s', `main..${branch}`);
      expect(tasks.split('\n').filter((subject) => subject.startsWith('feat:'))).toHaveLength(2);
      await replays(again);
    },
  );

  test.concurrent.each(modes)('%s at the gate ends the run at once and keeps the test as an attempt', async (mode) => {
    const told = await tell(rigged, { steps: 1, gear: null });
    await told.reach((status: StatusView) => status.state === 'gate');
    await told.signal('requestStop', { mode });
    const { outcome, report, carry } = await told.result();
    expect(outcome).toBe('stopped');
    expect(report.attempts).toHaveLength(1);
    expect(carry.attempt).toMatchObject({ step: '1' });
    expect(await branchCommits(told)).toBe(1);
    await replays(told);
  });

  test.concurrent('Cancel in the Web UI counts as a stop now', async () => {
    const told = await tell(rigged, { steps: 1, leaves: slowIn['develop-red'] ?? [] });
    await told.reach((_status, lines) => lines.at(-1) === 'develop-red starts');
    await told.handle.cancel();
    const { outcome, report } = await told.result();
    expect(outcome).toBe('stopped');
    expect(await leafPids(report.firstRunId)).toEqual([]);
    await replays(told);
  });

  test.concurrent('an unreadable stop request counts as at-ledger, said aloud (R-002-51)', async () => {
    const told = await tell(rigged, { steps: 2, leaves: slowIn['develop-red'] ?? [] });
    await told.reach((_status, lines) => lines.at(-1) === 'develop-red starts');
    await told.signal('requestStop', { mode: 'whenever' });
    const { outcome, report } = await told.result();
    expect(outcome).toBe('stopped');
    expect(await branchCommits(told)).toBe(2);
    expect(report.notes.some((note) => note.includes('counts as "at-ledger"'))).toBe(true);
  });
});
