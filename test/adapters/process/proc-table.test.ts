import { describe, expect, test } from '@jest/globals';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { listProcesses, parseStat, readProcess, startedWith } from '../../../src/adapters/process/proc-table.js';
import { withDescendants } from '../../../src/adapters/process/tree.js';
import type { ProcessEntry } from '../../../src/adapters/process/proc-table.js';

describe('the process table', () => {
  const stat = (name: string, state: string): string =>
    `7 (${name}) ${state} 3 5 6 0 -1 4194304 98 0 0 0 10 20 30 40 20 0 1 0 124857 3133440 414`;

  test('a name with blanks and brackets does not shift the fields', () => {
    const expected = { pid: 7, parent: 3, group: 5, session: 6, startTicks: 124857, cpuTicks: 100 };
    for (const name of ['cat', 'a) S 1 1 1', ') (', '(x)']) expect(parseStat(7, stat(name, 'S'))).toEqual(expected);
  });

  test('zombies and nonsense are nobody', () => {
    expect(parseStat(7, stat('cat', 'Z'))).toBe(null);
    expect(parseStat(7, '')).toBe(null);
  });

  test('shows a real child with its parent, environment and start, and nothing once it is gone', async () => {
    const child = spawn('sleep', ['20'], { env: { OTHER_LEAF_ID: 'no', LEAF_ID: 'run=1/ü', LAST: 'x' } });
    const pid = child.pid ?? 0;
    expect(listProcesses().find((entry) => entry.pid === pid)?.parent).toBe(process.pid);
    expect(startedWith(pid, 'LEAF_ID')).toBe('run=1/ü');
    expect(startedWith(pid, 'LAST')).toBe('x');
    expect(startedWith(pid, 'EAF_ID')).toBe(null);
    expect(readProcess(pid)?.startTicks).toBeGreaterThan(0);
    child.kill('SIGKILL');
    await once(child, 'exit');
    expect(readProcess(pid)).toBe(null);
    expect(startedWith(pid, 'LEAF_ID')).toBe(null);
  });
});

test('descendants are found at any depth, in any order, and a loop of reused pids ends', () => {
  const entry = (pid: number, parent: number): ProcessEntry => ({
    ...{ pid, parent, group: 0, session: 0, startTicks: pid, cpuTicks: 0 },
  });
  const entries = [entry(5, 4), entry(4, 3), entry(3, 1), entry(9, 1), entry(7, 8), entry(8, 7)];
  const pids = (seed: number): readonly number[] =>
    withDescendants(entries, ({ pid }) => pid === seed)
      .map(({ pid }) => pid)
      .sort((a, b) => a - b);
  expect(pids(3)).toEqual([3, 4, 5]);
  expect(pids(9)).toEqual([9]);
  expect(pids(7)).toEqual([7, 8]);
});
