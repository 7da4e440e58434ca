import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { hashOfSandbox } from './build-hash.mjs';
import { places } from './places.mjs';
import { SetUpError } from './say.mjs';

/**
 * The workflow bundle, built from the sources while tsc checks them; kept until one of its sources changes.
 * @returns {Promise<string>} its code
 * @throws {SetUpError} with the bundler's own words
 */
export async function workflowBundle() {
  const kept = join(places.cache, `bundle-${hashOfSandbox()}.js`);
  if (existsSync(kept)) return readFileSync(kept, 'utf8');
  const { bundleWorkflowCode } = await import('@temporalio/worker');
  /** @type {string[]} */
  const said = [];
  const quiet = () => undefined;
  const logger = {
    log: quiet,
    trace: quiet,
    debug: quiet,
    info: quiet,
    warn: quiet,
    error: (/** @type {string} */ text) => said.push(text),
  };
  let code;
  try {
    const workflowsPath = join(places.source, 'workflows', 'index.ts');
    // Modules are named by their path from here; the folder one happens to be in must make no difference.
    const webpackConfigHook = (/** @type {object} */ config) => ({ ...config, context: places.root });
    const workflowInterceptorModules = [join(places.source, 'workflows', 'sound-jobs.ts')];
    const options = { workflowsPath, workflowInterceptorModules, logger, webpackConfigHook };
    ({ code } = await bundleWorkflowCode(options));
  } catch (error) {
    throw new SetUpError([`The workflow bundle can't be built: ${error.message}`, ...said].join('\n'));
  }
  mkdirSync(places.cache, { recursive: true });
  for (const name of readdirSync(places.cache)) {
    if (name.startsWith('bundle-')) rmSync(join(places.cache, name), { force: true });
  }
  writeFileSync(`${kept}.draft`, code);
  renameSync(`${kept}.draft`, kept);
  return code;
}
