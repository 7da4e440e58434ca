import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Client, Connection } from '@temporalio/client';
import { sendAll, type FleetAnswer } from '../../src/cli/fleet/send-all.js';
import { operatorOf } from '../../src/cli/operator.js';
import { latestExecution, type RunRow } from '../../src/cli/runs/find.js';
import { useServer } from '../../src/cli/temporal/server.js';
import type { MessageEntry } from '../../src/domain/steering/messages.js';
import type { RunReport } from '../../src/contract/result.js';
import { hostIdentity } from '../../src/local/host.js';
import { removeRepositories, repository, temporaryFolder } from '../support/git-repos.js';
import { testConfig, testServer, type TestServer } from '../support/temporal-server.js';
import { client, startClient } from './support/client.js';
import { fixtureWorker, type FixtureWorker } from './support/fixture-worker.js';

/** Messages by the client against a real server and the workflow's own messages, waits and endings (fixture-run.ts). */
const scenario = fileURLToPath(new URL('../../examples/javascript/scenario.json', import.meta.url));
const stories = [
  'waits',
  'which',
  'bails',
  'lists',
  'silent',
  'limit',
  'closed',
  'noted',
  'one',
  'two',
  'three',
  'plan',
];
const before = { cwd: process.cwd(), home: process.env['PAWL_HOME'], address: process.env['TEMPORAL_ADDRESS'] };
let server: TestServer;
let worker: FixtureWorker;
let home: string;
let temporal: Client;

beforeAll(async () => {
  home = await temporaryFolder('pawl-home');
  server = await testServer();
  Object.assign(process.env, { PAWL_HOME: home, TEMPORAL_ADDRESS: server.address, PAWL_IDENTITY: 'ann@desk' });
  const shop = await repository(Object.fromEntries(stories.map((name) => [`docs/${name}.md`, `# ${name}\n`])));
  process.chdir(shop.path);
  const connection = await Connection.connect({ address: server.address });
  temporal = new Client({ connection, identity: 'bob@elsewhere' });
  worker = await fixtureWorker(server.address, await hostIdentity(home));
});

afterAll(async () => {
  process.chdir(before.cwd);
  delete process.env['PAWL_IDENTITY'];
  restore('PAWL_HOME', before.home);
  restore('TEMPORAL_ADDRESS', before.address);
  await temporal.connection.close();
  await worker.stop();
  await server.stop();
  await removeRepositories();
});

function restore(name: string, value: string | undefined): void {
  if (value === undefined) delete process.env[name];
  else process.env[name] = value;
}

async function begin(name: string, story: string, ...more: readonly string[]): Promise<string> {
  const run = await client('run', `docs/${name}.md`, '--scenario', scenario, '--base', story, '--detach', ...more);
  expect(run).toMatchObject({ code: 0 });
  return run.out.trim();
}

async function reach(id: string, state: string): Promise<void> {
  const end = Date.now() + 20_000;
  for (;;) {
    const status = await client('status', id, '--json');
    const found = JSON.parse(status.out) as { status: { state: string } | null; end?: string };
    if ((found.status?.state ?? found.end ?? '').includes(state)) return;
    if (Date.now() > end) throw new Error(`${id} never was "${state}": ${status.out}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

async function ended(id: string): Promise<RunReport> {
  await temporal.workflow
    .getHandle(id)
    .result()
    .catch(() => null);
  return (JSON.parse((await client('report', id, '--json')).out) as { report: RunReport }).report;
}

async function messages(id: string): Promise<readonly (MessageEntry & { readonly sender: string | null })[]> {
  const { out } = await client('status', id, '--json');
  return (JSON.parse(out) as { status: { messages: (MessageEntry & { sender: string | null })[] } }).status.messages;
}

describe('a run that waits', () => {
  test('F44: for an answer: status says until when and with what it ends; retry is told that; the answer ends it', async () => {
    const id = await begin('waits', 'asks', '--wait-for-answer', '2h');
    await reach(id, 'waiting');
    const status = await client('status', id);
    expect(status).toMatchObject({
      code: 4,
      out: expect.stringMatching(/waits since .* for an answer; until .*, in (?:2h|1h59m)/),
    });
    expect(status.out).toContain(`to end it now: pawl resume ${id} --answer "…"`);
    expect(status.out).toContain('It asks:\n  Which tests are meant?');
    expect(await client('retry', id)).toMatchObject({ code: 2, err: expect.stringContaining(`--answer "…"`) });
    const answered = await client('resume', id, '--answer', 'both of them', '--detach');
    expect(answered).toMatchObject({ code: 0, out: 'goes into the next brief; the run goes on\n' });
    expect((await ended(id)).notes).toContain('answered: both of them');
  });

  test('for one of several answers: another is refused with the list, a number picks one; attached it goes on to the end', async () => {
    const id = await begin('which', 'asks-which', '--wait-for-answer', '2h');
    await reach(id, 'waiting');
    expect(await client('resume', id, '--answer', '3')).toMatchObject({
      code: 2,
      err: expect.stringContaining('"3" is none of the answers it takes: 1) npm test, 2) node --test'),
    });
    const answered = await client('resume', id, '--answer', '2', '--test-command', 'make');
    expect(answered).toMatchObject({
      code: 0,
      err: expect.stringContaining('--test-command has no effect: for the next execution only'),
    });
    expect((await ended(id)).notes).toContain('answered: node --test');
  });

  test('R26: for a limit: "retry" ends it; without a wait it is told so', async () => {
    const id = await begin('limit', 'limit');
    await reach(id, 'waiting');
    expect((await client('status', id)).out).toMatch(
      /for the agent's usage limit to end: the quota is used up; until .*, in 1[45]m/,
    );
    expect(await client('resume', id, '--answer', 'x')).toMatchObject({
      code: 2,
      err: expect.stringContaining('nobody asked'),
    });
    expect(await client('retry', id, '--json')).toMatchObject({
      code: 0,
      out: expect.stringContaining('"taken":true,"answer":"tries again now"'),
    });
    expect((await ended(id)).outcome).toBe('done');
  });
});

describe('a run that ended with a question', () => {
  test('goes on with the answer; one that did not ask refuses it; both before anything starts', async () => {
    const id = await begin('bails', 'asks');
    expect((await ended(id)).question).toBe('Which tests are meant?');
    const silent = await begin('silent', 'bail-process');
    await ended(silent);
    expect(await client('resume', silent, '--answer', 'x')).toMatchObject({
      code: 2,
      err: expect.stringContaining('ended without a question'),
    });
    expect((await temporal.workflow.getHandle(silent).describe()).status.name).toBe('FAILED');
    const on = await client('resume', id, '--answer', 'both', '--json');
    expect(on.code).toBe(0);
    expect((await ended(id)).notes).toContain('answered: both');
  });

  test('with a list: what is not on it starts nothing; another test command is said aloud and holds', async () => {
    const id = await begin('lists', 'asks-which');
    await ended(id);
    const { runId } = await temporal.workflow.getHandle(id).describe();
    expect(await client('resume', id, '--answer', 'make')).toMatchObject({
      code: 2,
      err: expect.stringMatching(/1\) npm test\n {2}2\) node --test\n.*--test-command/s),
    });
    expect((await temporal.workflow.getHandle(id).describe()).runId).toBe(runId);
    const on = await client('resume', id, '--answer', '1', '--test-command', 'make check', '--results', 'junit:out');
    expect(on).toMatchObject({ code: 0, err: expect.stringContaining('tests are run by "make check" from now on') });
    expect((await ended(id)).notes).toEqual(['answered: npm test', 'tests by: make check']);
  });
});

describe('who sent it', () => {
  test('the server noted it, also before continue-as-new and for what claims otherwise; status, events and report show both', async () => {
    const id = await begin('noted', 'second-gate', '--review-before');
    const handle = temporal.workflow.getHandle(id);
    await handle.signal('reject', { because: 'early', by: 'mallory' });
    await reach(id, 'gate');
    await handle.signal('approve', { test: 'ffffffffff', by: 'mallory' });
    await handle.executeUpdate('retry', { args: [] });
    expect((await client('gear', id, 'review-before', '--because', 'be sure', '--for', '2h')).code).toBe(0);
    expect((await messages(id)).map(({ name, way, by, sender }) => [name, way, by, sender])).toEqual([
      ['reject', 'signal', 'mallory', 'bob@elsewhere'],
      ['approve', 'signal', 'mallory', 'bob@elsewhere'],
      ['retry', 'update', null, 'bob@elsewhere'],
      ['shiftGear', 'update', 'ann@desk', 'ann@desk'],
    ]);
    const gear = await client('gear', id);
    expect(gear.out).toMatch(
      /^review-before: .*\(named\)\nshift to review-before by ann@desk, [\d:]+: be sure\nuntil .*, in (?:2h|1h59m)/,
    );
    const status = await client('status', id);
    expect(status.out).toMatch(
      /approve by mallory \(as claimed\), sent by bob@elsewhere, ignored: ffffffffff is not the test/,
    );
    expect((await client('events', id)).out).toMatch(
      /reject by mallory \(as claimed\) ignored: .* \(sent by bob@elsewhere\)/,
    );
    expect((await client('stop', id)).out).toBe('stops now: the run was waiting, and the test is kept\n');
    await ended(id);
    expect((await client('report', id)).out).toMatch(/requestStop by ann@desk, taken: stops now/);
  });
});

test('F67: the same message counts once, whatever way it comes again; the second sender is answered as the first', async () => {
  const id = await begin('one', 'until-stopped');
  const handle = temporal.workflow.getHandle(id);
  const payload = { gear: 'review-after', because: 'x', id: 'the-same-id' };
  await handle.signal('shiftGear', payload);
  expect((await client('gear', id, 'review-before')).code).toBe(0);
  const again = await handle.executeUpdate('shiftGear', { args: [payload] });
  await handle.signal('shiftGear', payload);
  expect(again).toMatchObject({ taken: true, answer: 'review-after: takes effect at the first step' });
  expect((await messages(id)).map((one) => one.way)).toEqual(['signal', 'update']);
  expect((await client('gear', id)).out).toMatch(/^review-before: .*\nshift to review-before by ann@desk/);
  expect((await client('stop', id)).code).toBe(0);
  await ended(id);
});

describe('bad addresses', () => {
  test('F66: a run that is closed, and one that never was, take no message: exit 2 with what to do', async () => {
    const id = await begin('closed', 'at-once');
    await ended(id);
    const all: readonly (readonly string[])[] = [
      ['gear', id, 'review-before'],
      ['stop', id],
      ['stop', id, '--withdraw'],
      ['retry', id],
      ['reject', id, '--because', 'x'],
      ['approve', id, '--test', 'abcdef01'],
    ];
    for (const words of all) {
      expect(await client(...words)).toMatchObject({
        code: 2,
        out: '',
        err: expect.stringMatching(
          /is not open \(done\), so it takes no messages\. Its report: pawl report .*--again/s,
        ),
      });
    }
    expect(await client('resume', id, '--answer', 'x')).toMatchObject({
      code: 2,
      err: expect.stringContaining('is done'),
    });
    expect(await client('stop', 'tdd/acme/shop/issue-9')).toMatchObject({
      code: 2,
      err: expect.stringContaining('no run'),
    });
  });
});

describe('a fleet', () => {
  const open = (): Promise<readonly string[]> =>
    Promise.all(['one', 'two', 'three'].map((name) => begin(name, 'until-stopped', '--again')));
  const repoOf = (id: string): string => id.split('/').slice(1, 3).join('/');

  test('is shifted toward review-before only, stopped only after it was asked about, and each run answers', async () => {
    const ids = await open();
    const repo = repoOf(ids[0] ?? '');
    for (const words of [['review-after', '--because', 'x'], []]) {
      const up = await client('gear', ...words, '--all', '--repo', repo);
      expect(up).toMatchObject({ code: 2, out: '', err: expect.stringContaining('pawl gear review-before --all') });
    }
    const down = await client('gear', 'review-before', '--all', '--repo', repo, '--because', 'look closer');
    expect(down).toMatchObject({
      code: 0,
      err: expect.stringMatching(/^gear review-before, to 3 open runs:\n.*\n3 open runs: 3 taken\n$/s),
    });
    expect(
      down.out.split('\n').filter((line) => line.endsWith('review-before: takes effect at the first step')),
    ).toHaveLength(3);

    const stop = ['stop', '--all', '--repo', repo, '--query', 'PawlState = "working"', '--mode', 'at-leaf'];
    const unasked = await client(...stop);
    expect(unasked).toMatchObject({ code: 2, out: '' });
    expect(unasked.err).toContain(
      `pawl stop --all --repo ${repo} --query 'PawlState = "working"' --mode at-leaf --yes`,
    );
    const no = startClient(stop, { terminal: true });
    await no.shows('Send it to 3 open runs? (y/n)');
    no.type('');
    expect(await no.code).toBe(4);
    expect((await messages(ids[0] ?? '')).map((one) => one.name)).toEqual(['shiftGear']);
    const yes = await client(...stop, '--yes', '--json');
    expect(JSON.parse(yes.out)).toMatchObject({ counts: { taken: 3 } });
    for (const id of ids) await ended(id);
    expect(await client(...stop)).toMatchObject({ code: 0, err: expect.stringContaining('No open run is meant.') });
  });

  test('what the list still holds although it ended is named, and stops nobody else', async () => {
    const [first = '', second = ''] = await open();
    const config = testConfig(home, { TEMPORAL_ADDRESS: server.address, PAWL_IDENTITY: 'ann@desk' });
    const told: FleetAnswer[] = [];
    await useServer(await operatorOf(config), async (connected) => {
      const rows: RunRow[] = [];
      for (const id of [first, second]) {
        const row = await latestExecution(connected, id);
        if (row !== null) rows.push(row, { ...row, workflowId: `${row.workflowId}-never` });
      }
      expect((await client('stop', first)).code).toBe(0);
      await ended(first);
      const message = { name: 'requestStop', mode: 'at-ledger' } as const;
      await sendAll(connected, rows, { message, holds: null, told: (answer) => void told.push(answer) });
    });
    expect(Object.fromEntries(told.map(({ workflowId, outcome }) => [workflowId, outcome.kind]))).toEqual({
      [first]: 'ended',
      [`${first}-never`]: 'ended',
      [second]: 'taken',
      [`${second}-never`]: 'ended',
    });
    expect((await client('stop', '--all', '--yes')).code).toBe(0);
  });

  test.each([
    [['stop', '--all', '--query', 'PawlStep = "1") OR ("1" = "1"'], /closes a parenthesis that it did not open/],
    [['stop', '--all', '--query', 'Nonsense = "1"', '--yes'], /does not take this query/],
    [['stop', '--all', '--repo', 'shop'], /--repo got "shop"/],
    [['stop', 'docs/one.md', '--all'], /got both/],
    [['stop', '--repo', 'acme/shop'], /pawl stop --all --repo/],
    [['stop', '--query', 'x'], /pawl stop --all --query/],
    [['stop', '--withdraw', '--all'], /--withdraw takes back the stop of one run/],
    [['stop', '--withdraw', '--mode', 'now'], /without --mode/],
    [['gear', 'docs/one.md', 'review-before', '--all'], /got both/],
    [['gear', 'review-before', '--all', '--for', '2h'], /--scope and --for are for one run/],
    [['gear', 'review-before', '--repo', 'acme/shop'], /--all --repo acme\/shop/],
    [['gear', '--for', '2h'], /--for belongs to a gear/],
    [['gear', 'review-after', '--because', 'x', '--for', 'soon'], /for example: --for 2h/],
  ] as const)('%j is wrong use', async (words, said) => {
    expect(await client(...words)).toMatchObject({ code: 2, out: '', err: expect.stringMatching(said) });
  });
});
