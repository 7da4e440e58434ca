import { findServerOf, type UnrecordedServer } from './find-running.js';
import { isAlive, type ProcessIdentity } from './process-identity.js';
import type { Progress } from './progress.js';
import type { ServerPlace } from './server-place.js';
import { readRecord, setAside, writeRecord, type ServerRecord } from './server-record.js';

export type RunningRecord = ServerRecord & { readonly running: ProcessIdentity };

export interface Found {
  /** The server that runs for this place, or null. */
  readonly running: RunningRecord | null;
  /** What is known from before, for its ports. */
  readonly last: ServerRecord | null;
}

/**
 * Reads server.json and puts right what no longer holds, saying so: a file that can't be read, a process that
 * is gone or whose pid now belongs to another, a server that nobody recorded. Call it with the lock held.
 */
export async function findRunning(place: ServerPlace, progress: Progress): Promise<Found> {
  const reading = await readRecord(place.record);
  if (reading.kind === 'broken') {
    progress.say(`${place.record} can't be read (${reading.why}); it is kept as ${await setAside(place.record)}.`);
  }
  const last = reading.kind === 'record' ? reading.record : null;
  if (last !== null && last.running !== null) {
    const { running } = last;
    if (await isAlive(running)) return { running: { ...last, running }, last };
    progress.say(`The server recorded in ${place.record} (process ${running.pid}) is gone.`);
  }
  const unrecorded = await findServerOf(place.database);
  if (unrecorded !== null) return adopt(place, last, unrecorded, progress);
  if (last !== null && last.running !== null) await writeRecord(place.record, { ...last, running: null });
  return { running: null, last };
}

async function adopt(
  place: ServerPlace,
  last: ServerRecord | null,
  found: UnrecordedServer,
  progress: Progress,
): Promise<Found> {
  const { pid } = found.identity;
  progress.say(`Process ${pid} already serves ${place.database}, although nothing recorded it; it is used.`);
  const record = {
    version: 1 as const,
    running: found.identity,
    ports: found.ports,
    binary: last?.binary ?? '',
    serverVersion: last?.serverVersion ?? '',
  };
  await writeRecord(place.record, record);
  return { running: record, last: record };
}
