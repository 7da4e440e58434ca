import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { WorkflowFailedError } from '@temporalio/client';
import { ApplicationFailure, TerminatedFailure } from '@temporalio/common';
import { Cause } from '../../../src/domain/run/causes.js';
import { crashPoints } from '../../support/crash-points.js';
import { removal } from '../../support/removal.js';
import { rig, tell, type Jail, type RigWish, type Told } from '../../support/rig.js';
import type { Ground, GroundStory, Outcome, WatchedRun } from './fault.js';
import { checkoutDigest, watchLeaves } from './watch.js';

/** A lost worker is noticed soon, so that a sweep of hundreds of kills ends the same day. */
const heartbeatMs = 3_000;

export interface MadeGround extends Ground {
  close(): Promise<void>;
}

export async function makeGround(jail: Jail, wish: Partial<RigWish> = {}): Promise<MadeGround> {
  const folder = await mkdtemp(join(tmpdir(), 'pawl-crash-'));
  const crash = await crashPoints(join(folder, 'points'));
  const canary = `canary-${randomUUID()}`;
  const env = { PAWL_CRASH_POINTS: crash.folder, GITHUB_TOKEN: canary, ...wish.env };
  const rigged = await rig({ jail, database: 'file', ...wish, env });
  return {
    rig: rigged,
    crash,
    canary,
    tell: async (story) => {
      const options = { heartbeatMs, ...story.options };
      const told = await tell(rigged, { ...story, options });
      return watched(rigged.home, told, story);
    },
    close: async () => {
      await crash.release();
      await rigged.close();
      await rm(folder, removal);
    },
  };
}

/** The checkout is laid before the start, and nothing of Pawl is in it by now. */
export async function watched(home: string, told: Told, story: GroundStory): Promise<WatchedRun> {
  const checkout = await checkoutDigest(told.origin);
  const base = await told.git('rev-parse', 'main');
  const watch = watchLeaves(home);
  return { told, story, checkout, base, outcome: () => outcomeOf(told), seen: () => watch.end() };
}

/** The end of a run as its client sees it. */
export async function outcomeOf(told: Told): Promise<Outcome> {
  try {
    return (await told.result()).outcome;
  } catch (error) {
    if (!(error instanceof WorkflowFailedError)) throw error;
    if (error.cause instanceof TerminatedFailure) return 'terminated';
    if (error.cause instanceof ApplicationFailure) return Cause.parse(error.cause.type);
    throw error;
  }
}
