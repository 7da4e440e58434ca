import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { commit } from '../../src/activities/commit.js';
import { nextStep } from '../../src/activities/next-step.js';
import { readSpec, type Spec } from '../../src/activities/spec.js';
import type { CommitInput } from '../../src/contract/activities.js';
import type { MoreLabels } from '../../src/domain/plan/task-labels.js';
import type { Driver } from '../../src/domain/run/phase.js';
import { activityRig, type ActivityRig } from '../support/activity-rig.js';
import { removeRepositories, repository, type TestRepository } from '../support/git-repos.js';
import { quickRig, removeQuickRigs } from './quick-rig.js';

const folder = 'specs/0001 Odd Name';
const listPath = `${folder}/tasks.md`;
const list = '# Numbers\n- [x] 1.1 One\n- [ ] 1.2 Two\n  - [ ] 1.2.1 A part\n- [ ] 1.3 Three\n';
const approvals = ['.requirements-approved', '.design-approved', '.tasks-approved'];
const approved = Object.fromEntries(approvals.map((name) => [`${folder}/${name}`, '']));

let rig: ActivityRig;
beforeAll(async () => void (rig = await activityRig({ jail: 'process' })));
afterAll(async () => {
  await rig.remove();
  await removeQuickRigs();
  await removeRepositories();
});

async function read(origin: TestRepository, driver: Driver = 'implement', labels: MoreLabels = {}): Promise<Spec> {
  const trusted = await rig.tools.repositories.open(origin);
  await trusted.fetch();
  const base = await origin.git('rev-parse', 'HEAD');
  const file = `${origin.path}/${listPath}`;
  const source = { kind: 'spec', origin: origin.path, file, slug: 'x', issueNumber: null, folder } as const;
  return readSpec(rig.tools, trusted, { base, source, driver, labels });
}

async function commitAll(origin: TestRepository, files: Readonly<Record<string, string>>): Promise<void> {
  await origin.write(files);
  await origin.git('add', '--all', '--force');
  await origin.git('commit', '--quiet', '--message', 'by hand');
}

describe('a spec at the base (R-000-46…49)', () => {
  test('its title, its words, its list; requirements stand for the words', async () => {
    const origin = await repository({ [listPath]: list, ...approved, [`${folder}/requirements.md`]: 'Wanted.\n' });
    expect(await read(origin)).toMatchObject({ title: 'Numbers', body: 'Wanted.\n', list, notes: [] });
  });

  test('R-000-48: without a person’s approval nothing starts, and the command that approves is said', async () => {
    const origin = await repository({ [listPath]: list });
    await expect(read(origin)).rejects.toMatchObject({
      type: 'not-approved',
      message: expect.stringContaining(`touch '${folder}/.tasks-approved' && git add`),
    });
  });

  test('approved in the checkout alone it counts for the list at the base, said aloud; ralph asks for all three', async () => {
    const origin = await repository({ [listPath]: list });
    await origin.write({ [`${folder}/.tasks-approved`]: '' });
    const { notes } = await read(origin);
    expect(notes.join('\n')).toContain('.tasks-approved is not committed: it counts as approval of the list');
    expect(notes.join('\n')).toContain('.design-approved is not there');
    await expect(read(origin, 'ralph')).rejects.toMatchObject({ type: 'not-approved' });
  });

  test('R-000-49: marks may have changed since the approval; a word may not, and the difference is shown', async () => {
    const origin = await repository({ [listPath]: list, ...approved });
    await commitAll(origin, { [listPath]: list.replace('- [ ] 1.3', '- [~] 1.3') });
    expect((await read(origin)).notes).toEqual([]);
    await commitAll(origin, { [listPath]: list.replace('1.3 Three', '1.3 Four') });
    await expect(read(origin)).rejects.toMatchObject({
      type: 'list-changed',
      message: expect.stringContaining('-- [ ] 1.3 Three\n+- [ ] 1.3 Four'),
    });
    await commitAll(origin, { [`${folder}/.tasks-approved`]: 'again\n' });
    expect((await read(origin)).list).toContain('Four');
  });

  test('C-23: a list without boxes is no-tasks, never done; one that is not committed is named', async () => {
    const plain = await repository({ [listPath]: '# T\n- one\n- two\n', ...approved });
    await expect(read(plain)).rejects.toMatchObject({ type: 'no-tasks' });
    const none = await repository({ 'a.txt': 'a\n' });
    await expect(read(none)).rejects.toMatchObject({
      type: 'source-unusable',
      message: expect.stringContaining(`git add -- '${listPath}'`),
    });
  });
});

/** A run on a spec, as its activities see it. */
async function specRig(text: string = list, labels: MoreLabels = {}) {
  const at = await quickRig({ [listPath]: text, ...approved });
  const spec = { folder, list: await at.tools.artifacts.put('run-1', text), labels };
  const scope = await at.scope({ ledgerPath: listPath, spec });
  const gearFile = { seen: null, shift: null, nowMs: 0 };
  const tip = { sha: at.tip, origin: null as string | null };
  return {
    ...at,
    next: () =>
      at.inActivity(() => nextStep(at.tools, { scope, tip: tip.sha, refactorSettled: null, gearFile, sentBack: [] })),
    commit: async (more: Partial<CommitInput>) => {
      const input = {
        ...(await at.commitInput()),
        scope,
        parent: tip.sha,
        tree: await at.trusted.treeOf(tip.sha),
        originTip: tip.origin,
        ...more,
      };
      const made = await at.inActivity(() => commit(at.tools, input));
      tip.sha = made.sha;
      tip.origin = made.originTip;
      return made;
    },
    listNow: () => at.trusted.readFile(tip.sha, listPath),
  };
}

describe('a spec on its way', () => {
  test('R09, R08: a tick changes one character; a group closes with its last child and opens again with it', async () => {
    const at = await specRig();
    expect((await at.next()).next).toMatchObject({ kind: 'step', step: { id: '1.2.1' } });
    await at.commit({ task: '1.2.1', mark: { kind: 'tick', step: '1.2.1' }, phase: 'commit', kind: 'docs' });
    expect(await at.listNow()).toBe(list.replace('- [ ] 1.2 ', '- [x] 1.2 ').replace('- [ ] 1.2.1', '- [x] 1.2.1'));
    await at.commit({ task: '1.2.1', mark: { kind: 'again', step: '1.2.1' }, phase: 'plan', kind: 'docs' });
    expect(await at.listNow()).toBe(list);
    await at.commit({ task: '1.3', mark: { kind: 'person', step: '1.3' }, phase: 'commit', kind: 'docs' });
    expect(await at.listNow()).toBe(list.replace('- [ ] 1.3', '- [!] 1.3'));
    expect((await at.next()).aside).toMatchObject([{ id: '1.3' }]);
  });

  test('R-000-53: labels of pawl.json decide the shape of a step, and its tick is found by the same reading', async () => {
    const labelled = '# Numbers\n- [ ] 1.1 **POLISH: one**\n- [ ] 1.2 SPIKE: two\n';
    const labels = { polish: 'tidy' } as const;
    const origin = await repository({ [listPath]: labelled, ...approved });
    const shapes = ({ ledger }: Spec): readonly unknown[] => ledger.steps.map(({ shape, title }) => [shape, title]);
    expect(shapes(await read(origin, 'implement', labels))).toEqual([
      ['tidy', 'one'],
      ['unknown', 'two'],
    ]);
    expect(shapes(await read(origin))).toEqual([
      ['unknown', 'one'],
      ['unknown', 'two'],
    ]);
    const at = await specRig(labelled, labels);
    expect((await at.next()).next).toMatchObject({ kind: 'step', step: { id: '1.1', shape: 'tidy', title: 'one' } });
    await at.commit({ task: '1.1', mark: { kind: 'tick', step: '1.1' }, phase: 'commit', kind: 'docs' });
    expect(await at.listNow()).toBe(labelled.replace('- [ ] 1.1', '- [x] 1.1'));
  });

  test('C-3: work whose tick is missing is not done again; a box that was unticked after it is', async () => {
    const at = await specRig();
    const tree = await at.trusted.withFiles(await at.trusted.treeOf(at.tip), { 'src/a.js': 'b\n' });
    const { sha } = await at.commit({ task: '1.2.1', tree, phase: 'green' });
    expect((await at.next()).next).toMatchObject({ kind: 'tick', sha, step: { id: '1.2.1' } });
    await at.commit({ task: '1.2.1', mark: { kind: 'tick', step: '1.2.1' }, phase: 'commit', kind: 'docs' });
    expect((await at.next()).next).toMatchObject({ kind: 'step', step: { id: '1.3' } });
  });

  test('R-000-49: a list that was reworded on the branch stops the run', async () => {
    const at = await specRig();
    const tree = await at.trusted.withFiles(await at.trusted.treeOf(at.tip), {
      [listPath]: list.replace('Three', 'Four'),
    });
    await at.commit({ task: '1.3', tree, phase: 'green' });
    await expect(at.next()).rejects.toMatchObject({ type: 'list-changed' });
  });

  test('R-001-36: evidence cites the newest commit that touches something, an ancestor that is not empty', async () => {
    const at = await specRig();
    const tree = await at.trusted.withFiles(await at.trusted.treeOf(at.tip), { 'src/a.js': 'b\n' });
    const work = await at.commit({ task: '1.2.1', tree, phase: 'green' });
    const empty = await at.commit({ task: '1.3', tree, phase: 'green', kind: 'chore', isEvidence: true });
    const message = await at.origin.git('--git-dir', at.trusted.path, 'log', '-1', '--format=%B', empty.sha);
    expect(message).toContain(`Evidence: satisfied-by ${work.sha}`);
  });
});
