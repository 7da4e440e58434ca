import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { measureClient } from './lib/client-speed.mjs';
import { measureEvidence } from './lib/evidence-speed.mjs';
import { measureLeaves } from './lib/leaf-speed.mjs';
import { measureHistories } from './lib/history-size.mjs';
import { layStory, quantiles } from './lib/story.mjs';
import { measureTasks } from './lib/tasks-speed.mjs';
import { measurePawl } from './lib/pawl-overhead.mjs';

// One run prints one JSON object: Pawl beside a shell conductor that polls pid and exit files, on the same job; the
// client beside an empty Node and the `temporal` command; what is added around a test run beside the bare work;
// leaves through Pawl's guard and jails beside bare programs; and the reader of task lists.
const { values, positionals } = parseArgs({ options: { only: { type: 'string' } }, allowPositionals: true });
const { only } = values;
if (only !== undefined && !['client', 'run', 'evidence', 'leaves', 'tasks', 'history'].includes(only)) {
  throw new Error(
    `--only ${only}: expected client, run, evidence, leaves, tasks or history, for example: npm run bench -- --only client`,
  );
}
const steps = Number(positionals[0] ?? 5);
const pollSeconds = 0.2;

function measureShell() {
  const folder = mkdtempSync(join(tmpdir(), 'pawl-bench-shell-'));
  try {
    layStory(folder, steps);
    const script = fileURLToPath(new URL('./lib/shell-conductor.sh', import.meta.url));
    const began = performance.now();
    const text = execFileSync('bash', [script, String(steps), String(pollSeconds)], { cwd: folder, encoding: 'utf8' });
    const runMs = Math.round(performance.now() - began);
    const leaves = text
      .trim()
      .split('\n')
      .map((line) => line.split(' ').map(Number));
    const gaps = leaves.slice(1).map(([started], index) => {
      const [, ended, testsNs] = leaves[index];
      return (started - ended - testsNs) / 1e6;
    });
    return { pollMs: pollSeconds * 1000, steps, runMs, leafGapMs: quantiles(gaps) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const before = loadavg()[0];
const result = {
  date: new Date().toISOString(),
  node: process.version,
  cores: cpus().length,
  ...(only !== undefined && only !== 'run'
    ? {}
    : { pawl: await measurePawl({ steps, jail: 'auto' }), shellConductor: measureShell() }),
  ...(only !== undefined && only !== 'client' ? {} : { client: await measureClient({ rounds: 15 }) }),
  ...(only !== undefined && only !== 'evidence' ? {} : { evidence: await measureEvidence({ rounds: 9 }) }),
  ...(only !== undefined && only !== 'leaves' ? {} : { leaves: await measureLeaves({ rounds: 9 }) }),
  ...(only !== undefined && only !== 'tasks' ? {} : { taskLists: measureTasks({ rounds: 9 }) }),
  ...(only !== undefined && only !== 'history' ? {} : { histories: measureHistories({ rounds: 5 }) }),
  load: { before: before?.toFixed(2), after: loadavg()[0]?.toFixed(2) },
};
console.log(JSON.stringify(result, null, 2));
