import type { RunState } from './run-state.js';
import { withEvent, withNote } from './run-state.js';

/** A Pawl that worked on a run, and since which step it did (R-002-55). */
export interface VersionSeen {
  /** Release and build, such as `0.1.0+3f2a91bc`. */
  readonly version: string;
  /** Workflow time, milliseconds since the epoch. */
  readonly sinceMs: number;
  /** `-` before the first step. */
  readonly step: string;
}

/** The first is kept for good: it is what the run started under. */
const mostVersions = 10;

/**
 * Notes which Pawl works on the run: the one it started under, and each other one from then on, as a change that a
 * person sees (R-002-56). The same one again changes nothing.
 */
export function withVersion(state: RunState, version: string, atMs: number): RunState {
  const before = state.versions.at(-1)?.version ?? null;
  if (before === version) return state;
  const seen: VersionSeen = { version, sinceMs: atMs, step: state.step?.id ?? '-' };
  const all = [...state.versions, seen];
  const versions = all.length > mostVersions ? [...all.slice(0, 1), ...all.slice(1 - mostVersions)] : all;
  const next = { ...state, versions };
  if (before === null) return withEvent(next, { kind: 'state', line: `Pawl ${version}`, atMs });
  return withNote(next, `Pawl changed while the run was under way: ${before} before, ${version} from now on`, atMs);
}

/** `0.1.0+3f2a91bc, then 0.2.0+77aa0c11 since step 4`. */
export function versionsText(versions: readonly VersionSeen[]): string {
  return versions
    .map(({ version, step }, index) =>
      index === 0 ? version : `then ${version}${step === '-' ? '' : ` since step ${step}`}`,
    )
    .join(', ');
}
