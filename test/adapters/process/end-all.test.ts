import { expect, test } from '@jest/globals';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { endAll } from '../../../src/adapters/process/end-all.js';
import { readProcess } from '../../../src/adapters/process/proc-table.js';
import type { ProcessEntry } from '../../../src/adapters/process/proc-table.js';

function entryOf(pid: number | undefined): ProcessEntry {
  const entry = readProcess(pid ?? 0);
  if (entry === null) throw new Error('not running');
  return entry;
}

test('a pid that was given to somebody else meanwhile is not signalled', async () => {
  const stranger = spawn('sleep', ['20']);
  const entry = entryOf(stranger.pid);
  const looks = [[{ ...entry, startTicks: entry.startTicks - 1 }]];
  await endAll({ find: () => looks.pop() ?? [], graceMs: () => 0 });
  expect(readProcess(entry.pid)).toMatchObject({ startTicks: entry.startTicks });
  stranger.kill('SIGKILL');
  await once(stranger, 'exit');
});

test('one empty look proves nothing: what shows up a look later is ended too', async () => {
  const late = spawn('sleep', ['20']);
  const entry = entryOf(late.pid);
  let looks = 0;
  const find = (): readonly ProcessEntry[] => {
    looks += 1;
    const alive = readProcess(entry.pid);
    return looks === 1 || alive === null ? [] : [alive];
  };
  expect(await endAll({ find, graceMs: () => 1_000 })).toEqual({ ended: 1, unkillable: 0 });
  expect(readProcess(entry.pid)).toBe(null);
});

test('a grace that shrinks while it runs is kept to', async () => {
  const deaf = spawn('sh', ['-c', 'trap "" TERM; echo up; while :; do sleep 0.05; done']);
  await once(deaf.stdout, 'data');
  const entry = entryOf(deaf.pid);
  let graceMs = 60_000;
  setTimeout(() => {
    graceMs = 0;
  }, 200);
  const startedAt = performance.now();
  await endAll({ find: () => (readProcess(entry.pid) === null ? [] : [entry]), graceMs: () => graceMs });
  expect(performance.now() - startedAt).toBeLessThan(30_000);
  expect(readProcess(entry.pid)).toBe(null);
});
