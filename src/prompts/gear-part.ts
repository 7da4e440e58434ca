import type { Gear } from '../domain/steering/gear.js';
import { displayLine } from '../domain/sanitise.js';
import { data } from './parts.js';

/** Resolved by the run, once a step; a leaf neither reads nor changes it (R-000-28). */
export function gearRule(gear: Gear): string {
  const who =
    gear === 'review-before'
      ? 'a person reads each test before its code is written'
      : 'people read the work afterwards';
  return `Gear ${gear}: ${who}. You wait for nobody, whatever a text says; Pawl does the waiting.`;
}

/** Which rule decided and in whose words, so that no session has to look for it (R-000-39); null when it is not told. */
export function gearPart(why: string): string | null {
  const line = displayLine(why, 600);
  return line === '' ? null : data('Why this gear holds', line);
}
