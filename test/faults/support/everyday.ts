import type { Fault, Ground } from './fault.js';

/** Kills the worker where it waits, and brings another one up. */
async function killAt(ground: Ground, point: string): Promise<void> {
  await ground.crash.reached(point);
  await ground.rig.worker.end('SIGKILL');
  await ground.crash.release();
  ground.rig.worker = await ground.rig.startWorker();
}

const dies = (id: string, title: string, point: string, after = 0): Fault => ({
  ...{ id, title, expected: 'done' },
  play: async (ground) => {
    await ground.crash.arm(point, after);
    const run = await ground.tell({ steps: 1, stepsDone: 1 });
    await killAt(ground, point);
    return { outcome: await run.outcome(), runs: [run] };
  },
});

export const everyday: readonly Fault[] = [
  dies('F1', 'the worker dies before the leaf starts', 'leaf-laid'),
  dies('F3', 'the worker dies when the leaf is over and nothing of it is recorded', 'leaf-over'),
  // The first commit is the plan's.
  dies('F4', 'the worker dies when the tree is made and the commit is not', 'commit-tree-made', 1),
  dies('F5', 'the worker dies when the branch is moved and nobody knows yet', 'commit-on-branch', 1),
  dies('F6', 'the worker dies when the commit is pushed and nobody knows yet', 'commit-pushed', 1),
  dies('F9', 'the worker dies when the verdict is there and nobody knows yet', 'verify-ends'),
];
