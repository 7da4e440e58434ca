import { afterAll, describe, expect, test } from '@jest/globals';
import { nextStep } from '../../src/activities/next-step.js';
import { readProvenance, standingAt } from '../../src/activities/provenance.js';
import { loadLedger } from '../../src/activities/ledger-at.js';
import { openRun } from '../../src/activities/run-facts.js';
import { tick } from '../../src/texts/ledger-marks.js';
import { git } from '../support/git-repos.js';
import { branch, ledgerPath, quickRig, removeQuickRigs } from './quick-rig.js';

afterAll(removeQuickRigs);

/** A checkout of the branch in which a person, or a forger, works with real git. */
async function hand() {
  const at = await quickRig();
  const path = at.origin.path;
  await git(path, ['fetch', '--quiet', at.trusted.path, `${branch}:${branch}`]);
  await git(path, ['checkout', '--quiet', branch]);
  const tip = (): Promise<string> => git(path, ['rev-parse', 'HEAD']);
  const commitWith = async (...args: readonly string[]): Promise<string> => {
    await git(path, ['add', '--all', '--force']);
    await git(path, ['commit', '--quiet', '--allow-empty', ...args]);
    return tip();
  };
  return {
    ...at,
    tip,
    commitWith,
    tickByHand: async (id: string) => {
      const text = (await at.trusted.readFile(at.tip, ledgerPath)) ?? '';
      await at.origin.write({ [ledgerPath]: tick(text, id, { pending: false }) });
      return commitWith('-m', 'tick');
    },
    look: async () => {
      await at.trusted.fetch();
      const run = await openRun(at.tools, await at.scope());
      const end = await tip();
      const ledger = await loadLedger(run, end);
      const files = ledger.files.map((file) => file.path);
      return readProvenance(at.trusted, { base: at.base, tip: end, ledger, files });
    },
  };
}

const code = (id: string): string => `feat: n${id}\n\nTask: ${id}\n`;

describe('ticks against commits, by real git', () => {
  test('code with its Task counts, and says nothing', async () => {
    const at = await hand();
    await at.origin.write({ 'src/a.js': 'one\n' });
    await at.commitWith('-m', code('1'));
    await at.tickByHand('1');
    expect(await at.look()).toEqual({ reopened: [], evidenced: [], notes: [] });
  });

  test('R-001-41: a bare empty commit with Task completes nothing', async () => {
    const at = await hand();
    const sha = await at.commitWith('-m', 'feat: n1', '-m', 'Task: 1');
    await at.tickByHand('1');
    const seen = await at.look();
    expect(seen.reopened).toEqual(['1']);
    expect(seen.notes).toEqual([expect.stringContaining(`counts as open: ${sha.slice(0, 10)}: an empty commit`)]);
  });

  test('R-001-36: evidence that holds counts with and without a tick, by a short sha too', async () => {
    const at = await hand();
    await at.origin.write({ 'src/a.js': 'one\n' });
    const done = await at.commitWith('-m', 'refactor: more than one step at once');
    await at.commitWith('-m', 'docs: n1', '-m', `Task: 1\nEvidence: satisfied-by ${done.slice(0, 8)}`);
    await at.commitWith('-m', 'docs: n2', '-m', 'Task: T2\nEvidence: skipped nobody needs it');
    await at.tickByHand('1');
    const seen = await at.look();
    expect(seen.evidenced).toEqual(['1', '2']);
    expect(seen.notes).toEqual([
      expect.stringContaining(`step 1 is done by evidence: satisfied-by ${done}`),
      expect.stringContaining('step 2 is done by evidence: skipped: nobody needs it'),
    ]);
  });

  test('evidence may cite what was there before the run', async () => {
    const at = await hand();
    await at.commitWith('-m', 'docs: n1', '-m', `Task: 1\nEvidence: satisfied-by ${at.base}`);
    expect((await at.look()).evidenced).toEqual(['1']);
  });

  const forgeries: readonly (readonly [string, (at: Awaited<ReturnType<typeof hand>>) => Promise<string>, string])[] = [
    ['a commit that is not there', () => Promise.resolve('deadbeef00'), 'there is no one commit deadbeef00'],
    ['an empty commit', (at) => at.commitWith('-m', 'nothing'), 'is empty'],
    [
      'a commit of another branch',
      async (at) => {
        await git(at.origin.path, ['checkout', '--quiet', '-b', 'elsewhere']);
        await at.origin.write({ 'src/a.js': 'elsewhere\n' });
        const sha = await at.commitWith('-m', 'elsewhere');
        await git(at.origin.path, ['checkout', '--quiet', branch]);
        return sha;
      },
      'is no ancestor',
    ],
    [
      'a commit that touches other files',
      async (at) => {
        await at.origin.write({ 'docs/x.md': 'x\n' });
        return at.commitWith('-m', 'docs');
      },
      "touches none of the step's files",
    ],
    ['a tree, not a commit', (at) => git(at.origin.path, ['rev-parse', 'HEAD^{tree}']), 'there is no one commit'],
  ];
  test.each(forgeries)('a forgery is refused with both shas: %s', async (_what, cite, why) => {
    const at = await hand();
    const cited = await cite(at);
    const sha = await at.commitWith('-m', 'docs: n1', '-m', `Task: 1\nEvidence: satisfied-by ${cited}`);
    await at.tickByHand('1');
    const seen = await at.look();
    expect(seen).toMatchObject({ reopened: ['1'], evidenced: [] });
    expect(seen.notes[0]).toContain(`${sha.slice(0, 10)}, which cites ${cited.slice(0, 10)}: `);
    expect(seen.notes[0]).toContain(why);
  });

  test('R-001-37: skipped without a reason', async () => {
    const at = await hand();
    await at.commitWith('-m', 'docs: n1', '-m', 'Task: 1\nEvidence: skipped');
    expect(await at.look()).toMatchObject({ evidenced: [], notes: [expect.stringContaining('step 1 stays open')] });
  });

  test('R-001-40: trailers split over paragraphs do not parse, so they claim nothing', async () => {
    const at = await hand();
    await at.commitWith('-m', 'docs: n1', '-m', 'Task: 1', '-m', 'Evidence: skipped no need');
    expect(await at.look()).toEqual({ reopened: [], evidenced: [], notes: [] });
  });

  test('a tick by hand alone counts as a person’s, and is named', async () => {
    const at = await hand();
    await at.tickByHand('2');
    expect(await at.look()).toMatchObject({
      reopened: [],
      notes: [expect.stringContaining('step 2 is ticked by hand')],
    });
  });

  test('a path that a person allowed although the plan has it is said', async () => {
    const at = await hand();
    const allowed = [{ path: 'src/a.js', because: 'x', by: null, atMs: 0 }];
    const facts = { tip: at.tip, originTip: null, ledger: at.ledger, baseSha: at.base, notes: [] };
    const branchFacts = { ...facts, tip: await at.tip() };
    const seen = await standingAt(at.trusted, branchFacts, at.base, allowed);
    expect(seen.notes).toEqual(['src/a.js is among the files of the plan already: allowing it changes nothing']);
  });
});

describe('the next step, by the commits', () => {
  const gearFile = { seen: null, shift: null, nowMs: 0 };

  test('what was forged is open again until code stands for it; what has evidence is done', async () => {
    const at = await hand();
    await at.commitWith('-m', 'feat: n1', '-m', 'Task: 1');
    await at.commitWith('-m', 'docs: n2', '-m', 'Task: 2\nEvidence: skipped nobody needs it');
    const forged = await at.tickByHand('1');
    const { reopened, evidenced } = await at.look();
    const scope = await at.scope({ completion: { reopened: [...reopened], evidenced: [...evidenced] } });
    const ask = (tip: string) => nextStep(at.tools, { scope, tip, refactorSettled: null, gearFile, sentBack: [] });
    expect(await ask(forged)).toMatchObject({ done: 1, next: { kind: 'step', step: { id: '1' } } });
    await at.origin.write({ 'src/a.js': 'one\n' });
    const done = await at.commitWith('-m', code('1'));
    await at.trusted.fetch();
    expect(await ask(done)).toMatchObject({ done: 2, next: { kind: 'step', step: { id: '3' } } });
  });
});
