import { cpSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { bundleWorkflowCode } from '@temporalio/worker';
import { root } from './lint.js';
import { removal } from '../support/removal.js';

/** The last fence before replay: whatever is reachable from workflows/index.ts must bundle without Node. */
describe('the workflow bundle', () => {
  let folder = '';
  beforeAll(() => {
    folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'pawl-bundle-')));
    for (const room of ['workflows', 'contract', 'domain']) {
      cpSync(`${root}src/${room}`, path.join(folder, 'src', room), { recursive: true });
    }
    cpSync(`${root}package.json`, path.join(folder, 'package.json'));
    symlinkSync(`${root}node_modules`, path.join(folder, 'node_modules'));
  });
  afterAll(() => rmSync(folder, removal));

  /** The bundle's size, or what the bundler said on the way to refusing it. */
  async function bundle(): Promise<number | string> {
    const said: string[] = [];
    const note = (_level: string, message = ''): number => said.push(message);
    const quiet = (): void => {};
    const error = (message: string): number => note('ERROR', message);
    const logger = { log: note, error, trace: quiet, debug: quiet, info: quiet, warn: quiet };
    try {
      const workflowsPath = path.join(folder, 'src/workflows/index.ts');
      const workflowInterceptorModules = [path.join(folder, 'src/workflows/sound-jobs.ts')];
      return (await bundleWorkflowCode({ workflowsPath, workflowInterceptorModules, logger })).code.length;
    } catch (problem) {
      return `${String(problem)}\n${said.join('\n')}`;
    }
  }

  test('builds from the source as it is', async () => {
    expect(await bundle()).toBeGreaterThan(100_000);
  });

  test.each(['node:fs', 'fs'])('does not build once a file two imports below reaches for %s', async (specifier) => {
    const gear = path.join(folder, 'src/domain/steering/gear.ts');
    const before = readFileSync(gear, 'utf8');
    writeFileSync(
      gear,
      `${before}import { readFileSync } from '${specifier}';\nexport const leak = () => readFileSync('x');\n`,
    );
    const answer = await bundle();
    writeFileSync(gear, before);
    expect(answer).toMatch(/^Error: /);
    expect(answer).toContain(specifier);
  });
});
