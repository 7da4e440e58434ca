import { describe, expect, test } from '@jest/globals';
import { mostSentBack, splitSentBack, type RunState } from '../../../src/domain/run/run-state.js';
import { steerReview } from '../../../src/domain/steering/steer-review.js';
import { aRunState } from '../../support/run-state.js';

const step = (id: string, done: boolean) => ({ id, title: `t${id}`, criterion: 1, done, refactorPending: false });
const state = (more: Partial<RunState> = {}): RunState =>
  aRunState({
    ...{ tip: 'a'.repeat(40), step: step('2', false), phase: 'red', window: [step('1', true), step('2', false)] },
    ...more,
  });
const send = (to: RunState, id: string) => steerReview(to, { step: id, because: 'too narrow', by: 'ann' });

describe('C-25: a reviewer sends a step back', () => {
  test('one that is done is taken; the same again is told that it is', () => {
    const sent = send(state(), '1');
    expect(sent).toMatchObject({ taken: true, answer: expect.stringContaining('a new step') });
    expect(splitSentBack(sent.state).waiting).toMatchObject([{ step: '1', because: 'too narrow', again: null }]);
    expect(send(sent.state, '1')).toMatchObject({ taken: false, answer: 'step 1 is being sent back already' });
  });

  test('the step under way counts as done once its green commit stands', () => {
    expect(send(state(), '2').taken).toBe(false);
    expect(send(state({ phase: 'refactor' }), '2').taken).toBe(true);
  });

  test('as long as the step it came back as is open, it is not sent again; afterwards it is', () => {
    const back = { step: '1', because: 'x', by: null, again: '3' };
    const open = state({ sentBack: [back], window: [step('1', true), step('2', false), step('3', false)] });
    expect(send(open, '1')).toMatchObject({ taken: false, answer: expect.stringContaining('as step 3') });
    const done = state({ sentBack: [back], window: [step('1', true), step('2', true), step('3', true)] });
    expect(send(done, '1').taken).toBe(true);
  });

  test('a run that was just resumed has read no ledger yet: it is looked up when it is added', () => {
    expect(send(state({ window: [], step: null, phase: 'preflight' }), '1').taken).toBe(true);
    expect(send(state({ tip: null }), '1')).toMatchObject({ taken: false, answer: expect.stringContaining('no plan') });
    expect(send(state(), '9')).toMatchObject({ taken: false, answer: 'this plan has no step 9' });
    expect(send(state({ windowBefore: 3 }), '9').taken).toBe(true);
  });

  test('none that waits is pushed out, and the list does not grow: one too many is refused aloud', () => {
    const settled = Array.from({ length: 15 }, (_, at) => ({
      step: `s${at}`,
      because: 'x',
      by: null,
      again: `a${at}`,
    }));
    let now = state({ sentBack: settled, windowBefore: 100 });
    for (let at = 0; at < mostSentBack; at += 1) {
      const sent = send(now, `w${at}`);
      expect(sent.taken).toBe(true);
      now = sent.state;
      expect(now.sentBack.length).toBeLessThanOrEqual(mostSentBack);
    }
    expect(splitSentBack(now).waiting.map((one) => one.step)).toEqual(
      Array.from({ length: mostSentBack }, (_, at) => `w${at}`),
    );
    expect(send(now, 'one-more')).toMatchObject({ taken: false, answer: expect.stringContaining('already') });
  });
});
