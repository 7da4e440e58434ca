import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { asserting, observedStep, testFile } from '../activities/observe-support.js';
import { activityRig, type ActivityRig } from '../support/activity-rig.js';
import { removeRepositories, temporaryFolder, type TestTree } from '../support/git-repos.js';
import { plantedFor } from '../support/planted.js';
import { clis, skipNote } from './support/clis.js';
import { agentOf } from './support/leaf.js';
import type { Turn } from './support/turns.js';

/**
 * T3: a repository full of traps, and the real CLI in it as a worker starts it. In the process jail, where nothing but
 * what is left out of the folder stands between the traps and this machine.
 */
let rig: ActivityRig;
beforeAll(async () => {
  rig = await activityRig({ jail: 'process' });
});
afterEach(removeRepositories);
afterAll(() => rig.remove());

/** No agent configuration, so these are laid: what some of the CLIs' own runtimes would read in their folder. */
function runtimeTraps(marks: string): TestTree {
  const preload = `require('node:fs').writeFileSync('${marks}/preload', '');\n`;
  return {
    'bunfig.toml': 'preload = ["./preload.cjs"]\n',
    'preload.cjs': preload,
    '.env': `NODE_OPTIONS=--require ./preload.cjs\nBUN_OPTIONS=--preload ./preload.cjs\n${keys}`,
  };
}

const keys = ['ANTHROPIC_BASE_URL', 'OPENAI_BASE_URL', 'GOOGLE_GEMINI_BASE_URL', 'HTTPS_PROXY', 'HTTP_PROXY']
  .map((name) => `${name}=http://127.0.0.1:9\n`)
  .join('');

describe.each(clis)('the real $name in a repository full of traps', (cli) => {
  const cliTest = cli.program === null ? test.skip : test;

  cliTest(`T3: no hook, server, plugin or instruction of it is run, started or read${skipNote(cli)}`, async () => {
    const marks = join(await temporaryFolder('pawl-marks'), 'marks');
    mkdirSync(marks);
    const red = asserting('totals', 'assert.equal(cart.total(), 3);');
    const turns: readonly Turn[] = [
      { write: testFile, text: red },
      { write: 'packages/inner/new.js', text: 'x;\n' },
      // In a process of its own, which takes no part in what the leaf's own runtime read.
      { shell: 'ls -A . packages/inner >seen.txt; sleep 1' },
      { answer: { status: 'done', note: 'done', remember: [] } },
    ];
    const stub = await cli.stub(() => turns);
    try {
      const agent = agentOf(cli, stub.url, {}, rig.tools.host.childEnv['PATH'] ?? '');
      const base = { ...plantedFor(marks), ...runtimeTraps(marks) };
      const step = await observedStep({ ...rig, tools: { ...rig.tools, findAgent: () => ({ agent }) } }, { base });
      const report = await step.develop({ phase: 'red' });
      expect(report.leaf).toMatchObject({ outcome: 'done' });
      expect(readdirSync(marks)).toEqual([]);
      expect(report).toMatchObject({ changed: [testFile], refusals: [] });
      // The rest of the repository is as it was, traps included.
      expect(await step.trusted.changes(step.base, report.tree ?? '')).toHaveLength(1);
      for (const { body } of stub.asked()) {
        // Once, fenced, in Pawl's own prompt: what the CLI found by itself would stand there again.
        const told = [...body.matchAll(/marks\/((?:top|deep|odd)-[\w.-]+)/g)].map(([, name = '']) => name);
        expect(told.filter((name) => !/^top-.*(?:\.md|rules|copilot)$/.test(name))).toEqual([]);
        expect(told.filter((name, at) => told.indexOf(name) !== at)).toEqual([]);
      }
    } finally {
      await stub.close();
    }
  });
});
