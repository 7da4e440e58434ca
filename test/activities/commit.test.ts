import { afterAll, describe, expect, test } from '@jest/globals';
import { commit } from '../../src/activities/commit.js';
import { originKey } from '../../src/activities/run-facts.js';
import { renderCommitMessage } from '../../src/domain/commit/commit-message.js';
import { parseTrailers } from '../../src/domain/commit/parse-trailers.js';
import { parseLedger } from '../../src/texts/ledger.js';
import { git } from '../support/git-repos.js';
import { ledgerPath, quickRig, removeQuickRigs, type QuickRig } from './quick-rig.js';

afterAll(removeQuickRigs);

const messageOf = (at: QuickRig, sha: string): Promise<string> =>
  git(at.trusted.path, ['log', '-1', '--format=%B', sha]);
const stepsAt = async (at: QuickRig, sha: string) =>
  parseLedger((await at.trusted.readFile(sha, ledgerPath)) ?? '').steps;
const allowed = [
  { path: 'src/clock.js', because: 'the time comes from it', by: 'ada@laptop', atMs: 0 },
  { path: 'src/never.js', because: 'perhaps', by: null, atMs: 0 },
];

test('D2, R-001-11: a piece stands before its step, and the same input gives the same commit', async () => {
  const at = await quickRig();
  const mark = { kind: 'piece', step: '2', title: 'the table is read first' } as const;
  const input = await at.commitInput({ mark, kind: 'docs', subject: 'a piece', task: '2', phase: 'plan' });
  const first = await commit(at.tools, input);
  const second = await commit(at.tools, input);
  expect(first).toMatchObject({ added: '2.1' });
  expect(second).toMatchObject({ sha: first.sha, added: '2.1' });
  expect((await stepsAt(at, first.sha)).map(({ id }) => id)).toEqual(['1', '2.1', '2', '3']);
});

test('a piece for which there is no room is a bail with the reason, not a fault', async () => {
  const long = 'x'.repeat(40);
  const at = await quickRig(
    {},
    { steps: [{ id: long, title: 'a', criterion: 1, done: false, refactorPending: false }] },
  );
  const input = await at.commitInput({ mark: { kind: 'piece', step: long, title: 'a' } });
  await expect(commit(at.tools, input)).rejects.toMatchObject({
    type: 'plan-invalid',
    message: expect.stringContaining('at most 40'),
  });
});

describe('R-004-21: what a person allowed stands in the commit that changes it', () => {
  test('path, who and why; a path it does not change is not named', async () => {
    const at = await quickRig();
    const tree = await at.trusted.withFiles(await at.trusted.treeOf(at.tip), { 'src/clock.js': 'now\n' });
    const { sha } = await commit(
      at.tools,
      await at.commitInput({ tree, scope: await at.scope({ allowed }), body: ['why'] }),
    );
    const message = await messageOf(at, sha);
    expect(message).toContain(
      '\n\nAllowed besides the plan: src/clock.js (ada@laptop: the time comes from it)\n\nTask: 1\n',
    );
    expect(message).not.toContain('never.js');
  });

  test('a commit that changes none of them says nothing', async () => {
    const at = await quickRig();
    const tree = await at.trusted.withFiles(await at.trusted.treeOf(at.tip), { 'src/a.js': 'b\n' });
    const { sha } = await commit(at.tools, await at.commitInput({ tree, scope: await at.scope({ allowed }) }));
    expect(await messageOf(at, sha)).not.toContain('Allowed');
  });
});

describe('R-001-42: the message of a commit-msg hook', () => {
  const own = renderCommitMessage({
    kind: 'feat',
    title: 'n1',
    body: [],
    trailers: { task: '1', run: 'run-1', phase: 'green', gear: 'review-before', evidence: null },
  });

  test('is used letter for letter, what a person allowed joins it', async () => {
    const at = await quickRig();
    const message = `${own.replace('n1', 'n1 :tada:').trimEnd()}\nChange-Id: I123\n`;
    const tree = await at.trusted.withFiles(await at.trusted.treeOf(at.tip), { 'src/clock.js': 'now\n' });
    const { sha } = await commit(at.tools, await at.commitInput({ message, tree, scope: await at.scope({ allowed }) }));
    const written = await messageOf(at, sha);
    expect(written).toContain('feat: n1 :tada:\n');
    expect(written).toContain('Allowed besides the plan: src/clock.js');
    expect(parseTrailers(`${written}\n`)).toContainEqual({ key: 'Change-Id', value: 'I123' });
    expect(parseTrailers(`${written}\n`)).toContainEqual({ key: 'Task', value: '1' });
  });

  test.each([
    ['another task', own.replace('Task: 1', 'Task: 2')],
    ['no trailers', 'feat: n1\n'],
    ['an empty subject', `\n${own}`],
    ['a NUL', own.replace('n1', 'n\u00001')],
  ])('with %s is hook-broken, and nothing is committed', async (_what, message) => {
    const at = await quickRig();
    await expect(commit(at.tools, await at.commitInput({ message }))).rejects.toMatchObject({ type: 'hook-broken' });
    expect(await at.trusted.branchTip('tdd/issue-1-numbers')).toBe(at.tip);
  });
});

test('R-001-43: notes of leaves are kept once the commit stands, once however often it is tried', async () => {
  const at = await quickRig();
  const input = await at.commitInput({ remember: ['gotcha: the clock is in UTC', 'pattern: ids are strings'] });
  await commit(at.tools, input);
  await commit(at.tools, input);
  const memory = await at.tools.memory.recall(originKey({ repository: at.trusted }));
  expect(memory).toEqual(['gotcha: the clock is in UTC', 'pattern: ids are strings']);
});

test('a memory that can not be written harms no commit', async () => {
  const at = await quickRig();
  const memory = { ...at.tools.memory, remember: () => Promise.reject(new Error('no room')) };
  const { sha } = await commit({ ...at.tools, memory }, await at.commitInput({ remember: ['gotcha: x'] }));
  expect(await at.trusted.branchTip('tdd/issue-1-numbers')).toBe(sha);
});

test('I1: a step that is done by evidence is ticked by the next commit, its own step too', async () => {
  const at = await quickRig();
  const scope = await at.scope({ completion: { reopened: [], evidenced: ['2'] } });
  const { sha } = await commit(at.tools, await at.commitInput({ scope, mark: { kind: 'tick', step: '1' } }));
  expect((await stepsAt(at, sha)).map(({ done, refactorPending }) => [done, refactorPending])).toEqual([
    [true, true],
    [true, false],
    [false, false],
  ]);
});
