import type { Gear } from '../../domain/steering/gear.js';
import { CliError, type Io } from '../io.js';
import { fleetChoice } from './query.js';
import { tellAll } from './tell-all.js';

interface GearAll {
  readonly gear: Gear | null;
  readonly because: string;
  readonly repo: string | null;
  readonly json: boolean;
}

/**
 * `pawl gear review-before --all`: only ever toward review-before, where more is reviewed. What spares runs their
 * review is a decision about each of them, so it is made one by one (C-15).
 */
export async function gearAll(io: Io, { gear, because, repo, json }: GearAll): Promise<void> {
  if (gear !== 'review-before') {
    const why =
      gear === null
        ? '--all needs the gear'
        : 'A shift of many runs goes only toward review-before: that tests are not reviewed first is decided run by run';
    throw new CliError(2, `${why}. For example: pawl gear review-before --all --repo acme/shop`);
  }
  await tellAll(io, {
    choice: fleetChoice({ repo, query: null }),
    message: { name: 'shiftGear', gear, ...(because === '' ? {} : { because }) },
    holds: null,
    what: 'gear review-before',
    confirm: null,
    json,
  });
}
