import { setTimeout as sleep } from 'node:timers/promises';
import { redDo, type StoryLeaf } from '../support/story.js';
import type { Fault } from './support/fault.js';
import { inLeaf, swapWorker } from './support/nemesis.js';
import { playFaults } from './support/play.js';
import { proxyTo, type Proxy } from './support/proxy.js';

const slowRed: StoryLeaf = {
  role: 'developer',
  phase: 'red',
  step: '1',
  attempt: 1,
  do: [{ sleepMs: 4_000 }, ...(redDo(1) ?? [])],
};

/** What a run has when nobody says otherwise: four seconds there and back are no lost worker. */
const usual = { heartbeatMs: 10_000, idleTimeoutMs: 120_000 };

/** A story whose worker reaches the server through a proxy, and what happens there while a leaf works. */
function between(id: string, title: string, harm: (proxy: Proxy) => Promise<void>): Fault {
  return {
    id,
    title,
    expected: 'done',
    play: async (ground) => {
      const proxy = await proxyTo(ground.rig.server.address);
      try {
        await swapWorker(ground, { TEMPORAL_ADDRESS: proxy.address });
        const run = await ground.tell({ steps: 1, stepsDone: 1, leaves: [slowRed], options: usual });
        await inLeaf(run, 'develop-red');
        await harm(proxy);
        return { outcome: await run.outcome(), runs: [run] };
      } finally {
        proxy.mend();
        await swapWorker(ground);
        await proxy.close();
      }
    },
  };
}

playFaults('between worker and server', 'process', [
  between('F21', 'nothing gets through for 30 s: the run goes on afterwards', async (proxy) => {
    proxy.cut();
    await sleep(30_000);
    proxy.mend();
  }),
  // Heartbeats, results and tasks all come late.
  between('F21 (slow)', 'everything takes 2 s each way, for 20 s', async (proxy) => {
    proxy.slow(2_000);
    await sleep(20_000);
    proxy.mend();
  }),
  between('F21 (reset)', 'every connection is reset, again and again', async (proxy) => {
    for (let times = 0; times < 10; times += 1) {
      proxy.reset();
      await sleep(1_000);
    }
  }),
]);
