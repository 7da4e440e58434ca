import { stat } from 'node:fs/promises';
import { withLock } from './lock.js';
import { endProcess } from './process-identity.js';
import type { Progress } from './progress.js';
import { findRunning } from './running-server.js';
import { ServerError } from './server-error.js';
import { serverPlace, usualFolder } from './server-place.js';
import { writeRecord } from './server-record.js';

export interface StopRequest {
  readonly home: string;
  readonly progress: Progress;
  /** As given to `ensureServer`. */
  readonly folder?: string;
  /** Between TERM and KILL; 0: KILL at once. */
  readonly graceMs?: number;
}

export type Stopped =
  | { readonly kind: 'none' }
  /** `killed`: it did not end within the grace time. The database is whole either way. */
  | { readonly kind: 'stopped'; readonly pid: number; readonly killed: boolean };

const usualGraceMs = 10_000;
const lockWaitMs = 120_000;

/** Ends the server of one place, by its recorded pid and start time, never by name. @throws {ServerError} */
export async function stopServer(request: StopRequest): Promise<Stopped> {
  const { progress } = request;
  const place = serverPlace(request.folder ?? usualFolder(request.home));
  if ((await stat(place.folder).catch(() => null)) === null) return { kind: 'none' };
  const lock = { path: place.lock, purpose: 'stops the Temporal server', progress, waitMs: lockWaitMs };
  return withLock(lock, async () => {
    const { running } = await findRunning(place, progress);
    if (running === null) return { kind: 'none' };
    const { pid } = running.running;
    const end = await endProcess(running.running, { graceMs: request.graceMs ?? usualGraceMs, group: true });
    if (end === 'alive')
      throw new ServerError(`The Temporal server (process ${pid}) could not be ended, not even by KILL.`);
    await writeRecord(place.record, { ...running, running: null });
    return { kind: 'stopped', pid, killed: end === 'kill' };
  });
}
