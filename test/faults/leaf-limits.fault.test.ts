import { findCgroups } from '../../src/adapters/process/cgroup-places.js';
import { greenLeaf } from '../support/rule.js';
import { greenDo } from '../support/story.js';
import { playFaults } from './support/play.js';
import { storyFault } from './support/story-fault.js';

const green = greenDo(1) ?? [];
const { places, problem } = findCgroups();
const missing = (): Promise<string | null> =>
  Promise.resolve(
    places.memory !== null && places.pids !== null
      ? null
      : `skipped: writable cgroups not installed (${problem ?? ''})`,
  );

/** Bounded themselves: little more than the limits below, so that they harm nobody where these do not hold. */
const hoard = { memoryMb: 200 };
const bomb = { forkBomb: 60 };
const limits = { memoryMb: 192, processes: 56 };

playFaults(
  'a leaf takes more of the machine than it may',
  'process',
  [
    storyFault({
      id: 'F29',
      title: 'memory: the cgroup says so, one retry',
      expected: 'done',
      missing,
      story: { leaves: [greenLeaf(1, ...green, hoard)] },
      says: [/^develop-green: out-of-memory/, /^the leaf ran out of memory; one more try/, /^GREEN: PASS/],
    }),
    storyFault({
      id: 'F29 (always)',
      title: 'memory, each time',
      expected: 'out-of-memory',
      missing,
      story: { leaves: [greenLeaf('*', ...green, hoard)] },
      says: [/^develop-green: out-of-memory/, /^develop-green: out-of-memory/, /^bailed: out-of-memory/],
    }),
    storyFault({
      id: 'F30',
      title: 'a fork bomb that meets the limit each time; the worker goes on',
      expected: 'leaf-crashed',
      missing,
      story: { leaves: [greenLeaf('*', bomb)] },
      says: [/^develop-green: crashed/, /^the leaf crashed; one more try/, /^develop-green: crashed/],
    }),
    storyFault({
      id: 'F30 (once)',
      title: 'a fork bomb in one try: the next is clean',
      expected: 'done',
      missing,
      story: { leaves: [greenLeaf(1, bomb)] },
      says: [/^develop-green: crashed/, 'develop-green starts', /^GREEN: PASS/],
    }),
  ],
  { config: { limits } },
);
