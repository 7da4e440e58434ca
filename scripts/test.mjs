import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { bootstrap } from './bootstrap.mjs';
import { takeOver } from './lib/child.mjs';
import { places } from './lib/places.mjs';
import { run, say } from './lib/say.mjs';

/** Runs all tests, or those that jest's own arguments name; the last line is `N passed, N failed`. */
await run(async () => {
  await bootstrap();
  const folder = mkdtempSync(join(tmpdir(), 'pawl-test-results-'));
  try {
    const results = join(folder, 'results.json');
    const code = await jest(results, process.argv.slice(2));
    return tell(code, results);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

function jest(/** @type {string} */ results, /** @type {readonly string[]} */ args) {
  const has = (/** @type {RegExp} */ flag) => args.some((arg) => flag.test(arg));
  // Most tests wait for processes and clocks: with as many workers as cores a small machine would idle.
  const workers = has(/^(-w|-i|--maxWorkers|--runInBand)/) ? [] : [`--maxWorkers=${availableParallelism() + 1}`];
  const ci = process.env.CI !== undefined && !has(/^--(no-)?ci\b/) ? ['--ci'] : [];
  const options = `${process.env.NODE_OPTIONS ?? ''} --experimental-vm-modules`.trim();
  return takeOver(
    process.execPath,
    [join(places.modules, 'jest', 'bin', 'jest.js'), '--json', `--outputFile=${results}`, ...workers, ...ci, ...args],
    { ...process.env, NODE_OPTIONS: options },
  );
}

/** A test file that can't even be loaded counts as one failure: it hides all its tests. */
function tell(/** @type {number} */ code, /** @type {string} */ results) {
  if (!existsSync(results)) {
    say(`jest ended with ${code} before it could count`);
    console.log('0 passed, 1 failed');
    return code === 0 ? 1 : code;
  }
  const { numPassedTests, numFailedTests, numRuntimeErrorTestSuites } = JSON.parse(readFileSync(results, 'utf8'));
  console.log(`${numPassedTests} passed, ${numFailedTests + numRuntimeErrorTestSuites} failed`);
  return code;
}
