import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { layStory, quantiles, scenarioOf } from './story.mjs';

const pawl = fileURLToPath(new URL('../../bin/pawl.js', import.meta.url));

/**
 * How long a person waits for the client, warm, beside what they would wait for anyway: an empty Node, and the
 * `temporal` command asking and telling the same run. The run waits at its gate meanwhile.
 * @param {{ rounds: number }} wish
 */
export async function measureClient({ rounds }) {
  const folder = mkdtempSync(join(tmpdir(), 'pawl-bench-client-'));
  const [home, origin] = [join(folder, 'home'), join(folder, 'origin')];
  mkdirSync(home, { mode: 0o700 });
  const env = { ...process.env, PAWL_HOME: home, NO_COLOR: '1' };
  delete env.TEMPORAL_ADDRESS;
  const call = (/** @type {string[]} */ ...args) =>
    execFileSync(process.execPath, [pawl, ...args], { env, cwd: origin, stdio: ['ignore', 'pipe', 'pipe'] }).toString();
  writeFileSync(join(folder, 'scenario.json'), scenarioOf(layStory(origin, 1)));
  const { address } = JSON.parse(call('up', '--json'));
  try {
    call('worker', '--detach');
    call('run', 'docs/issue.md', '--agent', 'scripted', '--scenario', join(folder, 'scenario.json'), '--detach');
    const id = await gateOf(env, origin);
    const temporal = ['--address', address, '-w', id];
    const shift = JSON.stringify({ gear: 'review-before', because: 'bench' });
    const jobs = {
      emptyNode: [process.execPath, '-e', '0'],
      help: [process.execPath, pawl, '--help'],
      status: [process.execPath, pawl, 'status'],
      doctor: [process.execPath, pawl, 'doctor'],
      message: [process.execPath, pawl, 'gear', 'review-before', '--because', 'bench'],
      temporalDescribe: [temporalOf(home), 'workflow', 'describe', ...temporal],
      temporalSignal: [temporalOf(home), 'workflow', 'signal', ...temporal, '--name', 'shiftGear', '--input', shift],
    };
    return sideBySide(jobs, { rounds, env, cwd: origin });
  } finally {
    call('down');
    rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
  }
}

/** One of each in turn, so that a busy moment of the machine falls on all of them. */
function sideBySide(/** @type {Record<string, string[]>} */ jobs, { rounds, env, cwd }) {
  /** @type {Record<string, number[]>} */
  const took = Object.fromEntries(Object.keys(jobs).map((name) => [name, []]));
  // The first round only warms the disk's cache.
  for (let round = 0; round <= rounds; round += 1) {
    for (const [name, [program, ...args]] of Object.entries(jobs)) {
      const began = performance.now();
      const { error } = spawnSync(program, args, { env, cwd, stdio: 'ignore' });
      if (error !== undefined) throw error;
      if (round > 0) took[name].push(performance.now() - began);
    }
  }
  return Object.fromEntries(Object.entries(took).map(([name, values]) => [`${name}Ms`, quantiles(values)]));
}

/** The workflow id of the run, once it waits at its gate (exit code 4 of `status`). */
async function gateOf(env, cwd) {
  const end = Date.now() + 120_000;
  for (;;) {
    const { status, stdout } = spawnSync(process.execPath, [pawl, 'status', '--json'], { env, cwd });
    if (status === 4) return JSON.parse(stdout.toString()).run.workflowId;
    if (Date.now() > end) throw new Error(`the run never came to its gate: ${stdout.toString()}`);
    await sleep(200);
  }
}

/** The command that came with the server. */
function temporalOf(/** @type {string} */ home) {
  const folder = join(home, 'temporal', 'bin');
  try {
    const own = readdirSync(folder).find((name) => /^temporal(-[\d.]+)?$/.test(name));
    return own === undefined ? 'temporal' : join(folder, own);
  } catch {
    return 'temporal';
  }
}
