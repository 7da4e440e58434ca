import type { RunState } from './run-state.js';

/** Where a run is worked on (design 7). */
export interface RunHost {
  /** Its stable id, part of its queues' names; null as long as none has taken the run. */
  readonly id: string | null;
  /** The origin is a remote, so that any host can go on; false: a checkout lives on this one, and the run waits for it. */
  readonly isClaimed: boolean;
  /** Hosts that were lost, the newest last; capped. */
  readonly lost: readonly string[];
  /** How many since the last commit. */
  readonly lostInRow: number;
}

const mostLost = 10;

/** `hostId` null: the origin is a remote, and a host has to be claimed. */
export function firstHost(hostId: string | null): RunHost {
  return { id: hostId, isClaimed: hostId === null, lost: [], lostInRow: 0 };
}

/**
 * The state without what lies on a host that is gone: its workspaces, its dependency store, reports and kept attempts by
 * reference, and commits that were never pushed. What people said, what was spent, and approvals by test hash stay:
 * preflight and the ledger on the branch give the rest anew.
 */
export function withoutHost(state: RunState): RunState {
  const { id, lost, lostInRow } = state.host;
  const names = id === null ? lost : [...lost.filter((one) => one !== id), id].slice(-mostLost);
  return {
    ...state,
    host: { ...state.host, id: null, lost: names, lostInRow: lostInRow + 1 },
    scope: null,
    store: null,
    suite: null,
    step: null,
    criterion: '',
    started: {},
    tip: null,
    tipTree: null,
    originTip: null,
    gate: null,
    gateAnswer: null,
    wait: null,
    waitAnswer: null,
    halfDone: null,
    attemptRefs: [],
    offered: null,
    parked: [],
    remember: [],
    madePlan: null,
  };
}

/** So often is a claim handed back by a host that the run has lost before; another one that answers gets it meanwhile. */
const handedBack = 5;

/** Does this host leave the run to another one? @param attempt 1-based, of the claim */
export function leavesItToOthers(hostId: string, lost: readonly string[], attempt: number): boolean {
  return lost.includes(hostId) && attempt <= handedBack;
}

/** A commit stands: whatever host is lost from now on is the first again. */
export function withHostProven(state: RunState): RunState {
  return state.host.lostInRow === 0 ? state : { ...state, host: { ...state.host, lostInRow: 0 } };
}
