import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { git, removeRepositories, temporaryFolder, writeTree } from '../support/git-repos.js';
import { client } from './support/client.js';

const before = process.env['PAWL_HOME'];
let shop: string;
beforeAll(async () => {
  const folder = await temporaryFolder('pawl-inspect-spec');
  process.env['PAWL_HOME'] = join(folder, 'home');
  shop = join(folder, 'shop');
  await mkdir(shop);
  await writeTree(shop, {
    'specs/.current-spec': '0042 Export Window\n',
    'specs/0042 Export Window/tasks.md':
      '\ufeff## Phase 1: CSV\r\n- [ ] 2. Export\r\n  - [ ] 2.1 Write CSV\r\n    - **Acceptance**\r\n      - [x] header row\r\n' +
      '  - [ ]* 2.2 More\r\n## Phase 2: Names\r\n- [ ] POLISH: \u001b[31mnicer\r\n- [x] T014 [P] Bar\r\n- [~] later\r\n',
    'specs/0042 Export Window/.current-gear':
      'gear: review-after\nscope: Phase 1\nshifted: 2026-12-01 — the shape is settled\n',
    'specs/0001-none/tasks.md': '# Tasks\n- no box\n',
  });
  await git(shop, ['init', '-q', '-b', 'main']);
});
afterAll(async () => {
  if (before === undefined) delete process.env['PAWL_HOME'];
  else process.env['PAWL_HOME'] = before;
  await removeRepositories();
});

test('R08: pawl inspect <spec> --json: each task with line, id, shape, state, scope and why', async () => {
  const { code, out } = await client('inspect', join(shop, 'specs/0042 Export Window'), '--json');
  expect(code).toBe(0);
  const found: unknown = JSON.parse(out);
  const one = { label: null, shape: 'behaviour', state: 'open', parent: null, criteria: [], inScope: true };
  const outside = { inScope: false, heading: 'Phase 2: Names' };
  expect(found).toMatchObject({
    folder: 'specs/0042 Export Window',
    isApproved: false,
    gear: { gear: 'review-after', reason: 'named' },
    problem: null,
    tasks: [
      {
        ...one,
        line: 2,
        id: '2',
        title: 'Export',
        heading: 'Phase 1: CSV',
        why: 'a group: closes with the tasks below it',
      },
      { ...one, line: 3, id: '2.1', parent: '2', criteria: [{ line: 5, text: 'header row', done: true }] },
      { ...one, line: 6, id: '2.2', parent: '2', state: 'optional', why: 'optional: not run' },
      { ...one, ...outside, line: 8, id: '4', label: 'POLISH', shape: 'unknown' },
      { ...one, ...outside, line: 9, id: 'T014', title: 'Bar', state: 'done' },
      { ...one, ...outside, line: 10, id: '6', state: 'deferred' },
    ],
  });
  expect(JSON.stringify(found)).toContain('nobody knows the label \\"POLISH\\"; outside the scope \\"Phase 1\\"');
});

test('for a person: the same, without the controls of its text', async () => {
  const { code, out } = await client('inspect', join(shop, 'specs/0042 Export Window/tasks.md'));
  expect(code).toBe(0);
  expect(out).toContain('2.1  Write CSV (line 3; a step: behaviour, without a label)\n      [x] header row');
  expect(out).not.toContain('\u001b[31m');
});

test('R07: a list without boxes ends with 1 and says so', async () => {
  const { code, out } = await client('inspect', join(shop, 'specs/0001-none'), '--json');
  expect({ code, out }).toEqual({ code: 1, out: expect.stringContaining('no tasks found: no line has a box') });
});

test('labels of pawl.json: inspect reads the list with them, and says what is wrong with one of Pawl’s own', async () => {
  const polish = async (): Promise<{
    readonly code: number;
    readonly found: { problem: string | null; tasks: unknown };
  }> => {
    const { code, out } = await client('inspect', join(shop, 'specs/0042 Export Window'), '--json');
    return { code, found: JSON.parse(out) as { problem: string | null; tasks: unknown } };
  };
  await writeTree(shop, { 'pawl.json': '{"labels":{"polish":"tidy"}}' });
  const read = await polish();
  expect(read).toMatchObject({ code: 0, found: { problem: null } });
  expect(read.found.tasks).toContainEqual(expect.objectContaining({ line: 8, label: 'POLISH', shape: 'tidy' }));
  await writeTree(shop, { 'pawl.json': '{"labels":{"doc":"tidy"}}' });
  const refused = await polish();
  expect(refused.code).toBe(1);
  expect(refused.found.problem).toMatch(/^pawl\.json: labels: "doc" is Pawl's own label for document.*for example: /);
  await rm(join(shop, 'pawl.json'));
});
