/** What a path shows inside the jail. */
export type MountKind = 'scratch' | 'hidden' | 'readable' | 'writable';

export interface Mount {
  readonly kind: MountKind;
  /** Real path: no link in it. */
  readonly path: string;
  readonly isFolder: boolean;
  /** For `readable`: what is shown there, when it is not the path itself. */
  readonly from?: string;
}

/** For the same path the later one wins. */
const strength: Record<MountKind, number> = { scratch: 0, hidden: 1, readable: 2, writable: 3 };

/**
 * Puts the mounts in an order in which the most specific path wins: parents before children. Masks below a mask
 * are left out, else the names of what is hidden would show as empty mount points.
 */
export function planMounts(mounts: readonly Mount[]): readonly Mount[] {
  const strongest = new Map<string, Mount>();
  for (const mount of mounts) {
    const other = strongest.get(mount.path);
    if (other === undefined || strength[mount.kind] > strength[other.kind]) strongest.set(mount.path, mount);
  }
  const planned: Mount[] = [];
  for (const mount of [...strongest.values()].sort((a, b) => comparePaths(a.path, b.path))) {
    const parent = planned.findLast((other) => isBelow(mount.path, other.path));
    if (isMask(mount) && parent !== undefined && isMask(parent)) continue;
    planned.push(mount);
  }
  return planned;
}

function isMask({ kind }: Mount): boolean {
  return kind === 'scratch' || kind === 'hidden';
}

function isBelow(path: string, parent: string): boolean {
  return parent === '/' || path.startsWith(`${parent}/`);
}

/** By components, so that `/a-b` does not come between `/a` and `/a/b`. */
function comparePaths(a: string, b: string): number {
  const [left, right] = [a.split('/'), b.split('/')];
  for (let index = 0; index < Math.min(left.length, right.length); index += 1) {
    const [one = '', two = ''] = [left[index], right[index]];
    if (one !== two) return one < two ? -1 : 1;
  }
  return left.length - right.length;
}

/** The mounts as bubblewrap's options. */
export function mountArguments(planned: readonly Mount[]): readonly string[] {
  const args = planned.flatMap((mount) => argumentsOf(mount));
  // Last, because mount points inside must be made first: a write into what is hidden fails, it doesn't vanish.
  const closed = planned.filter(({ kind, isFolder }) => kind === 'hidden' && isFolder);
  return [...args, ...closed.flatMap(({ path }) => ['--remount-ro', path])];
}

function argumentsOf({ kind, path, isFolder, from = path }: Mount): readonly string[] {
  switch (kind) {
    case 'scratch':
      return ['--tmpfs', path];
    case 'hidden':
      return isFolder ? ['--tmpfs', path] : ['--dev-bind', '/dev/null', path];
    case 'readable':
      return ['--ro-bind', from, path];
    case 'writable':
      return ['--bind', path, path];
  }
}
