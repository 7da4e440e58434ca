import { firstHost } from '../../src/domain/run/host.js';
import { emptyState, nothingCarried } from '../../src/domain/run/empty-state.js';
import { resolveGear } from '../../src/domain/steering/gear.js';
import type { RunState } from '../../src/domain/run/run-state.js';

/** A run's state as it is right after the start, with what a test needs otherwise. */
export function aRunState(otherwise: Partial<RunState>): RunState {
  return {
    ...emptyState,
    ...nothingCarried,
    workflowId: 'tdd/local/shop-1a2b3c/file-docs--issue',
    firstRunId: '0b5a8a52-0000-4000-8000-000000000001',
    execution: '0b5a8a52',
    sourceFile: 'docs/issue.md',
    origin: '/tmp/shop',
    host: firstHost('abcdef012345'),
    state: 'working',
    phase: 'red',
    phaseSinceMs: 0,
    total: 3,
    shift: null,
    gear: resolveGear(null, { nowMs: 0, step: '-', steps: 0 }),
    ...otherwise,
  };
}
