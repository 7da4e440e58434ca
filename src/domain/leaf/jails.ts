import { z } from 'zod';

/** What can hold a leaf (design 6). */
export const JailKind = z.enum(['bubblewrap', 'sandbox-runtime', 'process']);
export type JailKind = z.infer<typeof JailKind>;

/** What an operator asks for; `sandbox-runtime` is never taken unasked. */
export const JailSetting = z.enum(['auto', 'bubblewrap', 'process', 'required', 'sandbox-runtime']);
export type JailSetting = z.infer<typeof JailSetting>;

/** What of its walls a jail holds. */
export interface JailTraits {
  /** Hidden paths are not there, and nothing but the writable ones can be written; own processes are all it sees. */
  readonly holdsFiles: boolean;
  /** A program whose network is off reaches nothing beyond its own loopback. */
  readonly holdsNetwork: boolean;
  /** Shows dependency stores at their places by mounts of its own; else links stand in for them. */
  readonly mounts: boolean;
  /** Tells on descriptor 3 whether the program was started, and how it exited. */
  readonly reportsStart: boolean;
}

const traits: Readonly<Record<JailKind, JailTraits>> = {
  bubblewrap: { holdsFiles: true, holdsNetwork: true, mounts: true, reportsStart: true },
  'sandbox-runtime': { holdsFiles: true, holdsNetwork: true, mounts: false, reportsStart: false },
  process: { holdsFiles: false, holdsNetwork: false, mounts: false, reportsStart: false },
};

export function traitsOf(kind: JailKind): JailTraits {
  return traits[kind];
}
