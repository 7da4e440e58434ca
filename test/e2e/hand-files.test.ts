import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { StatusView } from '../../src/contract/views.js';
import { follow, leafPids, replays, rig, tell, until, type Rig, type Told } from '../support/rig.js';
import { redDo, type StoryLeaf } from '../support/story.js';

let rigged: Rig;
beforeAll(async () => void (rigged = await rig({ jail: 'process' })));
afterAll(() => rigged.close());

/** They run side by side, on however few processors. */
const limitMs = 150_000;
const branch = 'tdd/docs--issue';
const gearFile = '.tdd/docs--issue/.current-gear';
const slow = { sleepMs: 2_000 };
const slowRed: StoryLeaf = {
  ...{ role: 'developer', phase: 'red', step: '1', attempt: 1 },
  do: [...(redDo(1) ?? []), slow],
};
const slowVerifier: StoryLeaf = { role: 'verifier', phase: 'red', step: '1', attempt: 1, do: [slow] };
const slowRefactor: StoryLeaf = { role: 'developer', phase: 'refactor', step: '1', attempt: 1, do: [slow] };

async function lay(told: Pick<Told, 'origin'>, file: string, text: string): Promise<void> {
  await mkdir(dirname(join(told.origin, file)), { recursive: true });
  await writeFile(join(told.origin, file), text);
}

const starts = (leaf: string) => (_status: StatusView, lines: readonly string[]) => lines.at(-1) === `${leaf} starts`;
const gateOf = (step: string) => (status: StatusView) => status.state === 'gate' && status.step?.id === step;

async function approve(told: Told): Promise<void> {
  await told.signal('approve', { test: (await told.status()).gate?.testHash ?? '' });
}

async function fromFiles(told: Told, name: string): Promise<StatusView['messages']> {
  return (await told.status()).messages.filter((one) => one.way === 'file' && one.name === name);
}

async function commits(told: Told): Promise<number> {
  return Number(await told.git('rev-list', '--count', `main..${branch}`));
}

async function resume(told: Told): Promise<Told> {
  const { carry } = await told.result();
  return follow(rigged, { ...told, input: { ...told.input, gear: null, resume: carry } });
}

describe('files that people edit in the origin', () => {
  test.concurrent(
    'C-15: a gear file edited between steps counts as a shift, and says which rule decided',
    async () => {
      const told = await tell(rigged, { steps: 3, leaves: [slowRefactor] });
      await told.reach(starts('develop-refactor'));
      expect(await readFile(join(told.origin, gearFile), 'utf8')).toContain('gear: review-after\nshifted: ');
      await lay(told, gearFile, 'gear: review-before\nshifted: 2026-09-13 — I want to see the next one\n');
      await told.reach(gateOf('2'));
      expect(await told.status()).toMatchObject({
        gear: { reason: 'named', why: 'shifted to review-before by the gear file: I want to see the next one' },
        shift: { from: 'file', gear: 'review-before' },
      });
      expect(await fromFiles(told, 'shiftGear')).toMatchObject([
        { taken: true, answer: expect.stringContaining('step 2') },
      ]);

      await lay(told, gearFile, '# in haste\ngear: review_after\nshifted: 2026-09-13 — x\n');
      await approve(told);
      await told.reach(gateOf('3'));
      const { gear, notes } = await told.status();
      expect(gear).toMatchObject({ gear: 'review-before', reason: 'unknown-gear' });
      expect(gear.why).toContain(`${gearFile}, line 2: found "gear: review_after"`);
      expect(notes.some((note) => note.includes('for example: gear: review-after'))).toBe(true);
      await approve(told);
      expect(await told.result()).toMatchObject({ outcome: 'done' });
      expect(await readFile(join(told.origin, gearFile), 'utf8')).toContain('# in haste');
      expect(await told.git('status', '--porcelain')).toBe('');
      await replays(told);
    },
    limitMs,
  );

  test.concurrent(
    'R-000-30, C-15: no shift makes no file; one by message is shown in it, and in no commit',
    async () => {
      const told = await tell(rigged, { steps: 2, gear: null });
      await told.reach(gateOf('1'));
      await expect(readFile(join(told.origin, gearFile))).rejects.toMatchObject({ code: 'ENOENT' });
      await told.signal('shiftGear', { gear: 'review-after', because: 'small\nsteps', by: 'ann', for: '2h' });
      expect(await told.result()).toMatchObject({ outcome: 'done' });
      const text = await readFile(join(told.origin, gearFile), 'utf8');
      expect(text).toMatch(/^# Written by Pawl: shifted by ann \(as claimed\) at \d{4}-.*Z, by a message \[\w+\]$/m);
      expect(text).toMatch(/^shifted: \d{4}-\d\d-\d\d — small steps$/m);
      expect(text).toMatch(/^until: \d{4}-.*Z$/m);
      expect(await fromFiles(told, 'shiftGear')).toEqual([]);
      const names = (await told.git('ls-tree', '-r', '--name-only', branch)).split('\n');
      expect(names.filter((name) => name.includes('.tdd') || name.includes('.current-gear'))).toEqual([
        '.tdd/docs--issue.md',
      ]);
      expect(await told.git('status', '--porcelain')).toBe('');
      await replays(told);
    },
    limitMs,
  );

  test.concurrent(
    'R-000-37: RALPH_STOP ends the run at the ledger commit, also a resumed one, until it is gone',
    async () => {
      const told = await tell(rigged, { steps: 2, leaves: [slowRed] });
      await told.reach(starts('develop-red'));
      await lay(told, 'RALPH_STOP', '');
      expect(await told.result()).toMatchObject({ outcome: 'stopped' });
      expect(await commits(told)).toBe(2);
      expect(await told.status()).toMatchObject({ stop: { mode: 'at-ledger', by: 'RALPH_STOP' } });
      expect(await fromFiles(told, 'requestStop')).toMatchObject([
        { taken: true, by: 'RALPH_STOP', answer: 'will stop after the green commit of step 1' },
      ]);
      await replays(told);

      const again = await resume(told);
      expect(await again.result()).toMatchObject({ outcome: 'stopped' });
      expect(await commits(again)).toBe(2);
      expect(await fromFiles(again, 'requestStop')).toMatchObject([{ taken: true, by: 'RALPH_STOP' }]);
      await replays(again);

      await rm(join(told.origin, 'RALPH_STOP'));
      const last = await resume(again);
      expect(await last.result()).toMatchObject({ outcome: 'done' });
      await replays(last);
    },
    limitMs,
  );

  test.concurrent(
    'R-002-46, R-002-50: .tdd/stop with "now": no leaf starts any more',
    async () => {
      const told = await tell(rigged, { steps: 1, leaves: [slowRed] });
      await told.reach(starts('develop-red'));
      // What was announced may still be looking for stop files itself.
      const { firstRunId } = await told.status();
      await until(async () => (await leafPids(firstRunId)).length > 0, 20_000);
      await lay(told, 'RALPH_STOP', '');
      await lay(told, '.tdd/stop', '# enough\nmode: now\n');
      const { outcome, report } = await told.result();
      expect(outcome).toBe('stopped');
      expect(report.attempts).toHaveLength(1);
      expect(await told.status()).toMatchObject({ stop: { mode: 'now', by: '.tdd/stop' } });
      expect((await told.events()).filter((event) => event.line.endsWith(' starts')).at(-1)?.line).toBe(
        'develop-red starts',
      );
      await replays(told);
    },
    limitMs,
  );

  test.concurrent(
    'C-20: a withdrawn stop is not asked for again by its file; its end withdraws nothing but is said',
    async () => {
      const told = await tell(rigged, { steps: 1, leaves: [slowRed, slowVerifier] });
      await told.reach(starts('develop-red'));
      await lay(told, '.tdd/stop', 'whenever you like\n');
      await told.reach((status) => status.stop !== null);
      expect((await told.status()).notes.some((note) => note.startsWith('.tdd/stop names no mode'))).toBe(true);
      await told.signal('withdrawStop');
      await told.reach(
        (status, lines) => status.stop === null && lines.some((line) => line.startsWith('develop-green')),
      );
      await rm(join(told.origin, '.tdd/stop'));
      expect(await told.result()).toMatchObject({ outcome: 'done' });
      expect(await fromFiles(told, 'requestStop')).toHaveLength(1);
      expect((await told.status()).notes).toContain('.tdd/stop is gone');
      await replays(told);
    },
    limitMs,
  );

  test.concurrent(
    'F67: a stop file that is written without a pause ends the run instead of keeping its leaf from starting',
    async () => {
      const told = await tell(rigged, { steps: 1, leaves: [slowRed] });
      const writer = setInterval(() => void lay(told, '.tdd/stop', 'at-ledger\n').catch(() => undefined), 5);
      try {
        expect(await told.result()).toMatchObject({ outcome: 'stopped' });
      } finally {
        clearInterval(writer);
      }
      expect((await told.status()).notes.at(-1)).toMatch(/changed 10 times in a row.*"at-leaf"/);
      await replays(told);
    },
    limitMs,
  );
});
