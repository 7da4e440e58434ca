import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { preflight } from '../../src/activities/preflight.js';
import { loadConfig } from '../../src/config.js';
import { Facts } from '../../src/contract/run-facts.js';
import { RunOptions } from '../../src/contract/run-input.js';
import { Conventions } from '../../src/domain/settings/conventions.js';
import { standardRules, type Discipline } from '../../src/domain/run/discipline.js';
import { schemaKey } from '../../src/domain/settings/key-rules.js';
import { createTools } from '../../src/worker/create-tools.js';
import {
  removeRepositories,
  repository as makeRepository,
  temporaryFolder,
  type TestRepository,
} from '../support/git-repos.js';

/** What the operator allows. */
const operator = { jail: 'process', maxFiles: 4, limits: { leafTimeoutSeconds: 100, idleSeconds: 50 } };
const allowed = { maxFiles: 4, leafTimeoutMs: 100_000, idleTimeoutMs: 50_000 };

const strict = { discipline: 'strict', domainReview: true, isolation: 'split', scopeCheck: 'enforced' };

/**
 * For each key of pawl.json the most that it can ask for. `mayOnly: 'tighten'`: the operator has a value of his own
 * for it. `mayOnly: 'say'`: how this repository builds and tests, which widens nothing; it runs in the same jail.
 */
const boldest: Readonly<Record<string, { readonly asks: unknown; readonly mayOnly: 'tighten' | 'say' }>> = {
  [schemaKey]: { asks: './pawl.schema.json', mayOnly: 'say' },
  test: { asks: 'node --test', mayOnly: 'say' },
  results: { asks: 'exit-only', mayOnly: 'say' },
  setup: { asks: ['true', 'true'], mayOnly: 'say' },
  typecheck: { asks: false, mayOnly: 'say' },
  lint: { asks: false, mayOnly: 'say' },
  hooks: { asks: 'checks', mayOnly: 'say' },
  specs: { asks: { '{path}.js': '{path}.test.js' }, mayOnly: 'say' },
  testFiles: { asks: ['**'], mayOnly: 'say' },
  signOff: { asks: true, mayOnly: 'say' },
  // Of a spec's tasks alone, and only labels that Pawl does not know: a built-in one keeps its shape.
  labels: { asks: { chore: 'tidy', proof: 'verify' }, mayOnly: 'say' },
  maxFiles: { asks: 1_000, mayOnly: 'tighten' },
  discipline: { asks: 'standard', mayOnly: 'tighten' },
  domainReview: { asks: false, mayOnly: 'tighten' },
  isolation: { asks: 'open', mayOnly: 'tighten' },
  limits: { asks: { leafTimeoutSeconds: 86_400, idleSeconds: 86_400 }, mayOnly: 'tighten' },
};

let repository: TestRepository;
let home: string;
beforeAll(async () => {
  home = await temporaryFolder('pawl-home');
  repository = await makeRepository({
    'package.json': '{"type":"module","scripts":{"test":"node --test"}}',
    'a.test.js': "import test from 'node:test';\ntest('a', () => undefined);\n",
    'checks/pre-commit': '#!/bin/sh\n',
    'docs/issue.md': '# A\n\n## Acceptance criteria\n\n- a is b\n',
  });
});
afterAll(removeRepositories);

const scenario = JSON.stringify({
  version: 1,
  plan: { files: [{ path: 'a.js' }], steps: [{ id: '1', title: 'a is b', criterion: 1 }] },
  leaves: [{ role: 'developer', phase: 'red', step: '1', do: [{ write: 'a.test.js', lines: [''] }] }],
});

/** What a run of this repository would hold to, with this pawl.json at its base. */
async function factsWith(pawlJson: unknown, discipline: Discipline = 'strict'): Promise<Facts> {
  await repository.commit({ 'pawl.json': JSON.stringify(pawlJson) });
  const { PATH = '' } = process.env;
  const machine = {
    userHome: home,
    user: 'ada',
    host: 'laptop',
    terminals: { stdin: false, stdout: false, stderr: false },
  };
  const loaded = loadConfig({ PAWL_HOME: home, PATH }, machine);
  const tools = await createTools({
    ...loaded,
    jail: 'process',
    maxFiles: operator.maxFiles,
    leafTimeoutMs: allowed.leafTimeoutMs,
    idleTimeoutMs: allowed.idleTimeoutMs,
  });
  const options = RunOptions.parse({
    ...{ agent: 'scripted', scenario, base: null, testCommand: null, maxFiles: null },
    ...{ allowDirty: false, allowKnownFailures: false, commits: 'atomic', leafTimeoutMs: null, idleTimeoutMs: null },
    discipline,
  });
  const { scope } = await preflight(tools, {
    runKey: 'run-1',
    workflowId: 'tdd/local/x-123456/file-issue',
    source: {
      kind: 'file',
      origin: repository.path,
      file: join(repository.path, 'docs/issue.md'),
      slug: 'issue',
      issueNumber: null,
    },
    options,
    resume: null,
    answers: [],
  });
  return Facts.parse(JSON.parse(await tools.artifacts.get(scope.key, scope.facts)));
}

describe('pawl.json may only tighten', () => {
  test('every key of it is accounted for here, and none is a gear', () => {
    const keys = Object.keys(Conventions.shape);
    expect(keys.filter((key) => boldest[key] === undefined)).toEqual([]);
    expect(keys).not.toContain('gear');
  });

  test.each(Object.keys(Conventions.shape))(
    'R-000: the most that "%s" can ask for leaves the operator’s values as they are',
    async (key) => {
      // Results belong to a command that writes them.
      const beside = key === 'results' ? { test: 'make check' } : {};
      const asked = Conventions.safeParse({ ...beside, [key]: boldest[key]?.asks });
      if (!asked.success) throw new Error(`${key} is not read`);
      const { discipline, maxFiles, leafTimeoutMs, idleTimeoutMs, agent } = await factsWith(asked.data);
      expect({ maxFiles, leafTimeoutMs, idleTimeoutMs, agent }).toEqual({ ...allowed, agent: 'scripted' });
      expect(discipline).toEqual(strict);
    },
  );

  test('C-4: a repository may ask for more of each step, one part at a time', async () => {
    expect((await factsWith({ discipline: 'strict' }, 'standard')).discipline).toEqual(strict);
    const { discipline } = await factsWith({ isolation: 'split' }, 'standard');
    expect(discipline).toEqual({ ...standardRules, isolation: 'split' });
  });

  test('what asks for less gets less', async () => {
    const facts = await factsWith({ maxFiles: 2, limits: { leafTimeoutSeconds: 10, idleSeconds: 5 } });
    expect(facts).toMatchObject({ maxFiles: 2, leafTimeoutMs: 10_000, idleTimeoutMs: 5_000 });
  });
});
