import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { DevelopInput } from '../../src/contract/activities.js';
import type { Agent } from '../../src/ports/agent.js';
import { activityRig, type ActivityRig } from '../support/activity-rig.js';
import { removeRepositories } from '../support/git-repos.js';
import { observedStep, type ObservedStep } from './observe-support.js';

/** AGENTS.md and its kin on their way into a developer's prompt: a real leaf in a real workspace. */
let plain: ActivityRig;
beforeAll(async () => {
  plain = await activityRig({ jail: 'process' });
});
afterAll(async () => {
  await plain.remove();
  await removeRepositories();
});

const base = {
  'AGENTS.md': 'Of the base: two spaces.\n',
  'src/CLAUDE.md': 'Of src: no classes.\n',
  'docs/AGENTS.md': 'Of docs: be brief.\n',
};

type Wish = (step: ObservedStep) => Promise<Partial<DevelopInput>>;

async function promptOf(wish: Wish, instructions?: 'ignore'): Promise<string> {
  const asked: string[] = [];
  const agent: Agent = {
    name: 'test',
    scripted: true,
    needsNetwork: false,
    probe: () => Promise.resolve({ usable: true, version: null, problem: null }),
    plan: (job) => {
      asked.push(job.prompt);
      return { argv: ['true'], env: {}, stdin: job.prompt, readable: [] };
    },
    conclude: () => Promise.resolve({ outcome: 'done', answer: null, usage: null, message: 'done', resetAtMs: null }),
    event: () => null,
  };
  const host = instructions === undefined ? plain.tools.host : { ...plain.tools.host, instructions };
  const rig = { ...plain, tools: { ...plain.tools, host, findAgent: () => ({ agent }) } };
  const step = await observedStep(rig, { base });
  await step.develop(await wish(step));
  return asked[0] ?? '';
}

/** The tree that an earlier leaf left, which tells the next what to do. */
const planted: Wish = async ({ tree }) => {
  const from = await tree({ 'AGENTS.md': 'Planted by a leaf.\n', 'test/AGENTS.md': 'Planted by a leaf.\n' });
  return { phase: 'red', from };
};

test('T1, T3: those of the base commit, at the top and beside the step’s files; never what a leaf left in the tree', async () => {
  const prompt = await promptOf(planted);
  expect(prompt).toContain('```path\nAGENTS.md\n```\n```markdown\nOf the base: two spaces.\n');
  expect(prompt).toContain('```path\nsrc/CLAUDE.md\n```\n```markdown\nOf src: no classes.\n');
  expect(prompt).not.toContain('Of docs');
  expect(prompt).not.toContain('Planted by a leaf');
});

test('a debugger gets them as well; with "instructions": "ignore" nobody does', async () => {
  const debug: Wish = () => Promise.resolve({ role: 'debugger' });
  expect(await promptOf(debug)).toContain('Of the base: two spaces.');
  expect(await promptOf(debug, 'ignore')).not.toContain('Of the base');
});
