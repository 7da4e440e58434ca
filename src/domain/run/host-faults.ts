import type { Cause } from './causes.js';

/** What is known of one error of this host, outermost first in its chain of causes; plain data. */
export interface FaultFact {
  /** Of a failed file operation, such as `ENOSPC`; null for any other error. */
  readonly code: string | null;
  /** What the git adapter made of git's words; null for an error of somebody else. */
  readonly repository: 'disk-full' | 'read-only' | 'locked' | 'unreachable' | 'other' | null;
  readonly message: string;
}

export interface HostFault {
  readonly cause: Cause;
  readonly message: string;
  /** Worth another try by the server first: a lock or a network may be gone in a moment. */
  readonly passes: boolean;
}

/** A quota is as full as a disk. A file system that turned read-only takes no more either, and is mended by a person. */
const codes: Readonly<Partial<Record<string, string>>> = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  EROFS: 'the file system is read-only',
};

/** The cause that a fault of this host stands for (F47, F52, F53); null for one that is on no list. */
export function hostFault(chain: readonly FaultFact[]): HostFault | null {
  for (const fact of chain) {
    const fault = faultOf(fact);
    if (fault !== null) return fault;
  }
  return null;
}

function faultOf({ code, repository, message }: FaultFact): HostFault | null {
  if (repository === 'disk-full' || repository === 'read-only') return { cause: 'disk-full', message, passes: false };
  if (repository === 'locked') return { cause: 'git-locked', message, passes: true };
  if (repository === 'unreachable') return { cause: 'push-failed', message, passes: true };
  const words = code === null ? undefined : codes[code];
  if (words === undefined) return null;
  return { cause: 'disk-full', message: `${words}, so nothing can be written: ${message}`, passes: false };
}
