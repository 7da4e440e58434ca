import { join } from 'node:path';
import { leafOf } from '../support/rule.js';
import type { Ground, GroundStory } from './support/fault.js';
import { inLeaf } from './support/nemesis.js';
import { noLeaf } from './support/facts.js';
import { playFaults } from './support/play.js';
import { resumed } from './support/resume.js';
import { mountDisk, noMounts, readOnly, type Disk } from './support/small-disk.js';
import { storyFault, type StoryFault } from './support/story-fault.js';

const slow: GroundStory = { leaves: [leafOf('verifier', 'green', 1, [{ sleepMs: 2_500 }])] };
let disk: Disk;
let giveBack: () => Promise<void>;

/** A folder that can be read and not written, from before the start. */
function cannotWrite(where: (ground: Ground) => string): Pick<StoryFault, 'story' | 'holds' | 'missing' | 'after'> {
  return {
    missing: noMounts,
    story: async (ground) => {
      giveBack = await readOnly(where(ground));
      return { stepsDone: 0 };
    },
    holds: noLeaf,
    after: () => giveBack(),
  };
}

playFaults('disks', 'process', [
  storyFault({
    id: 'F52',
    title:
      'no space left in Pawl’s home, for objects, logs and workspaces: disk-full, and a resume goes on once there is',
    expected: 'disk-full',
    missing: noMounts,
    story: async ({ rig }) => {
      disk = await mountDisk(rig.home);
      return { ...slow, stepsDone: 1 };
    },
    meanwhile: async (run) => {
      await inLeaf(run, 'verify-green');
      await disk.fill();
      await run.outcome();
      await disk.free();
    },
    says: [/^bailed: disk-full/],
    holds: async (run, ground) => {
      const outcome = await resumed(ground, run);
      return { 'resumed, it ends as if nothing had been': outcome === 'done' };
    },
    after: () => disk.unmount(),
  }),
  storyFault({
    id: 'F53',
    title: 'the folder of trusted repositories is read-only: bails before any leaf, with the words of the system',
    expected: 'disk-full',
    says: [/^bailed: disk-full: .*read-only/],
    ...cannotWrite(({ rig }) => join(rig.home, 'repositories')),
  }),
  storyFault({
    id: 'F53 (origin)',
    title: 'the origin’s repository is read-only: bails push-failed before any leaf, since no commit could be pushed',
    expected: 'push-failed',
    missing: noMounts,
    story: {
      lay: async (origin) => {
        giveBack = await readOnly(join(origin, '.git'));
        return { origin, file: join(origin, 'docs/issue.md') };
      },
    },
    says: [/^bailed: push-failed: .*read-only/],
    holds: noLeaf,
    after: () => giveBack(),
  }),
]);
