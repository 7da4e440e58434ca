import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { bootstrap } from './bootstrap.mjs';
import { agentCli, cliNames, versionOf } from './lib/agent-cli.mjs';
import { readSeen, seenTable } from './lib/agents-seen.mjs';
import { takeOver } from './lib/child.mjs';
import { places } from './lib/places.mjs';
import { run, say } from './lib/say.mjs';

/**
 * Runs the real agent CLIs through Pawl's own guard against a stand-in for their provider; no key, no account. Arguments
 * are jest's own, but for `--record`, which writes what was seen to docs/agents-last-run.txt. The last line is
 * `N passed, N failed, N skipped`.
 */
await run(async () => {
  await bootstrap();
  const record = process.argv.includes('--record');
  const folder = mkdtempSync(join(tmpdir(), 'pawl-agents-results-'));
  const [results, seen] = [join(folder, 'results.json'), join(folder, 'seen.jsonl')];
  const started = Date.now();
  try {
    const programs = await installed();
    const code = await jest({ ...programs, PAWL_AGENTS_SEEN: seen }, [
      `--outputFile=${results}`,
      ...process.argv.slice(2).filter((arg) => arg !== '--record'),
    ]);
    const line = summary(results);
    const text = story(line, programs, { seen: readSeen(seen), seconds: (Date.now() - started) / 1_000 });
    if (record) writeFileSync(join(places.root, 'docs/agents-last-run.txt'), text);
    say(text);
    console.log(line ?? '0 passed, 1 failed, 0 skipped');
    return line === null && code === 0 ? 1 : code;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

/** @returns {Promise<Record<string, string>>} where each CLI lies that could be installed */
async function installed() {
  /** @type {Record<string, string>} */
  const found = {};
  for (const name of cliNames) {
    const program = await agentCli(name);
    if (program !== null) found[`PAWL_TEST_${name.toUpperCase()}`] = program;
  }
  return found;
}

function jest(/** @type {Record<string, string>} */ more, /** @type {readonly string[]} */ args) {
  const options = `${process.env.NODE_OPTIONS ?? ''} --experimental-vm-modules`.trim();
  // They mostly wait. No more than two: a loaded machine makes a start of a second one of fifteen.
  const own = ['--config', 'jest.agents.config.js', '--maxWorkers=2', '--json', ...args];
  return takeOver(process.execPath, [join(places.modules, 'jest', 'bin', 'jest.js'), ...own], {
    ...process.env,
    NODE_OPTIONS: options,
    ...more,
  });
}

/** A test file that can't even be loaded counts as one failure: it hides all its tests. Null when jest could not count. */
function summary(/** @type {string} */ results) {
  if (!existsSync(results)) return null;
  const counts = JSON.parse(readFileSync(results, 'utf8'));
  const failed = counts.numFailedTests + counts.numRuntimeErrorTestSuites;
  return `${counts.numPassedTests} passed, ${failed} failed, ${counts.numPendingTests} skipped`;
}

/**
 * @param {string | null} line
 * @param {Record<string, string>} programs
 * @param {{ readonly seen: readonly import('./lib/agents-seen.mjs').Seen[], readonly seconds: number }} facts
 */
function story(line, programs, { seen, seconds }) {
  const clis = cliNames.filter((name) => `PAWL_TEST_${name.toUpperCase()}` in programs);
  const load = loadavg()[0]?.toFixed(1) ?? 'unknown';
  return [
    `npm run test:agents, ${new Date().toISOString().slice(0, 10)}: ${line ?? 'jest ended before it could count'}`,
    `${clis.map((name) => `${name} ${versionOf(name)}`).join(', ')}; node ${process.versions.node}`,
    `${seconds.toFixed(0)} s on ${cpus().length} cores, load ${load} at its end`,
    ...(seen.length === 0 ? [] : ['', seenTable(seen, clis)]),
    '',
  ].join('\n');
}
