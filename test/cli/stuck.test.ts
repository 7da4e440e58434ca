import { describe, expect, test } from '@jest/globals';
import { stuckQuery, stuckReasons } from '../../src/cli/runs/stuck.js';
import type { RunRow } from '../../src/cli/runs/find.js';
import { endedRow } from './support/samples.js';

const minute = 60_000;
const nowMs = 1_000 * minute;
const bounds = { nowMs, afterMs: null };
const open: RunRow = {
  ...endedRow,
  open: true,
  status: 'RUNNING',
  state: 'working',
  phase: 'red',
  phaseSinceMs: nowMs,
};
const polled = [{ queue: 'pawl', kind: 'workflow', pollers: ['ann@box'] }] as const;
const silent = [{ queue: 'pawl-host-1', kind: 'activity', pollers: [] }] as const;
const kindsOf = (
  row: Partial<RunRow>,
  looks: Parameters<typeof stuckReasons>[1] = polled,
  afterMs: number | null = null,
) => stuckReasons({ ...open, ...row }, looks, { nowMs, afterMs }).map(({ kind }) => kind);

describe('design 7: why an open run is stuck', () => {
  test('a phase has its limit, one of the person’s own goes before; waits and gates have none', () => {
    expect(kindsOf({ phaseSinceMs: nowMs - 61 * minute })).toEqual(['past-limit']);
    expect(kindsOf({ phaseSinceMs: nowMs - 59 * minute })).toEqual([]);
    expect(kindsOf({ phaseSinceMs: nowMs - 21 * minute }, polled, 20 * minute)).toEqual(['past-limit']);
    expect(kindsOf({ phase: 'gate', state: 'gate', phaseSinceMs: 0 })).toEqual([]);
    expect(kindsOf({ state: 'waiting', phaseSinceMs: 0 })).toEqual([]);
  });

  test('each of several reasons is told, with what frees it', () => {
    const row = { ...open, phaseSinceMs: 0, problems: ['WorkflowTaskFailed', 'NonDeterministicError'] };
    const reasons = stuckReasons(row, silent, bounds);
    expect(reasons.map(({ kind }) => kind)).toEqual(['no-poller', 'code-fails', 'past-limit']);
    expect(reasons.map(({ why }) => why)).toEqual([
      'no worker polls pawl-host-1',
      "the worker can't run its code: WorkflowTaskFailed, NonDeterministicError",
      expect.stringMatching(/^in phase red for .*, limit 60 min$/),
    ]);
    expect(reasons.at(-1)?.freeWith).toBe(
      `pawl stop ${row.workflowId} --mode now, then: pawl resume ${row.workflowId}`,
    );
  });

  test('a run that nobody took up within five minutes', () => {
    expect(kindsOf({ phase: null, phaseSinceMs: null, startedAtMs: nowMs - 6 * minute })).toEqual(['not-taken-up']);
    expect(kindsOf({ phase: null, phaseSinceMs: null, startedAtMs: nowMs - 4 * minute })).toEqual([]);
  });

  test('the query names each phase with its own moment, or all with one', () => {
    expect(stuckQuery(bounds)).toContain('(PawlPhase = "commit" AND PawlPhaseSince < "1970-01-01T16:25:00.000Z")');
    expect(stuckQuery({ nowMs, afterMs: minute })).toContain(
      '(PawlPhase = "green" AND PawlPhaseSince < "1970-01-01T16:39:00.000Z")',
    );
    expect(stuckQuery(bounds)).toContain('TemporalReportedProblems IS NOT NULL');
  });
});
