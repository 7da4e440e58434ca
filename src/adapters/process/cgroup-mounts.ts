import { join, posix } from 'node:path';

/** The resources that a leaf's cgroup can bound. */
export type Controller = 'memory' | 'pids';
export const controllers: readonly Controller[] = ['memory', 'pids'];

/** Where this process stands: the folder of its own cgroup in each hierarchy that matters here. */
export interface OwnCgroups {
  /** The unified hierarchy; null where none is mounted. */
  readonly v2: string | null;
  readonly v1: Readonly<Partial<Record<Controller, string>>>;
}

/**
 * Reads `/proc/self/mountinfo` and `/proc/self/cgroup`. A machine may have both versions at once (hybrid); then each
 * controller belongs to one of them.
 */
export function ownCgroups(mountinfo: string, memberships: string): OwnCgroups {
  const mounts = mountinfo.split('\n').flatMap(parseMount);
  const paths = memberships.split('\n').flatMap((line) => {
    const [number, names, ...rest] = line.split(':');
    return number === undefined || names === undefined ? [] : [{ number, names, path: rest.join(':') }];
  });
  const unified = paths.find(({ number, names }) => number === '0' && names === '');
  const v2 = mounts.find(({ type }) => type === 'cgroup2');
  const v1 = controllers.flatMap((controller) => {
    const mount = mounts.find(({ type, options }) => type === 'cgroup' && options.includes(controller));
    const own = paths.find(({ names }) => names.split(',').includes(controller));
    return mount === undefined || own === undefined ? [] : [[controller, folderOf(mount, own.path)] as const];
  });
  return {
    v2: v2 === undefined || unified === undefined ? null : folderOf(v2, unified.path),
    v1: Object.fromEntries(v1),
  };
}

interface CgroupMount {
  readonly type: string;
  /** Which part of the hierarchy is mounted: a container sees its own part only. */
  readonly root: string;
  readonly point: string;
  readonly options: readonly string[];
}

/** `36 35 0:30 / /sys/fs/cgroup/memory rw,relatime - cgroup cgroup rw,memory`, with any number of words before the dash. */
function parseMount(line: string): readonly CgroupMount[] {
  const [before = '', after = ''] = line.split(' - ');
  const [, , , root, point] = before.split(' ');
  const [type, , options = ''] = after.split(' ');
  if (root === undefined || point === undefined || type === undefined || !type.startsWith('cgroup')) return [];
  return [{ type, root, point, options: options.split(',') }];
}

function folderOf({ root, point }: CgroupMount, path: string): string {
  const below = posix.relative(root, path);
  // Outside of what is mounted: then the mount itself is the nearest that can be seen.
  return below === '' || below.startsWith('..') ? point : join(point, below);
}
