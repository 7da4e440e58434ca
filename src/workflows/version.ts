import { upsertMemo } from '@temporalio/workflow';
import { withVersion } from '../domain/run/versions.js';
import { nowMs, type Desk } from './desk.js';

/** Which Pawl works on this run: noted at its start, and again where that changes (R-002-55, R-002-56). */
export function noteVersion(desk: Desk, version: string | undefined): void {
  if (version === undefined) return;
  const before = desk.state.versions;
  desk.state = withVersion(desk.state, version, nowMs());
  // The memo of the start is written by preflight, with other facts.
  if (before.length > 0 && desk.state.versions !== before) upsertMemo({ pawlVersion: version });
}
