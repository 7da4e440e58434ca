import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { renderLedger } from '../../src/texts/ledger.js';
import { git, removeRepositories, temporaryFolder, writeTree } from '../support/git-repos.js';
import { outsideFences } from '../prompts/outside-fences.js';
import { storyFiles, storyIssue } from '../support/story.js';
import { client } from './support/client.js';

/** What a leaf would get, before there is a run: no server, no worker, no model. */
const before = { home: process.env['PAWL_HOME'], address: process.env['TEMPORAL_ADDRESS'] };
let folder: string;
let origin: string;
let issue: string;
beforeAll(async () => {
  folder = await temporaryFolder('pawl-inspect-prompt');
  process.env['PAWL_HOME'] = join(folder, 'home');
  process.env['TEMPORAL_ADDRESS'] = '127.0.0.1:1';
  await mkdir(process.env['PAWL_HOME']);
  await writeFile(join(folder, 'home/config.json'), '{"jail":"process","agents":{"developer":"gemini"}}');
  origin = join(folder, 'shop');
  issue = join(origin, 'docs/issue.md');
  await mkdir(origin);
  await writeTree(origin, {
    ...storyFiles,
    'docs/issue.md': storyIssue(2),
    'AGENTS.md': 'No tabs.\n',
    'CLAUDE.md': 'No tabs.\n',
  });
  await git(origin, ['init', '-q', '-b', 'main']);
  await git(origin, ['config', 'user.name', 'Ann']);
  await git(origin, ['config', 'user.email', 'ann@example.org']);
  await git(origin, ['add', '-A']);
  await git(origin, ['commit', '-qm', 'start']);
});
afterAll(async () => {
  for (const [name, value] of [
    ['PAWL_HOME', before.home],
    ['TEMPORAL_ADDRESS', before.address],
  ] as const) {
    if (value === undefined) delete process.env[name];
    else process.env[name] = value;
  }
  await removeRepositories();
});

const prompt = (role: string, ...flags: readonly string[]): ReturnType<typeof client> =>
  client('inspect', issue, '--prompt', role, ...flags);

describe('pawl inspect --prompt without a plan', () => {
  test('the planner’s prompt is known to the letter', async () => {
    const { code, out, err } = await prompt('planner');
    expect(code).toBe(0);
    expect(out).toMatch(/^You are the planner\./);
    expect(out).toContain("1. `value('n1')` is 1\n2. `value('n2')` is 2");
    expect(out).toContain('\nsrc/numbers.js\ntest/numbers.test.js\n');
    expect(out).not.toContain('not known before');
    expect(err).toMatch(/^planner, agent claude\n/);
  });

  test('a developer’s marks what only the plan can know, has the project’s conventions once, and what its agent adds', async () => {
    const { code, out, err } = await prompt('developer', '--step', '2', '--phase', 'green');
    expect(code).toBe(0);
    expect(out).toContain('Phase GREEN');
    expect(out).toContain(
      '## Step 2\n```text\n<<<not known before the run: the title that the plan gives the step>>>\n```',
    );
    expect(out).toContain('```path\nAGENTS.md\nCLAUDE.md\n```\n```markdown\nNo tabs.\n');
    // gemini takes no schema: the rule stands in the prompt itself.
    expect(out).toMatch(/no words around it\. Its JSON schema:\n\{"type":"object".*\}\n$/);
    expect(err).toContain('developer (green, step 2), agent gemini');
    expect(err).toContain('there is no plan yet');
  });
});

describe('pawl inspect --prompt on a branch with a ledger', () => {
  beforeAll(async () => {
    const ledger = renderLedger({
      ...{
        title: 'More numbers',
        baseSha: await git(origin, ['rev-parse', 'main']),
        criteria: ["`value('n1')` is 1", 'two'],
      },
      files: ['src/numbers.js', 'test/numbers.test.js'].map((path) => ({ path, isNew: false })),
      steps: [
        { id: '1', title: 'n1 is known', criterion: 1, done: true, refactorPending: false },
        { id: '2', title: 'n2 `is` "known"', criterion: 2, done: false, refactorPending: false },
      ],
    });
    await git(origin, ['checkout', '-qb', 'tdd/docs--issue']);
    await writeTree(origin, { '.tdd/docs--issue.md': ledger, 'AGENTS.md': 'Written on the branch.\n' });
    await git(origin, ['add', '-Af']);
    await git(origin, ['commit', '-qm', 'docs: plan']);
    await git(origin, ['checkout', '-q', 'main']);
  });

  test('R28: the first open step, by its own words; conventions from the base, not from the branch', async () => {
    const { out } = await prompt('developer');
    expect(out).toContain('## Step 2\n```text\nn2 `is` "known"\n```');
    expect(out).toContain('## Files that may change\n```text\nsrc/numbers.js\ntest/numbers.test.js\n```');
    expect(out).toContain('No tabs.');
    expect(out).not.toContain('Written on the branch');
    expect(out).not.toContain('not known before');
  });

  test('T12: a verifier’s has criterion and test files; what Pawl measures is marked; no conventions, no title', async () => {
    const { out, err } = await prompt('verifier', '--step', '2', '--phase', 'refactor');
    expect(out).toContain('## Acceptance criterion\n```text\ntwo\n```');
    expect(out).toContain('## Test files\n```text\ntest/numbers.test.js\n```');
    expect(out).toContain('on this very tree\n```text\n<<<not known before the run: what Pawl measures>>>\n```');
    expect(out).toContain('../base');
    expect(out).toContain('You need not run them again');
    expect(out).not.toContain('No tabs.');
    expect(outsideFences(out)).not.toContain('known before the run');
    expect(err).toContain('marked, since only a run can know it: what Pawl measures');
  });

  test('the other reviewers’ and the debugger’s mark the diff', async () => {
    for (const role of ['critic', 'domain-reviewer', 'debugger']) {
      const { code, out } = await prompt(role);
      expect([role, code, out.includes('```diff\n<<<not known before the run: the diff>>>\n```')]).toEqual([
        role,
        0,
        true,
      ]);
      expect(out).not.toContain('diff --git a/unknown');
    }
    const { out } = await prompt('critic', '--json');
    expect(JSON.parse(out)).toMatchObject({
      role: 'critic',
      phase: null,
      step: null,
      unknown: ['what Pawl measures', 'the diff'],
    });
  });

  test('what there is not is said with what there is', async () => {
    expect(await prompt('developer', '--step', '9')).toMatchObject({
      code: 2,
      out: '',
      err: expect.stringContaining('no step "9"; the ledger has 1, 2'),
    });
    expect(await prompt('verifyer')).toMatchObject({
      code: 2,
      err: expect.stringContaining('for example: --prompt verifier'),
    });
    expect((await prompt('domain-reviewer', '--phase', 'refactor')).code).toBe(2);
    expect((await client('inspect', issue, '--step', '2')).err).toContain('--prompt verifier --step 2');
  });
});
