import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { delimiter, isAbsolute, join } from 'node:path';
import { execa } from 'execa';
import { isIntact } from './installed-binary.js';
import { pinnedServerVersion, pinnedVersion, type Pinned } from './pinned.js';
import { isNewEnough, oldestServer, serverVersionOf } from './server-version.js';
import { hasCode, reasonOf } from '../domain/thrown.js';

/** A `temporal` that can run a server. */
export interface ServerBinary {
  readonly path: string;
  readonly serverVersion: string;
}

export interface BinarySearch {
  readonly found: ServerBinary | null;
  /** What was looked at and passed over, and why. */
  readonly passedOver: readonly string[];
}

/** Where a person may put a `temporal` of their own, and where Pawl puts the one it fetched. */
export function binaryPlaces(home: string): { readonly folder: string; readonly own: string; readonly pinned: string } {
  const folder = join(home, 'temporal', 'bin');
  return { folder, own: join(folder, 'temporal'), pinned: join(folder, `temporal-${pinnedVersion}`) };
}

/** What a `temporal` gets: one on PATH may be a wrapper that looks for its tools. No variable of the person's own client. */
export function binaryEnv(machine: {
  readonly path: string;
  readonly userHome: string;
}): Readonly<Record<string, string>> {
  return { PATH: machine.path, HOME: machine.userHome };
}

/** Looks on PATH, then in Pawl's home. */
export async function findBinary(request: {
  readonly path: string;
  readonly home: string;
  readonly userHome: string;
  readonly pinned: Pinned | null;
}): Promise<BinarySearch> {
  const passedOver: string[] = [];
  const env = binaryEnv(request);
  const places = binaryPlaces(request.home);
  // A relative entry of PATH would make the choice depend on the folder one is in.
  const onPath = request.path.split(delimiter).filter((folder) => isAbsolute(folder));
  for (const candidate of [...new Set(onPath.map((folder) => join(folder, 'temporal'))), places.own]) {
    const look = await lookAt(candidate, env);
    if (look.kind === 'fit') return { found: look.binary, passedOver };
    if (look.kind === 'unfit') passedOver.push(`${candidate}: ${look.why}`);
  }
  const { pinned } = request;
  if (pinned === null) return { found: null, passedOver };
  const intact = await isIntact(places.pinned, pinned);
  if (intact.kind === 'damaged') passedOver.push(`${places.pinned}: ${intact.why}`);
  if (intact.kind !== 'intact') return { found: null, passedOver };
  // What has the pinned content needs no asking.
  return { found: { path: places.pinned, serverVersion: pinnedServerVersion }, passedOver };
}

type Look =
  | { readonly kind: 'absent' }
  | { readonly kind: 'fit'; readonly binary: ServerBinary }
  | { readonly kind: 'unfit'; readonly why: string };

/** Asks a binary for its version. @param env see `binaryEnv` */
async function lookAt(path: string, env: Readonly<Record<string, string>>): Promise<Look> {
  try {
    if (!(await stat(path)).isFile()) return { kind: 'absent' };
    await access(path, constants.X_OK);
  } catch (error) {
    if (hasCode(error, 'EACCES')) return { kind: 'unfit', why: 'it may not be run by this user' };
    return { kind: 'absent' };
  }
  const { stdout, failed, ...end } = await execa(path, ['--version'], {
    reject: false,
    timeout: 20_000,
    stdin: 'ignore',
    env,
    extendEnv: false,
  });
  const version = serverVersionOf(stdout);
  if (version !== null && isNewEnough(version)) return { kind: 'fit', binary: { path, serverVersion: version } };
  if (version !== null)
    return { kind: 'unfit', why: `it carries server ${version}; ${oldestServer} or newer is needed` };
  return {
    kind: 'unfit',
    why: failed ? `it can't be run (${reasonOf(end.cause ?? end.shortMessage)})` : 'it names no server version',
  };
}
