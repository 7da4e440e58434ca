import type { TestCommand } from '../../../ports/test-runner.js';
import { foundBefore } from '../found-before.js';
import type { ReadFile } from '../package-script.js';

/** `rspec`, by bundler where the project has a Gemfile that names it; its settings or specs tell. */
export async function detectRspec(files: readonly string[], read: ReadFile): Promise<readonly TestCommand[]> {
  const isThere = files.some((path) => path === '.rspec' || /^spec\/(?:.*\/)?[^/]+_spec\.rb$/.test(path));
  if (!isThere || (await foundBefore(files, read))) return [];
  const locked = `${(await read('Gemfile')) ?? ''}\n${(await read('Gemfile.lock')) ?? ''}`;
  const argv = /\brspec\b/.test(locked) ? ['bundle', 'exec', 'rspec'] : ['rspec'];
  return [{ runner: 'rspec', argv, source: 'detected' }];
}
