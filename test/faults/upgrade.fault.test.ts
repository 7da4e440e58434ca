import { rm } from 'node:fs/promises';
import { brokenPawl } from '../replay/broken-bundle.js';
import { removal } from '../support/removal.js';
import { until } from '../support/rig.js';
import { subjectsOf } from './support/counts.js';
import { branchOf } from './support/branch.js';
import { atGate } from './support/nemesis.js';
import { playFaults } from './support/play.js';

playFaults('code that changes under a run', 'process', [
  {
    id: 'F71',
    title: 'a worker whose workflows do not fit the history: the run pauses, nothing is done; the right worker goes on',
    expected: 'done',
    play: async (ground) => {
      const { rig } = ground;
      const run = await ground.tell({ steps: 1, stepsDone: 1, gear: null });
      const test = await atGate(run);
      await rig.worker.end('SIGTERM');
      const folder = await brokenPawl();
      try {
        rig.worker = await rig.startWorker({}, folder);
        await run.told.signal('approve', { test });
        await until(() => /nondetermin|non-determin/i.test(rig.worker.log()), 60_000, rig.worker.log);
        const { status } = await run.told.handle.describe();
        const then = subjectsOf(await branchOf(ground, run));
        await rig.worker.end('SIGTERM');
        rig.worker = await rig.startWorker();
        return {
          ...{ outcome: await run.outcome(), runs: [run] },
          checks: [
            { what: `under the wrong worker it was ${status.name}`, holds: status.name === 'RUNNING' },
            { what: `it committed ${then.join(', ')}`, holds: !then.some((subject) => subject.startsWith('feat')) },
          ],
        };
      } finally {
        await rm(folder, removal);
      }
    },
  },
]);
