import { spawn } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, statSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { jails, leafRig } from './leaf-rig.mjs';
import { measureAgents } from './agent-speed.mjs';
import { quantiles } from './story.mjs';

/**
 * What Pawl puts around a leaf, beside the bare program: its start, a flood of output, and its end when it is told to.
 * @param {{ rounds: number }} wish
 */
export async function measureLeaves({ rounds }) {
  const all = jails();
  const started = await measureStarts(all, rounds);
  const floods = {};
  const stops = {};
  for (const [name, jail] of Object.entries(all)) {
    floods[name] = await measureFlood(jail);
    stops[name] = await measureStops(jail, rounds);
  }
  const rig = leafRig(all.process);
  rig.remove();
  return {
    limits: rig.limits,
    ...started,
    outputOf1Gb: floods,
    stopToDeadTreeMs: stops,
    agents: await measureAgents(all, Math.min(rounds, 7)),
  };
}

/** From the start to the first thing that the program itself does. One of each in turn; the first round warms up. */
async function measureStarts(all, rounds) {
  /** @type {Record<string, number[]>} */
  const took = { bareSpawn: [] };
  const rigs = Object.fromEntries(Object.entries(all).map(([name, jail]) => [name, leafRig(jail)]));
  const mark = ['sh', '-c', 'date +%s%N > began.new && mv began.new began'];
  try {
    for (let round = 0; round <= rounds; round += 1) {
      for (const [name, rig] of [['bareSpawn', rigs.process], ...Object.entries(rigs)]) {
        const began = join(rig.work, 'began');
        rmSync(began, { force: true });
        const from = performance.timeOrigin + performance.now();
        await (name === 'bareSpawn' ? bare(mark, rig) : rig.run({ argv: mark }));
        const at = Number(readFileSync(began, 'utf8')) / 1e6;
        if (round > 0) (took[name] ??= []).push(at - from);
      }
    }
  } finally {
    for (const rig of Object.values(rigs)) rig.remove();
  }
  return { startMs: Object.fromEntries(Object.entries(took).map(([name, values]) => [name, quantiles(values)])) };
}

function bare([program = '', ...args], { work, env }) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd: work, env, stdio: ['ignore', 'pipe', 'pipe'] });
    child.once('error', reject);
    child.once('exit', resolve);
  });
}

/** This process stands for the worker: it holds all that a worker holds for a leaf. */
async function measureFlood(jail) {
  const rig = leafRig(jail);
  try {
    const flood = ['sh', '-c', 'yes "a line of a leaf that never stops talking" | head -c 1000000000'];
    await rig.run({ argv: ['true'] });
    globalThis.gc?.();
    const rest = process.memoryUsage.rss();
    let most = rest;
    let guardMost = 0;
    const watching = setInterval(() => {
      most = Math.max(most, process.memoryUsage.rss());
      guardMost = Math.max(guardMost, ...guards().map(residentKb));
    }, 50);
    const result = await rig.run({ argv: flood });
    clearInterval(watching);
    const logs = join(rig.folder, 'logs-2');
    const disk = readdirSync(logs).reduce((sum, name) => sum + statSync(join(logs, name)).size, 0);
    return {
      bytes: result.out.bytes,
      seconds: Math.round(result.durationMs / 100) / 10,
      workerOverRestMb: mb(most - rest),
      guardMb: Math.round(guardMost / 1024),
      diskMb: mb(disk),
    };
  } finally {
    rig.remove();
  }
}

const mb = (/** @type {number} */ bytes) => Math.round(bytes / 1024 / 1024);

/** Own children that are guards; perl becomes one. */
function guards() {
  return readdirSync(`/proc/${process.pid}/task`).flatMap((task) =>
    readFileSync(`/proc/${process.pid}/task/${task}/children`, 'utf8').split(' ').filter(Boolean),
  );
}

function residentKb(/** @type {string} */ pid) {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0);
  } catch {
    return 0;
  }
}

/** From the order to the moment at which nothing of its tree lives: what `stop --mode now` waits for on this host. */
async function measureStops(jail, rounds) {
  const leaves = {
    obedient: 'sleep 600 & touch ready; wait',
    deaf: `trap "" TERM; (trap "" TERM; while :; do sleep 1; done) & touch ready; while :; do sleep 1; done`,
  };
  /** @type {Record<string, unknown>} */
  const took = {};
  for (const [name, script] of Object.entries(leaves)) {
    const values = [];
    for (let round = 0; round < Math.min(rounds, name === 'deaf' ? 3 : 7); round += 1) {
      const rig = leafRig(jail);
      try {
        const abort = new AbortController();
        const running = rig.run({ argv: ['sh', '-c', script] }, abort.signal);
        while (!existsSync(join(rig.work, 'ready'))) await sleep(20);
        await sleep(200);
        const from = performance.now();
        abort.abort();
        await running;
        values.push(performance.now() - from);
      } finally {
        rig.remove();
      }
    }
    took[name] = quantiles(values);
  }
  return took;
}
