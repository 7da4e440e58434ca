import { describe, expect, test } from '@jest/globals';
import { versionsText, withVersion } from '../../../src/domain/run/versions.js';
import { aRunState } from '../../support/run-state.js';

const step = { id: '4', title: 'four', criterion: 4, done: false, refactorPending: false };

describe('R-002-55, 56: which Pawl works on a run', () => {
  test('the first is an event; the same one again is nothing; another one is a note, with its step', () => {
    const first = withVersion(aRunState({ step: null }), '0.1.0+aaaaaaaa', 1);
    expect(first.versions).toEqual([{ version: '0.1.0+aaaaaaaa', sinceMs: 1, step: '-' }]);
    expect(first.events.map(({ line }) => line)).toEqual(['Pawl 0.1.0+aaaaaaaa']);
    expect(first.notes).toEqual([]);
    expect(withVersion(first, '0.1.0+aaaaaaaa', 2)).toBe(first);
    const next = withVersion({ ...first, step }, '0.2.0+bbbbbbbb', 3);
    expect(next.notes).toEqual([
      'Pawl changed while the run was under way: 0.1.0+aaaaaaaa before, 0.2.0+bbbbbbbb from now on',
    ]);
    expect(versionsText(next.versions)).toBe('0.1.0+aaaaaaaa, then 0.2.0+bbbbbbbb since step 4');
  });

  test('the list is bounded, and its first entry stays', () => {
    const many = Array.from({ length: 40 }, (_, at) => `0.${at}.0`);
    const { versions } = many.reduce((state, version, at) => withVersion(state, version, at), aRunState({}));
    expect(versions).toHaveLength(10);
    expect([versions[0]?.version, versions.at(-1)?.version]).toEqual(['0.0.0', '0.39.0']);
  });
});
