import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { reasonOf } from '../domain/thrown.js';
import { ServerError } from './server-error.js';

/** The files of one server. */
export interface ServerPlace {
  readonly folder: string;
  readonly record: string;
  readonly database: string;
  readonly log: string;
  readonly lock: string;
}

export function serverPlace(folder: string): ServerPlace {
  return {
    folder,
    record: join(folder, 'server.json'),
    database: join(folder, 'server.db'),
    log: join(folder, 'server.log'),
    lock: join(folder, 'server.lock'),
  };
}

/** Where the server of `pawl up` lives. */
export function usualFolder(home: string): string {
  return join(home, 'temporal');
}

/** Histories hold issue texts: nobody else may read the folder. @throws {ServerError} when it can't be made */
export async function makePlace(place: ServerPlace): Promise<void> {
  try {
    await mkdir(place.folder, { recursive: true, mode: 0o700 });
  } catch (error) {
    const mend = 'Name a home that can be written, for example: PAWL_HOME=/var/lib/pawl';
    throw new ServerError(`Pawl's home can't be used: ${reasonOf(error)}.\n${mend}`);
  }
}
