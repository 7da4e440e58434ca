import { thrownFactsSource } from '../thrown-facts-source.js';

/**
 * Loaded by `--import` into the runner and into the process of each test file. Node 20 tells of a file that fails
 * to load only "test failed"; the error itself is known inside that process alone, so it is written down there.
 * In the runner it takes the key before any test can: by `--import`, or, as Node 20 has it, with the reporter.
 */
export const preloadFile = 'pawl-preload.mjs';
export const crashesFile = 'pawl-crashes.jsonl';

export const preloadSource = `// Written by Pawl for one test run.
import { appendFileSync, readFileSync, unlinkSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

const isRunner = !('NODE_TEST_CONTEXT' in process.env);
let key = null;
if (isMainThread) {
  try {
    if (isRunner) {
      key = readFileSync(new URL('./pawl-key', import.meta.url));
      unlinkSync(new URL('./pawl-key', import.meta.url));
    }
  } catch {
    // Gone already: this is a process that a test started.
  }
  process.on('uncaughtExceptionMonitor', (error) => {
    try {
      const { pid, ppid } = process;
      const record = { pid, ppid, entry: process.argv[1] ?? null, isRunner };
      const line = JSON.stringify({ ...record, error: errorFacts(error) });
      appendFileSync(new URL('./${crashesFile}', import.meta.url), line + '\\n');
    } catch {
      // The process ends with its own error anyway.
    }
  });
}

export function takeKey() {
  const taken = key;
  key = null;
  return taken;
}

const text = (value, most) => (typeof value === 'string' ? value.slice(0, most) : null);

export { errorFacts };

${thrownFactsSource}`;
