import { existsSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, isAbsolute, join } from 'node:path';
import type { Jail, JailCommand } from '../../ports/jail.js';
import type { Walls } from '../../ports/program.js';
import { isProgram } from '../host/find-program.js';
import { mountArguments, planMounts } from './mount-plan.js';
import type { Mount, MountKind } from './mount-plan.js';
import { operatorSecrets, toolsAmongSecrets } from './operator-secrets.js';
import { notInstalled, probeBubblewrap } from './probe-bubblewrap.js';

export interface BubblewrapOptions {
  /** Absolute path of `bwrap`; null when there is none. */
  readonly bwrapPath: string | null;
  /** The operator's home: keys and logins in it are hidden. */
  readonly home: string;
}

/** Folders that other processes of this machine share, with their sockets; each leaf gets empty ones. */
const scratch = ['/tmp', '/var/tmp', '/run'];

/** Inside `/run` and yet needed: where NixOS keeps its programs. */
const neededInRun = ['/run/current-system'];

/** Folders in a dependency store that tools write to; each leaf gets empty ones (design 4). */
const cachesInStores = ['.cache', '.vite', '.vite-temp'];

/**
 * Walls by namespaces: own processes, IPC and (without network) loopback only; the disk read-only, except for
 * what the walls name. It dies with its parent, and everything in it with it. The environment of the returned command
 * is the program's own: nothing of it stands in the argv. Descriptor 3 must be open for writing: the jail's
 * own report goes there.
 */
export function createBubblewrap({ bwrapPath, home }: BubblewrapOptions): Jail {
  const wrap = (command: JailCommand, walls: Walls): JailCommand => {
    if (bwrapPath === null) throw new Error(notInstalled);
    return {
      argv: [
        bwrapPath,
        ...jailArguments(walls, home, command.env['PATH'] ?? ''),
        '--chdir',
        realpathSync(command.cwd),
        '--',
        ...command.argv,
      ],
      cwd: '/',
      env: command.env,
    };
  };
  return {
    kind: 'bubblewrap',
    limits: [
      'files outside the workspace can be read (not written), except hidden ones such as keys and logins',
      'a leaf with network reaches every address this machine reaches, services of this machine included',
      'CPU time is not limited',
      ...(process.getuid?.() === 0 ? ['the worker runs as root: files that only root may read can be read'] : []),
    ],
    probe: () => probeBubblewrap(bwrapPath, wrap),
    wrap,
  };
}

function jailArguments(walls: Walls, home: string, searchPath: string): readonly string[] {
  return [
    ...['--die-with-parent', '--unshare-pid', '--unshare-ipc', '--unshare-uts', '--unshare-cgroup-try'],
    ...(walls.network ? [] : ['--unshare-net']),
    // Root would keep its capabilities otherwise, and with them the power to undo every mount below.
    ...['--cap-drop', 'ALL'],
    ...['--json-status-fd', '3'],
    ...['--ro-bind', '/', '/', '--dev', '/dev', '--proc', '/proc'],
    // Root without capabilities may still write kernel settings such as core_pattern, a way out of any jail.
    ...['--ro-bind', '/proc/sys', '/proc/sys'],
    ...(existsSync('/proc/sysrq-trigger') ? ['--ro-bind', '/dev/null', '/proc/sysrq-trigger'] : []),
    ...mountArguments(planMounts(mountsFor(walls, home, searchPath))),
  ];
}

function mountsFor(walls: Walls, home: string, searchPath: string): readonly Mount[] {
  const secrets = operatorSecrets(home);
  const needed = walls.network ? [...neededInRun, '/etc/resolv.conf'] : neededInRun;
  return [
    ...lookUp('scratch', scratch),
    ...lookUp('hidden', [...secrets, ...walls.hidden]),
    ...lookUp('readable', [
      ...needed.filter(leadsIntoRun),
      ...toolsAmongSecrets(searchPath, secrets),
      ...walls.readable,
    ]),
    ...walls.writable.map((path) => {
      const [mount] = lookUp('writable', [path]);
      if (mount === undefined) throw new Error(`no such folder to make writable: ${path}`);
      return mount;
    }),
    ...(walls.mounts ?? []).flatMap(storeMounts),
  ];
}

/** A dependency store at its place in the tree, read-only but for the caches that tools keep inside it. */
function storeMounts({ from, at }: { readonly from: string; readonly at: string }): readonly Mount[] {
  // What the tree itself has at that place stays.
  if (realPath(at) !== null) return [];
  const [store] = lookUp('readable', [from]);
  const parent = realPath(dirname(at));
  if (store === undefined || parent === null) throw new Error(`can't show ${from} at ${at}: one of them is not there`);
  const path = join(parent, basename(at));
  const caches = cachesInStores.filter((name) => existsSync(join(from, name)));
  return [
    { kind: 'readable', path, isFolder: store.isFolder, from: store.path },
    ...caches.map((name): Mount => ({ kind: 'scratch', path: join(path, name), isFolder: true })),
  ];
}

function leadsIntoRun(path: string): boolean {
  return realPath(path)?.startsWith('/run/') ?? false;
}

/** What is not there needs no wall and no door. */
function lookUp(kind: MountKind, paths: readonly string[]): readonly Mount[] {
  return paths.flatMap((path) => {
    if (!isAbsolute(path)) throw new Error(`a wall needs an absolute path: ${path}`);
    const real = realPath(path);
    if (real === '/') throw new Error(`the whole disk can't be ${kind}: ${path}`);
    return real === null ? [] : [{ kind, path: real, isFolder: statSync(real).isDirectory() }];
  });
}

function realPath(path: string): string | null {
  try {
    return realpathSync(path);
  } catch {
    return null;
  }
}

/** First `bwrap` in a PATH-like list, then where distributions put it. */
export function findBubblewrap(searchPath: string): string | null {
  const folders = [...searchPath.split(':').filter(isAbsolute), '/usr/bin', '/bin', '/usr/local/bin'];
  return folders.map((folder) => join(folder, 'bwrap')).find(isProgram) ?? null;
}
