import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removal } from '../../support/removal.js';

/** A clock that can be moved under a running worker: Debian's faketime. */
export interface Clock {
  /** Variables of the worker that is to live by it. */
  readonly env: Readonly<Record<string, string>>;
  /** Seconds from now on, `+3600` or `-3600`; monotonic clocks stay, as they do when somebody sets the time. */
  jump(by: string): Promise<void>;
  close(): Promise<void>;
}

/** Null where faketime is not installed. */
export async function fakeClock(): Promise<Clock | null> {
  const library = await findLibrary();
  if (library === null) return null;
  const folder = await mkdtemp(join(tmpdir(), 'pawl-clock-'));
  const file = join(folder, 'offset');
  await writeFile(file, '+0');
  const env = {
    LD_PRELOAD: library,
    FAKETIME_TIMESTAMP_FILE: file,
    FAKETIME_NO_CACHE: '1',
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
    DONT_FAKE_MONOTONIC: '1',
  };
  return { env, jump: (by) => writeFile(file, by), close: () => rm(folder, removal) };
}

export async function findLibrary(): Promise<string | null> {
  for (const triplet of await namesIn('/usr/lib')) {
    const folder = join('/usr/lib', triplet, 'faketime');
    // The one for programs with threads: Node and the SDK's core have some.
    if ((await namesIn(folder)).includes('libfaketimeMT.so.1')) return join(folder, 'libfaketimeMT.so.1');
  }
  return null;
}

function namesIn(folder: string): Promise<readonly string[]> {
  return readdir(folder).catch(() => []);
}
