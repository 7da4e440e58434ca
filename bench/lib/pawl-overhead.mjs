import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { layStory, quantiles, scenarioOf } from './story.mjs';

const pawl = fileURLToPath(new URL('../../bin/pawl.js', import.meta.url));

/**
 * Pawl's own time between one leaf's last word and the next leaf's spawn, less the repository's own test runs; the
 * worker's start and its memory at rest.
 */
export async function measurePawl({ steps, jail }) {
  const folder = mkdtempSync(join(tmpdir(), 'pawl-bench-'));
  const home = join(folder, 'home');
  mkdirSync(home, { mode: 0o700 });
  writeFileSync(join(home, 'config.json'), JSON.stringify({ jail }));
  const env = { ...process.env, PAWL_HOME: home, NO_COLOR: '1' };
  delete env.TEMPORAL_ADDRESS;
  const call = (...args) =>
    execFileSync(process.execPath, [pawl, ...args], { env, cwd: join(folder, 'origin'), stdio: 'pipe' });
  const numbers = layStory(join(folder, 'origin'), steps);
  writeFileSync(join(folder, 'scenario.json'), scenarioOf(numbers));
  call('up');
  const worker = await startWorker(env);
  try {
    await sleep(3_000);
    const restMb = residentMb(worker.child.pid);
    const run = ['run', 'docs/issue.md', '--agent', 'scripted', '--scenario', join(folder, 'scenario.json')];
    const began = performance.now();
    call(...run, '--review-after', '--because', 'bench');
    const runMs = Math.round(performance.now() - began);
    return {
      jail,
      steps,
      runMs,
      leafGapMs: quantiles(gapsOf(home)),
      workerReadyMs: worker.readyMs,
      workerAtRestMb: restMb,
      workerAfterMb: residentMb(worker.child.pid),
    };
  } finally {
    worker.child.kill('SIGTERM');
    await new Promise((resolve) => worker.child.once('exit', resolve));
    call('down');
    rmSync(folder, { recursive: true, force: true });
  }
}

async function startWorker(env) {
  const began = performance.now();
  const child = spawn(process.execPath, [pawl, 'worker'], { env, stdio: ['ignore', 'ignore', 'pipe'] });
  await new Promise((resolve, reject) => {
    child.stderr.on('data', (text) => text.toString().includes('The worker polls') && resolve());
    child.once('exit', (code) => reject(new Error(`the worker ended with ${code}`)));
  });
  return { child, readyMs: Math.round(performance.now() - began) };
}

function residentMb(pid) {
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024);
}

/**
 * From the log folders: `out` is made just before the spawn and written last with the leaf's result; a test run
 * ends with its `status.json`.
 */
function gapsOf(home) {
  const [run] = readdirSync(join(home, 'runs'));
  const leaves = join(home, 'runs', run, 'leaves');
  const programs = readdirSync(leaves).map((name) => {
    const out = statSync(join(leaves, name, 'out'));
    const isLeaf = /-(plan|develop|verify)/.test(name);
    const endedMs = isLeaf ? out.mtimeMs : statSync(join(leaves, name, 'status.json')).mtimeMs;
    return { isLeaf, startedMs: out.birthtimeMs, endedMs };
  });
  programs.sort((a, b) => a.startedMs - b.startedMs);
  const gaps = [];
  let last = null;
  let testsMs = 0;
  for (const program of programs) {
    if (!program.isLeaf) testsMs += program.endedMs - program.startedMs;
    else {
      if (last !== null) gaps.push(program.startedMs - last.endedMs - testsMs);
      last = program;
      testsMs = 0;
    }
  }
  return gaps;
}
