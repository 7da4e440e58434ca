import { nothingAdded, usualBudgets } from './resource-budgets.js';
import type { RunState } from './run-state.js';
import { nothingSpent } from './spend.js';

/** What a run starts with before anything is known: all but its own names and times, its gear, and what it carries. */
export const emptyState = {
  scope: null,
  facts: null,
  store: null,
  suite: null,
  state: 'preflight',
  phase: 'preflight',
  step: null,
  criterion: '',
  started: {},
  serial: 0,
  total: 0,
  done: 0,
  window: [],
  windowBefore: 0,
  windowAfter: 0,
  tip: null,
  tipTree: null,
  originTip: null,
  pushed: 'nothing pushed',
  stepsThisExecution: 0,
  scopeSight: null,
  rejectsInRow: 0,
  stop: null,
  gate: null,
  gateAnswer: null,
  wait: null,
  waitAnswer: null,
  asked: null,
  isEnding: false,
  halfDone: null,
  remember: [],
  aside: [],
  bounded: { tasks: 0, turns: 0 },
  blindness: '-',
  suiteLine: null,
  criticLine: null,
  notes: [],
  messages: [],
  messageIds: [],
  events: [],
  seq: 0,
  tried: [],
  lastLine: null,
  cause: null,
  bail: null,
  budgets: usualBudgets,
} as const satisfies Partial<RunState>;

/** What one execution hands to the next under the same id (design 4, Resume). */
export type Carried = Pick<
  RunState,
  | 'refactorSettled'
  | 'approvedTests'
  | 'testReviews'
  | 'attempts'
  | 'attemptRefs'
  | 'offered'
  | 'spent'
  | 'stepPurses'
  | 'added'
  | 'answers'
  | 'sentBack'
  | 'madePlan'
  | 'parked'
  | 'allowed'
  | 'criticApproved'
  | 'declaredRed'
  | 'files'
  | 'versions'
>;

export const nothingCarried: Carried = {
  refactorSettled: null,
  approvedTests: [],
  testReviews: [],
  attempts: 0,
  attemptRefs: [],
  offered: null,
  spent: nothingSpent,
  stepPurses: [],
  added: nothingAdded,
  answers: [],
  sentBack: [],
  madePlan: null,
  parked: [],
  allowed: [],
  criticApproved: null,
  declaredRed: [],
  files: { gear: null, stop: null },
  versions: [],
};
