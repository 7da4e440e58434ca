import { budgets } from './budgets.js';

/** What one refused try of a phase is counted against (C-8: one cause never uses up another's budget). */
export type Spends =
  /** A reviewer's REJECT, a refused change, a lint error, a hook: the revise budget. */
  | 'revise'
  /** The tests or the type-check did not go green: GREEN's own edits, then the debugger. */
  | 'evidence'
  /** A person's reject costs nothing. */
  | 'nothing';

export interface Tries {
  readonly revise: number;
  /** Developer edits that may still fail to go green before the debugger is called. */
  readonly edits: number;
  readonly debug: number;
  /** Whose try it is. */
  readonly by: 'developer' | 'debugger';
}

/** GREEN's first leaf and one retry (R-001-14). */
const editsBeforeDebug = 2;

export const firstTries: Tries = {
  revise: budgets.revise,
  edits: editsBeforeDebug,
  debug: budgets.debug,
  by: 'developer',
};

export type NextTry =
  { readonly kind: 'again'; readonly tries: Tries } | { readonly kind: 'used-up'; readonly budget: 'revise' | 'debug' };

/**
 * Who tries next after a refused try, or that nobody does. Only GREEN has a debugger; elsewhere evidence counts as a
 * revise. Two edits that did not go green call the debugger, which has two attempts (R-001-14, R-004-30…33).
 */
export function nextTry(tries: Tries, spends: Spends, hasDebugger: boolean): NextTry {
  if (spends === 'nothing') return { kind: 'again', tries: { ...tries, by: 'developer' } };
  if (spends === 'revise' || !hasDebugger) {
    if (tries.revise === 0) return { kind: 'used-up', budget: 'revise' };
    const left = { ...tries, revise: tries.revise - 1, edits: editsBeforeDebug };
    return { kind: 'again', tries: { ...left, by: 'developer' } };
  }
  if (tries.by === 'developer') {
    const edits = tries.edits - 1;
    if (edits > 0) return { kind: 'again', tries: { ...tries, edits } };
    if (tries.debug === 0) return { kind: 'used-up', budget: 'debug' };
    return { kind: 'again', tries: { ...tries, edits: 0, by: 'debugger' } };
  }
  const debug = tries.debug - 1;
  if (debug === 0) return { kind: 'used-up', budget: 'debug' };
  return { kind: 'again', tries: { ...tries, debug } };
}
