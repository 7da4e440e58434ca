import { afterEach, describe, expect, test } from '@jest/globals';
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ownCgroups } from '../../../src/adapters/process/cgroup-mounts.js';
import { findCgroups, prepareCgroups } from '../../../src/adapters/process/cgroup-places.js';
import { eventsOf } from '../../../src/adapters/process/fence.js';
import { createFences, saysOfLimits } from '../../../src/adapters/process/fences.js';
import { leafLimits } from '../../../src/adapters/process/leaf-limits.js';
import { removal } from '../../support/removal.js';

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, removal);
});

const unified = '30 24 0:26 / /sys/fs/cgroup rw,nosuid shared:4 - cgroup2 cgroup2 rw,nsdelegate\n';
const hybrid = [
  '31 24 0:27 / /sys/fs/cgroup/unified rw - cgroup2 cgroup2 rw',
  '32 24 0:28 / /sys/fs/cgroup/memory rw shared:9 - cgroup cgroup rw,memory',
  '33 24 0:29 /docker/abc /sys/fs/cgroup/pids rw - cgroup cgroup rw,pids',
  '34 24 0:30 / /sys/fs/cgroup/cpu,cpuacct rw - cgroup cgroup rw,cpu,cpuacct',
].join('\n');

describe('where this process stands', () => {
  test('in the unified hierarchy', () => {
    expect(ownCgroups(unified, '0::/user.slice/a:b.scope\n')).toEqual({
      v2: '/sys/fs/cgroup/user.slice/a:b.scope',
      v1: {},
    });
  });

  test('in both at once, where a container sees its own part only', () => {
    expect(ownCgroups(hybrid, '8:pids:/docker/abc/x\n4:memory:/jobs/1\n2:cpu,cpuacct:/\n0::/')).toEqual({
      v2: '/sys/fs/cgroup/unified',
      v1: { memory: '/sys/fs/cgroup/memory/jobs/1', pids: '/sys/fs/cgroup/pids/x' },
    });
  });

  test('nowhere: macOS has no such files', () => {
    expect(ownCgroups('', '')).toEqual({ v2: null, v1: {} });
    expect(findCgroups('/no/such/root')).toMatchObject({
      places: { memory: null, pids: null },
      problem: 'there are no cgroups here',
    });
  });
});

/** A unified hierarchy out of plain files: what is read and written where; the kernel's part is in fences.test.ts. */
function pretend({
  controllers = 'cpu memory pids',
  subtree = '',
  procs = String(process.pid),
  type = 'domain',
} = {}): {
  readonly root: string;
  readonly own: string;
} {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'pawl-cgroup-')));
  folders.push(root);
  const own = join(root, 'sys/app.slice');
  mkdirSync(own, { recursive: true });
  mkdirSync(join(root, 'proc/self'), { recursive: true });
  writeFileSync(join(root, 'proc/self/mountinfo'), `30 24 0:26 / ${join(root, 'sys')} rw - cgroup2 cgroup2 rw\n`);
  writeFileSync(join(root, 'proc/self/cgroup'), '0::/app.slice\n');
  const files = { controllers, subtree_control: subtree, procs, ...(type === '' ? {} : { type }) };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(own, `cgroup.${name}`), `${text}\n`);
  return { root, own };
}

describe('in version 2', () => {
  test('alone in its cgroup the worker steps aside and hands the controllers on', () => {
    const { root, own } = pretend();
    const look = findCgroups(root);
    const place = { version: 2, parent: own, home: join(own, 'pawl-worker') };
    expect(look).toMatchObject({ places: { memory: place, pids: place }, problem: null });
    expect(prepareCgroups(look)).toBe(null);
    expect(readFileSync(join(own, 'pawl-worker/cgroup.procs'), 'utf8')).toBe(String(process.pid));
    expect(readFileSync(join(own, 'cgroup.subtree_control'), 'utf8')).toBe('+memory +pids');
    writeFileSync(join(root, 'proc/self/cgroup'), '0::/app.slice/pawl-worker\n');
    writeFileSync(join(own, 'cgroup.subtree_control'), 'memory pids\n');
    expect(findCgroups(root)).toEqual({ places: { memory: place, pids: place }, problem: null, stepAside: null });
  });

  test('beside other processes, or without controllers, it bounds nothing and says how to mend that', () => {
    const shared = findCgroups(pretend({ procs: `${process.pid}\n1` }).root);
    expect(shared.places).toEqual({ memory: null, pids: null });
    expect(shared.problem).toBe(
      'other processes share its cgroup; mend: systemd-run --user --scope -p Delegate=yes pawl worker',
    );
    const bare = findCgroups(pretend({ controllers: 'cpu' }).root);
    expect(bare.problem).toContain('has no controllers for them; mend: systemd-run');
    const limits = { memoryBytes: 64 * 1024 * 1024, processes: 64 };
    expect(createFences(limits, null, shared).limits).toEqual([
      `memory and number of processes are not limited: ${shared.problem ?? ''}`,
    ]);
  });

  test('at the top of the hierarchy it need not step aside', () => {
    const { root, own } = pretend({ type: '', procs: `${process.pid}\n1` });
    expect(findCgroups(root)).toMatchObject({ places: { pids: { parent: own, home: own } }, problem: null });
  });

  test('one controller of two is said', () => {
    const look = findCgroups(pretend({ controllers: 'pids' }).root);
    expect(look.problem).toBe('its cgroup has no controller memory');
    expect(saysOfLimits({ memoryBytes: 1, processes: 64 }, look)).toBe(
      'a leaf may have 64 processes and threads (cgroup v2); not all of it, as its cgroup has no controller memory',
    );
  });

  test('F29, F30: what the kernel counted, in the files of either version', () => {
    const folder = pretend().own;
    const fence = { folders: [{ path: folder, home: folder }] };
    expect(eventsOf(fence)).toEqual({ oomKills: 0, limitHits: 0 });
    writeFileSync(join(folder, 'memory.events'), 'low 0\nmax 7\noom 1\noom_kill 2\noom_group_kill 0\n');
    writeFileSync(join(folder, 'pids.events'), 'max 5\n');
    expect(eventsOf(fence)).toEqual({ oomKills: 2, limitHits: 5 });
    rmSync(join(folder, 'memory.events'));
    writeFileSync(join(folder, 'memory.oom_control'), 'oom_kill_disable 0\nunder_oom 0\noom_kill 1\n');
    expect(eventsOf(fence)).toEqual({ oomKills: 1, limitHits: 5 });
  });
});

test('the limits of a leaf: what config.json says, else bounds that honest work does not meet', () => {
  const machine = { memoryBytes: 8_000, cores: 64, mostPids: 4_000_000 };
  const nothingWished = { leafMemoryBytes: null, leafProcesses: null };
  expect(leafLimits(nothingWished, machine)).toEqual({ memoryBytes: 6_000, processes: 8_192 });
  expect(leafLimits(nothingWished, { ...machine, cores: 2, mostPids: 4_096 }).processes).toBe(1_024);
  expect(leafLimits({ leafMemoryBytes: 0, leafProcesses: 0 }, machine)).toEqual({ memoryBytes: null, processes: null });
  expect(leafLimits({ leafMemoryBytes: 5, leafProcesses: 40 }, machine)).toEqual({ memoryBytes: 5, processes: 40 });
});
