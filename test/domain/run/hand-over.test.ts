import { describe, expect, test } from '@jest/globals';
import { handedOver } from '../../../src/domain/run/hand-over.js';
import { withAnswer, withMessage, withNote, type RunState } from '../../../src/domain/run/run-state.js';
import { aRunState } from '../../support/run-state.js';

const sent = { name: 'reject', way: 'update', key: 'k'.repeat(60), taken: true, atMs: 1 } as const;

function filled(letter: string): RunState {
  let state = aRunState({});
  const text = letter.repeat(4_000);
  for (let n = 0; n < 10; n += 1) {
    state = withAnswer(state, { step: '1', phase: 'red', question: text.slice(0, 1_000), text });
  }
  for (let n = 0; n < 60; n += 1) state = withMessage(state, { ...sent, by: text.slice(0, 200), answer: text });
  for (let n = 0; n < 130; n += 1) state = withNote(state, text, n);
  return state;
}

describe('what continue-as-new carries (design 6: at most 256 KiB)', () => {
  test('a state of plain letters goes over as it is', () => {
    const state = filled('x');
    expect(handedOver(state)).toBe(state);
  });

  test('letters of three bytes push out the oldest of what is only looked at, never an answer', () => {
    const state = filled('試');
    const { events, messages, answers, seq } = handedOver(state);
    expect(Buffer.byteLength(JSON.stringify(state))).toBeGreaterThan(256 * 1_024);
    expect(Buffer.byteLength(JSON.stringify(handedOver(state)))).toBeLessThan(256 * 1_024);
    expect([answers, seq]).toEqual([state.answers, state.seq]);
    expect(messages.at(-1)).toEqual(messages.length === 0 ? undefined : state.messages.at(-1));
    expect(events).toEqual(state.events.slice(state.events.length - events.length));
  });

  test('F67: the ids of messages are kept when the messages themselves are gone', () => {
    let state = withMessage(aRunState({}), { ...sent, id: 'first-of-all', by: null, answer: '-' });
    for (let n = 0; n < 499; n += 1) state = withMessage(state, { ...sent, id: `id-${n}`, by: null, answer: '-' });
    expect(state.messages.some((one) => one.id === 'first-of-all')).toBe(false);
    expect(state.messageIds).toContain('reject/first-of-all');
  });
});
