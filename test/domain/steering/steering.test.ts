import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { Gear } from '../../../src/domain/steering/gear.js';
import { resolveGear } from '../../../src/domain/steering/gear.js';
import type { Message } from '../../../src/domain/steering/messages.js';
import { withEvent, withMessage, withNote, type RunState } from '../../../src/domain/run/run-state.js';
import { steer } from '../../../src/domain/steering/steering.js';
import type { StopMode } from '../../../src/domain/steering/stop.js';
import type { Wait } from '../../../src/domain/steering/waits.js';
import { aRunState } from '../../support/run-state.js';

const hash = 'abcdef0123456789'.repeat(4);
const by = { by: 'ann', atMs: 9 } as const;
const step = (id: string, done = false) => ({ id, title: `t${id}`, criterion: 1, done, refactorPending: false });
const window = [step('1', true), step('2'), step('3')];

const working = (otherwise: Partial<RunState> = {}): RunState =>
  aRunState({ step: step('2'), window, tip: 'a'.repeat(40), ...otherwise });
const atGate = (otherwise: Partial<RunState> = {}): RunState =>
  working({
    phase: 'gate',
    state: 'gate',
    gate: {
      ...{ step: '2', testHash: hash, files: ['test/a.test.js'], test: '', redOutput: '', openedAtMs: 5 },
      asks: 'code',
      ...{ tree: 'd'.repeat(40), review: '/home/review', refusedEdit: null },
    },
    ...otherwise,
  });
const waiting = (wait: Partial<Wait>): RunState =>
  working({
    state: 'waiting',
    wait: {
      ...{ kind: 'usage-limit', why: 'for the limit', sinceMs: 1, untilMs: 99, question: null, candidates: [] },
      ...wait,
    },
  });

const shift = (gear: Gear, more: Partial<Extract<Message, { name: 'shiftGear' }>> = {}): Message => ({
  ...{ name: 'shiftGear', gear, because: 'x', scope: null, forMs: null, ...by },
  ...more,
});
const approve = (test: string, edited = false): Message => ({ name: 'approve', test, edited, ...by });
const reject = (because: string, of: string | null = null): Message => ({ name: 'reject', because, step: of, ...by });
const stop = (mode: StopMode): Message => ({ name: 'requestStop', mode, ...by });
const answer = (text: string): Message => ({ name: 'answer', text, ...by });
const retry: Message = { name: 'retry', ...by };
const withdraw: Message = { name: 'withdrawStop', ...by };
const after = (state: RunState, ...messages: readonly Message[]): RunState =>
  messages.reduce((now, message) => steer(now, message).state, state);

describe('at a gate', () => {
  test('an approval is bound to the test hash: a prefix of it opens the gate', () => {
    const steered = steer(atGate(), approve(hash.slice(0, 8)));
    expect(steered).toMatchObject({ taken: true, answer: 'GREEN of step 2 begins' });
    expect(steered.state.gateAnswer).toEqual({ kind: 'approve', by: 'ann' });
  });

  test('R-000-59: where the test stands alone, the answer says that it is committed, and speaks of no GREEN', () => {
    const state = atGate();
    const alone = { ...state, gate: state.gate === null ? null : { ...state.gate, asks: 'commit' as const } };
    expect(steer(alone, approve(hash))).toMatchObject({ taken: true, answer: 'the test of step 2 is committed' });
  });

  test('another hash is ignored, with the right command in the reason', () => {
    const { state, taken, answer: why } = steer(atGate(), approve('0000000000'));
    expect([taken, state.gateAnswer]).toEqual([false, null]);
    expect(why).toContain(`pawl approve ${state.workflowId} --test ${hash.slice(0, 12)}`);
  });

  test('the first answer stands, whoever is second', () => {
    const approved = after(atGate(), approve(hash));
    expect(steer(approved, reject('no'))).toMatchObject({ taken: false, answer: 'the gate has its answer already' });
    expect(after(approved, reject('no'), shift('review-after')).gateAnswer).toEqual({ kind: 'approve', by: 'ann' });
  });

  test('an edited copy is approved only where there is one', () => {
    expect(steer(atGate(), approve(hash, true)).state.gateAnswer).toEqual({ kind: 'edited', by: 'ann' });
    const { gate } = atGate();
    if (gate === null) throw new Error('it stands at a gate');
    expect(steer(atGate({ gate: { ...gate, review: null } }), approve(hash, true))).toMatchObject({ taken: false });
  });

  test('a stop that came first keeps the test: neither approval nor rejection counts any more', () => {
    const stopped = after(atGate(), stop('at-ledger'));
    for (const late of [approve(hash), reject('no')]) {
      expect(steer(stopped, late)).toMatchObject({ taken: false, answer: expect.stringContaining('came before it') });
    }
  });

  test('an upshift opens it for good: a downshift in the same task takes effect at the next step', () => {
    const up = steer(atGate(), shift('review-after'));
    expect(up.answer).toBe('review-after: opens the gate; later steps are not gated either');
    const down = steer(up.state, shift('review-before'));
    expect(down).toMatchObject({ taken: true, answer: 'review-before: takes effect at step 3' });
    expect(down.state.gateAnswer).toEqual({ kind: 'upshift' });
    // Its commits say that nobody saw the test before its code, although the later shift stands.
    expect([down.state.gear.gear, down.state.shift?.gear]).toEqual(['review-after', 'review-before']);
  });

  test('R-000-17: an upshift for other steps leaves this gate closed; one for this step opens it', () => {
    expect(after(atGate(), shift('review-after', { scope: 'task 3' })).gateAnswer).toBeNull();
    expect(after(atGate(), shift('review-after', { scope: 'tasks 2-3' })).gateAnswer).toEqual({ kind: 'upshift' });
  });
});

describe('without a gate', () => {
  test('approve and reject are ignored and harm nothing; a test approved before is named as such', () => {
    const state = working({ phase: 'green', approvedTests: [hash] });
    expect(steer(state, reject('no'))).toEqual({
      state,
      taken: false,
      answer: 'no gate is open (step 2, phase green)',
    });
    expect(steer(state, approve(hash)).answer).toBe('this test was approved before (step 2, phase green)');
    expect(steer(state, approve('0123456789')).answer).toBe('no gate is open (step 2, phase green)');
  });

  test('a shift names the step it takes effect at', () => {
    const told = (state: RunState): string => steer(state, shift('review-before')).answer;
    expect(told(aRunState({ tip: null }))).toBe('review-before: takes effect at the first step');
    expect(told(working())).toBe('review-before: takes effect at step 3');
    expect(told(working({ step: step('3') }))).toContain('of which this plan has none left');
    expect(told(working({ step: step('3'), windowAfter: 4 }))).toBe('review-before: takes effect at the next step');
    expect(steer(working(), shift('review-after', { scope: 'tasks 3-3', forMs: 7_200_000 })).answer).toBe(
      'review-after for tasks 3-3 for 2h: takes effect at step 3',
    );
    expect(steer(working(), shift('review-after', { scope: 'tasks 1-9' })).answer).toContain('no step matches');
    expect(steer(working(), shift('review-after', { scope: 'task 1' })).answer).toContain('when a step of it begins');
    expect(steer(aRunState({ total: 0 }), shift('review-after', { scope: 'task 1' })).answer).toContain(
      'once there is',
    );
  });

  test('an upshift while RED is under way spares its test the gate, and says so', () => {
    expect(steer(working(), shift('review-after')).answer).toBe(
      'review-after: takes effect at step 2: its test does not wait for a person',
    );
    expect(steer(working({ phase: 'green' }), shift('review-after')).answer).toBe(
      'review-after: takes effect at step 3',
    );
  });
});

describe('a stop', () => {
  test('says when it bites, by phase and mode', () => {
    const told = (state: RunState, mode: StopMode = 'at-ledger'): string => steer(state, stop(mode)).answer;
    expect(told(working())).toBe('will stop at its gate and keep the test, or after the green commit of step 2');
    expect(told(after(working(), shift('review-after')))).toBe('will stop after the green commit of step 2');
    expect(told(working({ phase: 'green' }))).toBe('will stop after the green commit of step 2');
    expect(told(working({ phase: 'refactor' }))).toBe('will stop after the refactoring of step 2');
    expect(told(aRunState({ phase: 'plan' }))).toBe('will stop once the plan is committed');
    expect(told(working({ phase: 'publish' }))).toContain('ends by itself');
    expect(told(working(), 'at-leaf')).toBe('will stop when what is running now has ended');
    expect(told(working(), 'now')).toContain('what it wrote is kept');
    expect(told(atGate())).toBe('stops now: the run was waiting, and the test is kept');
    expect(told(waiting({}))).toBe('stops now: the run was waiting');
  });

  test('a looser or equal one is ignored aloud; a stricter one counts', () => {
    const stopped = after(working(), stop('at-leaf'));
    for (const mode of ['at-ledger', 'at-leaf'] as const) {
      expect(steer(stopped, stop(mode))).toMatchObject({
        taken: false,
        answer: expect.stringContaining('only tighten'),
      });
    }
    expect(after(stopped, stop('now')).stop?.mode).toBe('now');
  });

  test('is withdrawn until it bites', () => {
    expect(steer(working(), withdraw)).toMatchObject({ taken: false, answer: 'no stop is asked for' });
    expect(after(working(), stop('at-ledger'), withdraw).stop).toBeNull();
    expect(steer(after(working(), stop('now')), withdraw)).toMatchObject({ taken: false });
    expect(steer(after(atGate(), stop('at-ledger')), withdraw)).toMatchObject({ taken: false });
  });
});

describe('a wait', () => {
  const asks = waiting({ kind: 'answer', question: 'Which?', why: 'for an answer: Which?' });

  test('retry ends a limit, an answer ends a question; the other way round both are told what would', () => {
    expect(after(waiting({}), retry).waitAnswer).toEqual({ kind: 'retry' });
    expect(after(asks, answer('both')).waitAnswer).toEqual({ kind: 'answer', text: 'both', by: 'ann' });
    expect(steer(asks, retry)).toMatchObject({ taken: false, answer: expect.stringContaining('--answer "…"') });
    expect(steer(waiting({}), answer('x'))).toMatchObject({
      taken: false,
      answer: expect.stringMatching(/^nobody asked/),
    });
  });

  test('ends once: the second message is ignored', () => {
    expect(steer(after(asks, answer('both')), answer('neither'))).toMatchObject({ taken: false });
    expect(steer(after(waiting({}), stop('at-ledger')), retry)).toMatchObject({ taken: false });
  });

  test('without one both are ignored, also at a gate', () => {
    expect(steer(working(), retry)).toMatchObject({ taken: false, answer: 'the run is not waiting (phase red)' });
    expect(steer(working(), answer('x'))).toMatchObject({ taken: false, answer: 'nobody asked (phase red)' });
    expect(steer(atGate(), retry)).toMatchObject({ taken: false, answer: expect.stringContaining('at a gate') });
  });

  test('a question with a closed list takes what is on it, by number or letter for letter; else the list is told', () => {
    const which = waiting({ kind: 'answer', question: 'Which?', candidates: ['npm test', 'node --test'] });
    expect(after(which, answer('2')).waitAnswer).toMatchObject({ text: 'node --test' });
    expect(after(which, answer('npm test')).waitAnswer).toMatchObject({ text: 'npm test' });
    for (const text of ['3', '0', 'NPM TEST', 'make']) {
      const steered = steer(which, answer(text));
      expect(steered.taken).toBe(false);
      expect(steered.answer).toBe(`"${text}" is none of the answers it takes: 1) npm test, 2) node --test`);
    }
  });
});

test('C-25: only a step that is done is sent back, once', () => {
  const sent = steer(working(), reject('too narrow', '1'));
  expect(sent).toMatchObject({ taken: true, answer: expect.stringContaining('step 1 comes back') });
  expect(steer(sent.state, reject('too narrow', '1'))).toMatchObject({ taken: false });
  expect(steer(working(), reject('x', '2'))).toMatchObject({
    taken: false,
    answer: expect.stringContaining('not done'),
  });
  expect(steer(working(), reject('x', '9'))).toMatchObject({ taken: false, answer: 'this plan has no step 9' });
});

test('a run that is ending takes nothing, and says how to go on', () => {
  const ending = working({ isEnding: true });
  for (const message of [shift('review-after'), approve(hash), stop('now'), withdraw, retry, answer('x')]) {
    expect(steer(ending, message)).toMatchObject({ taken: false, answer: expect.stringContaining('pawl resume') });
  }
});

test('F67: the last valid shift wins, whatever came before', () => {
  const gears = fc.array(fc.constantFrom<Gear>('review-before', 'review-after'), { minLength: 1 });
  fc.assert(
    fc.property(gears, (sent) => {
      const state = after(working(), ...sent.map((gear) => shift(gear)));
      expect(resolveGear(state.shift, { nowMs: 9, step: '3', steps: 3 }).gear).toBe(sent.at(-1));
    }),
  );
});

test('F70: the state does not grow with the number of events, notes and messages', () => {
  const entry = { name: 'approve', way: 'signal', key: 'k'.repeat(80), by: 'ann', taken: false, atMs: 1 } as const;
  const grow = (count: number): RunState => {
    let state = aRunState({});
    for (let index = 0; index < count; index += 1) {
      state = withNote(state, `note ${index}`, index);
      state = withEvent(state, { kind: 'state', line: 'x'.repeat(2_000), atMs: index });
      state = withMessage(state, { ...entry, answer: 'y'.repeat(2_000) });
    }
    return state;
  };
  const size = (state: RunState): number => JSON.stringify(state).length;
  expect(size(grow(2_000)) - size(grow(400))).toBeLessThan(2_000);
  expect(size(grow(2_000))).toBeLessThan(256 * 1024);
});

test('R-002-54: every event names a step, also before there is one', () => {
  const [first] = withEvent(aRunState({}), { kind: 'note', line: 'x', atMs: 1 }).events;
  expect(first).toMatchObject({ seq: 1, step: '-' });
});
