import { reached } from '../operations/operate.js';
import { tell } from '../support/rig.js';
import { redDo } from '../support/story.js';
import type { StoryKind } from './story-kinds.js';

/** Kills the worker that other stories need, too: played when they are done. */
export const workerLost: StoryKind = {
  name: 'worker-lost',
  play: async (rigged) => {
    const doing = [{ sleepMs: 4_000 }, ...(redDo(1) ?? [])];
    const leaves = [{ role: 'developer', phase: 'red', step: '1', attempt: '*', do: doing }] as const;
    const told = await tell(rigged, { steps: 1, leaves });
    await reached(told, (_, lines) => lines.at(-1) === 'develop-red starts');
    await rigged.worker.end('SIGKILL');
    rigged.worker = await rigged.startWorker();
    await told.handle.result();
    return { id: told.id, executions: 1 };
  },
};
