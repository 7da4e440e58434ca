import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Client, Connection } from '@temporalio/client';
import { hostIdentity } from '../../src/local/host.js';
import { removeRepositories, repository, temporaryFolder, type TestRepository } from '../support/git-repos.js';
import { testServer, type TestServer } from '../support/temporal-server.js';
import { client, startClient } from './support/client.js';
import { fixtureWorker, type FixtureWorker } from './support/fixture-worker.js';

/**
 * The client against a real server and a real worker. The run itself is a fixture: the workflow's own messages,
 * queries, gate and endings without its activities, so that every ending comes quickly and on order.
 */
const scenario = fileURLToPath(new URL('../../examples/javascript/scenario.json', import.meta.url));
const stories = [
  'idle',
  'early',
  'waits',
  'gate',
  'dialogue',
  'elsewhere',
  'detach',
  'stop',
  'again',
  'first',
  'process',
  'system',
  'two',
  'chatty',
  'killed',
  'number',
  'shown',
];
const before = { cwd: process.cwd(), home: process.env['PAWL_HOME'], address: process.env['TEMPORAL_ADDRESS'] };
let server: TestServer;
let worker: FixtureWorker | null = null;
let home: string;
let shop: TestRepository;
let temporal: Client;

beforeAll(async () => {
  home = await temporaryFolder('pawl-home');
  server = await testServer({ database: 'file' });
  Object.assign(process.env, { PAWL_HOME: home, TEMPORAL_ADDRESS: server.address });
  shop = await repository(Object.fromEntries(stories.map((name) => [`docs/${name}.md`, `# ${name}\n`])));
  process.chdir(shop.path);
  temporal = new Client({ connection: await Connection.connect({ address: server.address }) });
});

afterAll(async () => {
  process.chdir(before.cwd);
  restore('PAWL_HOME', before.home);
  restore('TEMPORAL_ADDRESS', before.address);
  await temporal.connection.close();
  await worker?.stop();
  await server.stop();
  await removeRepositories();
});

function restore(name: string, value: string | undefined): void {
  if (value === undefined) delete process.env[name];
  else process.env[name] = value;
}

const start = (name: string, story: string, ...more: readonly string[]): readonly string[] => [
  ...['run', `docs/${name}.md`, '--scenario', scenario, '--base', story],
  ...more,
];
const idOf = (json: string): string => (JSON.parse(json) as { workflowId: string }).workflowId;

describe('without a worker', () => {
  test('a detached start is a start (exit 0) and says that nobody works; status says it too; a stop is sent all the same', async () => {
    const started = await client(...start('idle', 'until-stopped', '--detach', '--json'));
    expect(started).toMatchObject({ code: 0, err: expect.stringMatching(/^No worker polls pawl, .*pawl worker/) });
    expect(JSON.parse(started.out)).toMatchObject({ started: true, worker: false });
    const status = await client('status', 'docs/idle.md');
    expect(status).toMatchObject({ code: 3, err: expect.stringContaining('No worker polls pawl') });
    const stop = await client('stop', 'docs/idle.md');
    expect(stop).toMatchObject({
      code: 0,
      err: expect.stringMatching(/Sent, and kept in the run's history\. Nobody answered yet \(no worker polls\)/),
    });
    const stuck = JSON.parse((await client('list', '--stuck', '--json')).out) as { runs: { workflowId: string }[] };
    expect(stuck.runs.map((row) => row.workflowId)).toContain(idOf(started.out));
  });

  test('an attached client says it, waits, and goes on as soon as there is one', async () => {
    const run = startClient(start('waits', 'gate'));
    await run.shows('Waiting …');
    worker = await fixtureWorker(server.address, await hostIdentity(home));
    await run.shows('It goes on.');
    expect(await run.code).toBe(4);
    expect(run.err()).toContain('waits at step 1');
    expect((await client('status', 'docs/idle.md')).code).toBe(5);
    expect((await client('stop', 'docs/waits.md')).code).toBe(0);
  });
});

describe('a run from start to end', () => {
  test('attached without a terminal it exits 4 at the gate with the whole command; that command lets it go on', async () => {
    const first = await client(...start('gate', 'gate'));
    expect([first.code, first.out]).toEqual([4, '']);
    const command = /pawl (approve \S+ --test [0-9a-f]{12})\n/.exec(first.err)?.[1]?.split(' ') ?? [];
    expect(command[1]).toMatch(/^tdd\/local\/shop-[0-9a-f]{6}\/file-docs--gate$/);

    expect((await client('status', 'docs/gate.md')).code).toBe(4);
    const bare = await client('approve');
    expect(bare).toMatchObject({ code: 2, out: '', err: expect.stringContaining(`pawl ${command.join(' ')}`) });
    const wrong = await client('approve', '--test', 'deadbeef');
    expect(wrong).toMatchObject({
      code: 2,
      err: expect.stringMatching(/ignored it: deadbeef is not the test of step 1 that waits now.*pawl approve/),
    });

    expect(await client(...command)).toMatchObject({ code: 0, out: expect.stringMatching(/^approved/) });
    const ended = await client('status', 'docs/gate.md');
    expect(ended).toMatchObject({ code: 0, out: expect.stringMatching(/^done: 0 of 1 step\b/) });
  });

  test('what is done needs --again; an open run is attached to, its start flags are named as dropped', async () => {
    expect((await client(...start('again', 'at-once'))).code).toBe(0);
    expect(await client(...start('again', 'gate'))).toMatchObject({
      code: 2,
      err: expect.stringMatching(/is done already.*--again/s),
    });
    const again = await client(...start('again', 'gate', '--again', '--detach', '--json'));
    expect(JSON.parse(again.out)).toMatchObject({ started: true, worker: true });
    const dropped = await client(...start('again', 'gate', '--max-files', '3'));
    expect(dropped).toMatchObject({
      code: 4,
      err: expect.stringContaining('--scenario, --base, --max-files have no effect: this run is open already'),
    });
    const detached = await client(...start('again', 'gate', '--detach', '--json'));
    expect(detached.code).toBe(3);
    expect(JSON.parse(detached.out)).toMatchObject({ started: false, open: true });
    expect((await client('stop', 'docs/again.md')).code).toBe(0);
  });

  test('a detached start prints the workflow id and nothing else on stdout', async () => {
    const started = await client(...start('stop', 'until-stopped', '--detach'));
    expect(started.code).toBe(0);
    expect(started.out).toMatch(/^tdd\/local\/shop-[0-9a-f]{6}\/file-docs--stop\n$/);
    expect((await client('status', started.out.trim())).code).toBe(3);
    const stopped = await client('stop', 'docs/stop.md', '--mode', 'at-leaf');
    expect(stopped).toMatchObject({ code: 0, out: 'will stop when what is running now has ended\n' });
    expect((await client('status', 'docs/stop.md')).code).toBe(5);
    const late = await client('stop', 'docs/stop.md');
    expect(late).toMatchObject({
      code: 2,
      err: expect.stringMatching(/is not open \(stopped\), so it takes no messages.*pawl resume tdd/),
    });
  });

  test('a run that was stopped goes on by "resume", and by the same "run"; what is done has nothing to resume', async () => {
    expect((await client(...start('first', 'stopped-at-first'))).code).toBe(5);
    const on = await client(...start('first', 'stopped-at-first', '--review-before'));
    expect(on).toMatchObject({ code: 0, err: expect.stringMatching(/The last execution ended: stopped/) });
    expect(on.err).toContain(
      '--scenario, --base, --review-before have no effect: the run goes on with what it was started with',
    );
    expect(await client('resume', 'docs/first.md')).toMatchObject({
      code: 2,
      err: expect.stringMatching(/is done; there is nothing/),
    });
  });

  test('a run that bailed before it had a plan goes on with the flags given now', async () => {
    expect((await client(...start('early', 'bail-early'))).code).toBe(1);
    expect((await client(...start('early', 'at-once', '--allow-dirty'))).code).toBe(0);
  });

  test.each([
    ['process', 1, 'wrong-red'],
    ['system', 7, 'disk-full'],
  ])('a bail of class %s exits %i, and the report says why and what is next', async (kind, code, cause) => {
    const run = await client(...start(kind, `bail-${kind}`, '--json'));
    expect(run.code).toBe(code);
    expect(JSON.parse(run.out)).toMatchObject({ outcome: 'bailed', cause, report: { causeClass: kind } });
    const report = await client('report', `docs/${kind}.md`);
    expect(report).toMatchObject({ code: 0, out: expect.stringContaining(`bailed: ${cause} (${kind})`) });
    expect(report.out).toContain(`pawl resume ${idOf(run.out)}`);
  });

  test('continue-as-new is one run: followed to its end, listed once', async () => {
    const run = await client(...start('two', 'two-executions', '--json'));
    expect(run.code).toBe(0);
    const list = await client('list', '--json');
    const { runs } = JSON.parse(list.out) as { runs: { workflowId: string }[] };
    expect(runs.filter((row) => row.workflowId === idOf(run.out))).toHaveLength(1);
  });

  test('a run that says more than the window holds: what was missed is counted, not hidden', async () => {
    const run = await client(...start('chatty', 'chatty'));
    expect(run.err).toMatch(/… \d+ earlier: pawl events tdd/);
    expect(run.err).toContain('note 300');
    const events = await client('events', 'docs/chatty.md', '--json');
    expect((JSON.parse(events.out) as { events: unknown[] }).events).toHaveLength(120);
  });

  test('a run that was terminated leaves nothing behind: it goes on anew, and this is said', async () => {
    const id = idOf((await client(...start('killed', 'until-stopped', '--detach', '--json'))).out);
    await temporal.workflow.getHandle(id).terminate('by ada');
    expect(await client('status', id)).toMatchObject({
      code: 5,
      out: expect.stringMatching(/terminated at the server/),
    });
    const on = await client('resume', id, '--detach');
    expect(on).toMatchObject({ code: 0, err: expect.stringMatching(/nothing to take over: gear \(review-before\)/) });
    expect((await client('stop', id)).code).toBe(0);
  });
});

describe('which run', () => {
  test('--issue gives the run its number; path, number and id all find it', async () => {
    const id = idOf((await client(...start('number', 'until-stopped', '--issue', '42', '--detach', '--json'))).out);
    expect(id).toMatch(/\/issue-42$/);
    for (const typed of [id, '42', '#42', 'docs/number.md', join(shop.path, 'docs', 'number.md')]) {
      expect(idOf((await client('gear', typed, '--json')).out)).toBe(id);
    }
    expect(await client('approve', '42')).toMatchObject({
      code: 2,
      err: expect.stringMatching(/waits for no approval .*\n.*comes to the gate by itself.*pawl status tdd/s),
    });
    expect(await client('approve', '42', '--test', '0123456789ab')).toMatchObject({
      code: 2,
      err: expect.stringMatching(/ignored it: no gate is open .*\n.*comes to the gate by itself/s),
    });
    expect(await client('reject', '42', '--because', 'x')).toMatchObject({
      code: 2,
      err: expect.stringMatching(/ignored it: no gate is open .*\n.*comes to the gate by itself/s),
    });
    expect(await client('gear', '--json')).toMatchObject({ code: 0, out: expect.stringContaining(id) });
    const shifted = await client('gear', 'review-after', '--because', 'a spike');
    expect(shifted).toMatchObject({ code: 0, out: 'review-after: takes effect at the first step\n' });
    expect((await client('stop', '42')).code).toBe(0);
  });

  test('an unknown run is wrong use, with what was expected', async () => {
    const unknown = await client('status', 'tdd/acme/shop/issue-1');
    expect(unknown).toMatchObject({
      code: 2,
      err: expect.stringMatching(/no run "tdd\/acme\/shop\/issue-1": expected a workflow id/),
    });
    expect((await client('report', 'docs/nothing.md')).code).toBe(2);
  });

  test('without an open run here: status prints the list and exits 0, the others exit 2', async () => {
    expect(await client('status')).toMatchObject({ code: 0, err: expect.stringMatching(/No run of .* is open/) });
    expect((await client('stop')).code).toBe(2);
  });

  test('several open runs: status lists them and exits 0, the others exit 2 with the list', async () => {
    const ids = [start('stop', 'until-stopped', '--again'), start('first', 'until-stopped', '--again')];
    const [one, two] = [await client(...(ids[0] ?? []), '--detach'), await client(...(ids[1] ?? []), '--detach')];
    const status = await client('status');
    expect(status.code).toBe(0);
    for (const id of [one.out.trim(), two.out.trim()]) expect(status.out).toContain(id);
    const stop = await client('stop');
    expect(stop).toMatchObject({ code: 2, err: expect.stringContaining(one.out.trim()) });
    for (const id of [one.out.trim(), two.out.trim()]) expect((await client('stop', id)).code).toBe(0);
  });
});

describe('in a terminal', () => {
  test('the gate is a dialogue: nonsense is asked again, a rejection needs a reason, the next test is shown', async () => {
    const run = startClient(start('dialogue', 'gate'), { terminal: true });
    await run.shows('(l)ater ?');
    expect(run.err()).toContain("+test('a', …)");
    expect(run.err()).not.toContain('\u001b[31m');
    run.type('maybe');
    await run.shows('"maybe" is none of these');
    await run.shows('(l)ater ?');
    run.type('r');
    await run.shows('reads it:');
    run.type('');
    await run.shows('Without a reason nothing is sent');
    await run.shows('(l)ater ?');
    run.type('r');
    await run.shows('reads it:');
    run.type('it tests the helper');
    await run.shows('revised because: it tests the helper');
    await run.shows('(l)ater ?');
    run.type('a');
    expect(await run.code).toBe(0);
  });

  test('a gate that is answered from elsewhere closes the dialogue', async () => {
    const run = startClient(start('elsewhere', 'gate'), { terminal: true });
    await run.shows('(l)ater ?');
    const hash = /test hash: ([0-9a-f]{64})/.exec(run.err())?.[1] ?? '';
    expect(run.isAsking()).toBe(true);
    expect((await client('approve', 'docs/elsewhere.md', '--test', hash.slice(0, 8))).code).toBe(0);
    expect(await run.code).toBe(0);
    expect(run.isAsking()).toBe(false);
  });

  test('later leaves the run at its gate (4), with what to type; "approve" asks, and without a reason sends nothing; a stop ends it', async () => {
    const run = startClient(start('detach', 'gate'), { terminal: true });
    await run.shows('(l)ater ?');
    run.type('d');
    expect(await run.code).toBe(4);
    expect(run.err()).toMatch(/approve it: {2}pawl approve \S+ --test [0-9a-f]{12}\n/);
    const asked = startClient(['approve', 'docs/detach.md'], { terminal: true });
    await asked.shows('(l)ater ?');
    asked.type('e');
    await asked.shows('The review copy is not on this machine, or gone: /nowhere/review');
    await asked.shows('(l)ater ?');
    asked.type('l');
    expect(await asked.code).toBe(4);
    expect(asked.err()).toContain('Nothing was sent.');
    const back = startClient(start('detach', 'gate'), { terminal: true });
    await back.shows('(l)ater ?');
    back.type('t');
    expect(await back.code).toBe(5);
  });

  test('an answer counts for the test that was shown: when another one waits by now, that one is shown', async () => {
    const id = idOf((await client(...start('shown', 'gate', '--json'))).out);
    const asked = startClient(['approve', id], { terminal: true });
    await asked.shows('test hash: 0123456789abcdef');
    await asked.shows('(l)ater ?');
    expect((await client('reject', id, '--because', 'it tests the helper')).code).toBe(0);
    asked.type('a');
    await asked.shows('It was not taken: ');
    await asked.shows('test hash: 1123456789abcdef');
    await asked.shows('(l)ater ?');
    asked.type('a');
    expect(await asked.code).toBe(0);
    expect(asked.out()).toMatch(/^approved: GREEN of step 1 begins/);
  });
});

describe('the server and its worker', () => {
  test('list --waiting and --stuck print the query they ask', async () => {
    const waiting = await client('list', '--waiting');
    expect(waiting.err).toContain(
      'query: WorkflowType = "tddRun" AND ExecutionStatus = "Running" AND PawlState IN ("gate", "waiting")',
    );
    const stuck = await client('list', '--stuck', '--json');
    const found = JSON.parse(stuck.out) as {
      query: string;
      queues: { queue: string; pollers: string[] }[];
      runs: unknown[];
    };
    expect(found.runs).toEqual([]);
    expect(found.queues.map((look) => look.pollers.length > 0)).toEqual([true, true, true]);
  });

  test('F14: the server is killed under an attached client: it says so, waits, goes on; Ctrl-C then leaves the run alone (130)', async () => {
    const run = startClient(start('waits', 'gate', '--again'), { terminal: true });
    await run.shows('(l)ater ?');
    await server.kill();
    await run.shows('does not answer; the run is kept there');
    await server.start();
    await run.shows('It goes on.');
    process.emit('SIGINT');
    expect(await run.code).toBe(130);
    expect(run.err()).toContain('The run goes on without this terminal.');
    expect((await client('status', 'docs/waits.md')).code).toBe(4);
  });

  test('no server: exit 6, with the command that starts one', async () => {
    process.env['TEMPORAL_ADDRESS'] = '127.0.0.1:1';
    const run = await client('list', '--json');
    process.env['TEMPORAL_ADDRESS'] = server.address;
    expect(run).toMatchObject({
      code: 6,
      err: expect.stringMatching(/No Temporal server answers at 127\.0\.0\.1:1.*pawl up/s),
    });
    expect(JSON.parse(run.out)).toMatchObject({ exitCode: 6 });
  });
});
