import type { Cause } from '../run/causes.js';
import type { NotGreenClass, RefusedRedClass } from './evidence.js';

/** Cause of the bail when RED stays refused after the revise budget (C-6, C-7, design 9). */
export function causeOfRefusedRed(refused: RefusedRedClass): Cause {
  switch (refused) {
    case 'passes':
      return 'red-not-observed';
    case 'did-not-end':
      return 'tests-did-not-end';
    case 'error':
    case 'syntax':
    case 'framework':
    case 'no-tests':
    case 'flaky':
    case 'several-tests':
    case 'cannot-tell':
      return 'wrong-red';
  }
}

/** Cause of the bail when GREEN (or a refactored tree) stays refused after the revise budget. */
export function causeOfNotGreen(notGreen: NotGreenClass): Cause {
  switch (notGreen) {
    case 'did-not-end':
      return 'tests-did-not-end';
    case 'still-red':
    case 'regression':
    case 'fewer-tests':
    case 'no-tests':
    case 'several-tests':
    case 'flaky':
    case 'framework':
    case 'cannot-tell':
      return 'rejected';
  }
}
