import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { Gate } from '../../../src/domain/steering/gate.js';
import { resolveGear, type Gear } from '../../../src/domain/steering/gear.js';
import type { Message } from '../../../src/domain/steering/messages.js';
import type { RunState } from '../../../src/domain/run/run-state.js';
import { steer } from '../../../src/domain/steering/steering.js';
import type { StopMode } from '../../../src/domain/steering/stop.js';
import { aRunState } from '../../support/run-state.js';

/**
 * Random sequences of messages, of gates that open and of looks of the run at its gate, against a model that knows
 * nothing of the rules' code: it keeps the whole list of what happened and answers each question by looking through
 * it from the end or the start, where the real one folds a state.
 */
const steps = 6;
const hour = 3_600_000;

type Happening =
  | { readonly kind: 'gate-opens'; readonly test: number }
  | { readonly kind: 'run-looks' }
  | { readonly kind: 'next-step' }
  | { readonly kind: 'limit-begins' }
  | {
      readonly kind: 'shift';
      readonly gear: Gear;
      readonly scope: readonly [number, number] | null;
      readonly forHours: number | null;
    }
  | { readonly kind: 'stop'; readonly mode: StopMode }
  | { readonly kind: 'withdraw' }
  | { readonly kind: 'approve'; readonly test: number }
  | { readonly kind: 'reject' }
  | { readonly kind: 'retry' }
  | { readonly kind: 'answer' };

const hashOf = (test: number): string => `${test}f0e1d2c3b4a5968`.repeat(4);

const happening: fc.Arbitrary<Happening> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('gate-opens' as const), test: fc.integer({ min: 0, max: 2 }) }),
  },
  { weight: 3, arbitrary: fc.constant({ kind: 'run-looks' as const }) },
  { weight: 2, arbitrary: fc.constant({ kind: 'next-step' as const }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'limit-begins' as const }) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('shift' as const),
      gear: fc.constantFrom<Gear>('review-before', 'review-after'),
      scope: fc.option(fc.tuple(fc.integer({ min: 0, max: 8 }), fc.integer({ min: 0, max: 8 }))),
      forHours: fc.option(fc.integer({ min: 1, max: 6 })),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('stop' as const),
      mode: fc.constantFrom<StopMode>('at-ledger', 'at-leaf', 'now'),
    }),
  },
  { weight: 2, arbitrary: fc.constant({ kind: 'withdraw' as const }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('approve' as const), test: fc.integer({ min: 0, max: 2 }) }) },
  { weight: 2, arbitrary: fc.constant({ kind: 'reject' as const }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'retry' as const }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'answer' as const }) },
);

/** One thing that happened, at the hour of its place in the list. */
interface Past {
  readonly what: Happening;
  readonly hour: number;
  readonly taken: boolean;
}

class Model {
  readonly past: Past[] = [];
  readonly #hourNow = (): number => this.past.length;

  /** The step under way: one more at each `next-step`, as far as there are some. */
  step(upTo = this.past.length): number {
    return Math.min(steps, 1 + this.past.slice(0, upTo).filter((one) => one.what.kind === 'next-step').length);
  }

  /** What happened since the gate opened that is open; null without one. */
  #sinceGate(): readonly Past[] | null {
    const opened = this.past.findLastIndex((one) => one.what.kind === 'gate-opens' && one.taken);
    const closed = this.past.findLastIndex((one) => one.what.kind === 'run-looks' && one.taken);
    return opened > closed ? this.past.slice(opened) : null;
  }

  #sinceLimit(): readonly Past[] | null {
    const began = this.past.findLastIndex((one) => one.what.kind === 'limit-begins' && one.taken);
    const ended = this.past.findLastIndex((one) => one.what.kind === 'run-looks' && one.taken);
    return began > ended ? this.past.slice(began) : null;
  }

  get waits(): boolean {
    return this.#sinceGate() !== null || this.#sinceLimit() !== null;
  }

  get stop(): StopMode | null {
    const withdrawn = this.past.findLastIndex((one) => one.what.kind === 'withdraw' && one.taken);
    const asked = this.past.slice(withdrawn + 1).flatMap(({ what }) => (what.kind === 'stop' ? [what.mode] : []));
    return (['now', 'at-leaf', 'at-ledger'] as const).find((mode) => asked.includes(mode)) ?? null;
  }

  /** The first thing that answered the gate which is open. */
  get gateAnswer(): 'approve' | 'reject' | 'upshift' | null {
    const first = this.#sinceGate()?.find(({ what, taken }) => {
      if (what.kind === 'approve' || what.kind === 'reject') return taken;
      return what.kind === 'shift' && what.gear === 'review-after' && covers(what.scope, this.step());
    });
    if (first === undefined) return null;
    return first.what.kind === 'shift' ? 'upshift' : first.what.kind === 'approve' ? 'approve' : 'reject';
  }

  /** What step `step` would be worked in now, by the last shift alone. */
  gear(step: number): Gear {
    const last = this.past.findLast((one) => one.what.kind === 'shift');
    if (last === undefined || last.what.kind !== 'shift') return 'review-before';
    const { gear, scope, forHours } = last.what;
    if (forHours !== null && this.#hourNow() >= last.hour + forHours) return 'review-before';
    return covers(scope, step) ? gear : 'review-before';
  }

  /** Would it be taken? */
  takes(what: Happening): boolean {
    const gate = this.#sinceGate();
    switch (what.kind) {
      case 'shift':
        return true;
      case 'stop': {
        const order = ['at-ledger', 'at-leaf', 'now'];
        return this.stop === null || order.indexOf(what.mode) > order.indexOf(this.stop);
      }
      case 'withdraw':
        return this.stop !== null && this.stop !== 'now' && !this.waits;
      case 'approve': {
        const opened = gate?.[0]?.what;
        return this.#isUndecided(gate) && opened?.kind === 'gate-opens' && opened.test === what.test;
      }
      case 'reject':
        return this.#isUndecided(gate);
      case 'retry': {
        const limit = this.#sinceLimit();
        const isOver = limit?.some((one) => one.what.kind === 'retry' && one.taken) ?? true;
        return !isOver && this.stop === null;
      }
      case 'answer':
        return false;
      case 'gate-opens':
      case 'limit-begins':
        // The run is in one wait at a time, and in none when a stop stands.
        return !this.waits && this.stop === null;
      case 'run-looks':
        return this.waits && this.stop === null;
      case 'next-step':
        return !this.waits;
    }
  }

  #isUndecided(gate: readonly Past[] | null): boolean {
    return gate !== null && this.gateAnswer === null && this.stop === null;
  }

  note(what: Happening): void {
    // A next step that can't be reached is none.
    this.past.push({
      what: what.kind === 'next-step' && this.waits ? { kind: 'answer' } : what,
      hour: this.past.length,
      taken: this.takes(what),
    });
  }
}

function covers(scope: readonly [number, number] | null, step: number): boolean {
  if (scope === null) return true;
  const [from, to] = scope;
  return from >= 1 && to <= steps && from <= step && step <= to;
}

/** The real one, with what the workflow does between messages (gate.ts, wait.ts, next.ts). */
class Real {
  state: RunState = aRunState({ total: steps, tip: 'a'.repeat(40), step: ledgerStep(1) });

  /** Whether it was taken. */
  apply(what: Happening, atMs: number): boolean {
    switch (what.kind) {
      case 'gate-opens':
        if (this.#isBusy()) return false;
        this.state = { ...this.state, phase: 'gate', gate: gateOf(what.test, this.state.step), gateAnswer: null };
        return true;
      case 'limit-begins':
        if (this.#isBusy()) return false;
        this.state = { ...this.state, waitAnswer: null, wait: { ...limit, sinceMs: atMs, untilMs: atMs + hour } };
        return true;
      case 'run-looks':
        if (this.state.gate === null && this.state.wait === null) return false;
        if (this.state.stop !== null) return false;
        this.state = { ...this.state, phase: 'red', gate: null, gateAnswer: null, wait: null, waitAnswer: null };
        return true;
      case 'next-step':
        if (this.state.gate !== null || this.state.wait !== null) return false;
        this.state = { ...this.state, step: ledgerStep(Math.min(steps, Number(this.state.step?.id) + 1)) };
        return true;
      default: {
        const steered = steer(this.state, messageOf(what, atMs));
        // An ignored message changes nothing at all.
        if (!steered.taken) expect(steered.state).toBe(this.state);
        this.state = steered.state;
        return steered.taken;
      }
    }
  }

  #isBusy(): boolean {
    return this.state.gate !== null || this.state.wait !== null || this.state.stop !== null;
  }
}

function ledgerStep(number: number): RunState['step'] {
  return { id: String(number), title: 't', criterion: 1, done: false, refactorPending: false };
}

function gateOf(test: number, step: RunState['step']): Gate {
  const shown = {
    files: [],
    test: '',
    redOutput: '',
    asks: 'code' as const,
    openedAtMs: 0,
    review: null,
    refusedEdit: null,
  };
  return { step: step?.id ?? '-', testHash: hashOf(test), tree: 'd'.repeat(40), ...shown };
}

const limit = { kind: 'usage-limit', why: 'for a limit', question: null, candidates: [] } as const;

type Sent = Exclude<Happening, { kind: 'gate-opens' | 'limit-begins' | 'run-looks' | 'next-step' }>;

function messageOf(what: Sent, atMs: number): Message {
  const sent = { by: null, atMs };
  switch (what.kind) {
    case 'shift': {
      const scope = what.scope === null ? null : `tasks ${what.scope[0]}-${what.scope[1]}`;
      const forMs = what.forHours === null ? null : what.forHours * hour;
      return { name: 'shiftGear', gear: what.gear, because: 'x', scope, forMs, ...sent };
    }
    case 'stop':
      return { name: 'requestStop', mode: what.mode, ...sent };
    case 'withdraw':
      return { name: 'withdrawStop', ...sent };
    case 'approve':
      return { name: 'approve', test: hashOf(what.test).slice(0, 12), edited: false, ...sent };
    case 'reject':
      return { name: 'reject', because: 'no', step: null, ...sent };
    case 'retry':
      return { name: 'retry', ...sent };
    case 'answer':
      return { name: 'answer', text: 'both', ...sent };
  }
}

interface Picture {
  readonly taken: boolean;
  readonly gears: readonly Gear[];
  readonly stop: StopMode | null;
  readonly gateAnswer: string | null;
}

const looked = [1, 3, steps] as const;

function pictureOf({ state }: Real, taken: boolean, nowMs: number): Picture {
  const gears = looked.map((step) => resolveGear(state.shift, { nowMs, step: String(step), steps }).gear);
  return { taken, gears, stop: state.stop?.mode ?? null, gateAnswer: state.gateAnswer?.kind ?? null };
}

describe('F67: any sequence of messages', () => {
  test('gear, stop and gate are what an independent model says', () => {
    fc.assert(
      fc.property(fc.array(happening, { maxLength: 40 }), (happenings) => {
        const model = new Model();
        const real = new Real();
        const seen: Picture[] = [];
        const expected: Picture[] = [];
        happenings.forEach((what, at) => {
          const taken = model.takes(what);
          const isTaken = real.apply(what, at * hour);
          seen.push(pictureOf(real, isTaken, (at + 1) * hour));
          model.note(what);
          const { stop, gateAnswer } = model;
          expected.push({ taken, gears: looked.map((step) => model.gear(step)), stop, gateAnswer });
        });
        expect(seen).toEqual(expected);
      }),
      { numRuns: 500 },
    );
  });
});
