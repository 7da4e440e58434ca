import { expect, test } from '@jest/globals';
import { firstHost, leavesItToOthers, withHostProven, withoutHost } from '../../../src/domain/run/host.js';
import { aRunState } from '../../support/run-state.js';

const sha = 'a'.repeat(40);
const ref = { sha256: 'b'.repeat(64), bytes: 3 };

test('what lies on a lost host is gone from the state; what people said and what was spent stays', () => {
  const state = aRunState({
    host: { ...firstHost(null), id: 'one' },
    scope: { key: 'k', facts: ref },
    store: 'hash',
    suite: ref,
    tip: sha,
    tipTree: sha,
    originTip: sha,
    halfDone: sha,
    attempts: 2,
    attemptRefs: ['refs/pawl/attempts/k/1/1'],
    offered: { step: '1', ref: 'refs/pawl/attempts/k/1/1' },
    parked: [{ step: '1', ref: 'refs/pawl/attempts/k/1/2' }],
    approvedTests: ['c'.repeat(64)],
    criticApproved: sha,
  });
  const moved = withoutHost(state);
  expect(moved.host).toEqual({ id: null, isClaimed: true, lost: ['one'], lostInRow: 1 });
  // No name of an object or an artifact is left but those that the branch and a person stand for.
  const { approvedTests, criticApproved, ...rest } = moved;
  expect(JSON.stringify(rest)).not.toMatch(/a{40}|b{64}|refs\/pawl/);
  expect({ approvedTests, criticApproved, attempts: moved.attempts }).toEqual({
    approvedTests: state.approvedTests,
    criticApproved: sha,
    attempts: 2,
  });
});

test('hosts lost in a row are counted until a commit stands; each is named once, the last ones', () => {
  let state = aRunState({ host: firstHost(null) });
  for (let n = 0; n < 12; n += 1) state = withoutHost({ ...state, host: { ...state.host, id: `h${n % 11}` } });
  expect(state.host.lostInRow).toBe(12);
  expect(state.host.lost).toEqual(['h2', 'h3', 'h4', 'h5', 'h6', 'h7', 'h8', 'h9', 'h10', 'h0']);
  expect(withHostProven(state).host.lostInRow).toBe(0);
});

test('a local origin is pinned to its host', () => {
  expect(firstHost('abcdef012345')).toMatchObject({ id: 'abcdef012345', isClaimed: false });
});

test.each([
  ['one', [], 1, false],
  ['one', ['two'], 1, false],
  ['one', ['two', 'one'], 1, true],
  ['one', ['one'], 5, true],
  ['one', ['one'], 6, false],
])(
  'host %s of a run that lost %j, at attempt %d of its claim: leaves it to others: %s',
  (id, lost, attempt, leaves) => {
    expect(leavesItToOthers(id, lost, attempt)).toBe(leaves);
  },
);
