import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { bootstrap } from './bootstrap.mjs';
import { takeOver } from './lib/child.mjs';
import { places } from './lib/places.mjs';
import { run, say } from './lib/say.mjs';

/** More than these are no matter of chance. */
const mostAgain = 3;

/** Runs all tests, or those that jest's own arguments name; the last line is `N passed, N failed`. */
await run(async () => {
  await bootstrap();
  const folder = mkdtempSync(join(tmpdir(), 'pawl-test-results-'));
  try {
    const results = join(folder, 'results.json');
    const args = process.argv.slice(2);
    const code = await jest(results, args);
    const files = code === 0 || args.length > 0 ? [] : failedFiles(results);
    if (files.length === 0 || files.length > mostAgain) return tell(code, results);
    return await tellBoth(results, join(folder, 'again.json'), files);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

/** Files with a failing test; none where a file could not even be loaded, which chance does not do. */
function failedFiles(/** @type {string} */ results) {
  if (!existsSync(results)) return [];
  const { testResults, numRuntimeErrorTestSuites } = JSON.parse(readFileSync(results, 'utf8'));
  if (numRuntimeErrorTestSuites > 0) return [];
  return testResults.filter(({ status }) => status === 'failed').map(({ name }) => name);
}

/**
 * Hundreds of real servers, workers and browsers run beside each other here. A test that fails among them and passes by itself is
 * named as flaky, aloud, and is no failure of the code; one that fails twice is.
 */
async function tellBoth(
  /** @type {string} */ results,
  /** @type {string} */ second,
  /** @type {readonly string[]} */ files,
) {
  say(`failed: ${files.join(', ')}; once more, each by itself`);
  const code = await jest(second, ['--runInBand', '--runTestsByPath', ...files]);
  if (!existsSync(second)) return tell(1, results);
  const first = JSON.parse(readFileSync(results, 'utf8'));
  const again = JSON.parse(readFileSync(second, 'utf8'));
  for (const { name, assertionResults } of first.testResults.filter(({ status }) => status === 'failed')) {
    for (const one of assertionResults.filter(({ status }) => status === 'failed')) {
      const passes = again.testResults
        .filter((/** @type {{ name: string }} */ other) => other.name === name)
        .some((/** @type {typeof first.testResults[number]} */ other) =>
          other.assertionResults.some(({ fullName, status }) => fullName === one.fullName && status === 'passed'),
        );
      if (passes) console.log(`flaky: ${name}: ${one.fullName}: failed beside other tests, passed by itself`);
    }
  }
  const failed = again.numFailedTests + again.numRuntimeErrorTestSuites;
  const passed = first.numPassedTests + Math.max(0, first.numFailedTests - failed);
  console.log(`${passed} passed, ${failed} failed`);
  return code;
}

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
