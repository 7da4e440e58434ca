import { fileURLToPath } from 'node:url';
import type { Place } from '../places.js';

/** What the reporter or the preload wrote down of a thrown value. */
export interface NodeError {
  readonly name: string | null;
  readonly code: string | null;
  readonly message: string;
  /** First line of the stack: for some errors it names the importing file. */
  readonly header: string | null;
  /** First call of the stack. */
  readonly frame: string | null;
  readonly url: string | null;
  readonly importer: string | null;
  readonly matcher: boolean;
}

export interface Surroundings {
  readonly place: Place;
  /** Text of a file by its absolute path, or null. */
  readonly source: (path: string) => string | null;
}

export function pathOf(pathOrUrl: string): string {
  try {
    return pathOrUrl.startsWith('file:') ? fileURLToPath(pathOrUrl) : pathOrUrl;
  } catch {
    return pathOrUrl;
  }
}
