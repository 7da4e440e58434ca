import { join } from 'node:path';
import { leafOf } from '../support/rule.js';
import type { Ground, GroundStory } from './support/fault.js';
import { inLeaf } from './support/nemesis.js';
import { noLeaf } from './support/facts.js';
import { playFaults } from './support/play.js';
import { resumed } from './support/resume.js';
import { mountSmall, noMounts, readOnly, type SmallDisk } from './support/small-disk.js';
import { storyFault, type StoryFault } from './support/story-fault.js';

const slow: GroundStory = { leaves: [leafOf('verifier', 'green', 1, [{ sleepMs: 2_500 }])] };
let disk: SmallDisk;
let giveBack: () => Promise<void>;

/** One of the folders of Pawl's home is a disk of a few MiB, which fills up before the step's commit. */
function fillsUp(
  folder: string,
  mebibytes: number,
): Pick<StoryFault, 'story' | 'meanwhile' | 'holds' | 'missing' | 'after'> {
  return {
    missing: noMounts,
    story: async ({ rig }) => {
      disk = await mountSmall(join(rig.home, folder), mebibytes);
      return { ...slow, stepsDone: 1 };
    },
    meanwhile: async (run) => {
      await inLeaf(run, 'verify-green');
      await disk.fill();
      await run.outcome();
      await disk.free();
    },
    holds: async (run, ground) => {
      const outcome = await resumed(ground, run);
      return { 'once there is space again, a resume ends it as if nothing had been': outcome === 'done' };
    },
    after: () => disk.unmount(),
  };
}

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
    title: 'no space left where the trusted repository keeps its objects: disk-full, then resumed',
    expected: 'disk-full',
    says: [/^bailed: disk-full/],
    ...fillsUp('repositories', 6),
  }),
  storyFault({
    id: 'F52 (logs)',
    title: 'no space left where logs and workspaces lie: disk-full, then resumed',
    expected: 'disk-full',
    says: [/^bailed: disk-full/],
    ...fillsUp('runs', 24),
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
    title: 'the origin’s repository is read-only: bails before any leaf, with the words of the system',
    expected: 'disk-full',
    missing: noMounts,
    story: {
      lay: async (origin) => {
        giveBack = await readOnly(join(origin, '.git'));
        return { origin, file: join(origin, 'docs/issue.md') };
      },
    },
    says: [/^bailed: disk-full: .*read-only/],
    holds: noLeaf,
    after: () => giveBack(),
  }),
]);
