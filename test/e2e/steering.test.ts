import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { searchAttributeTypes } from '../../src/contract/search-attributes.js';
import type { StatusView } from '../../src/contract/views.js';
import { replays, rig, tell, until, type Ended, type Rig, type Told } from '../support/rig.js';

let rigged: Rig;
beforeAll(async () => void (rigged = await rig({ jail: 'process' })));
afterAll(() => rigged.close());

const ignoredOf = (status: StatusView): StatusView['messages'] => status.messages.filter((one) => !one.taken);
const gated = (status: StatusView): boolean => status.state === 'gate';

function signalByCli(told: Told, name: string, input: string | null): Promise<Ended> {
  const payload = input === null ? [] : ['--input', input];
  return rigged.temporal(['workflow', 'signal', '-w', told.id, '--name', name, ...payload]);
}

async function hashAtGate(told: Told): Promise<string> {
  await told.reach(gated);
  return (await told.status()).gate?.testHash ?? '';
}

describe('steering from the temporal CLI', () => {
  test('a downshift in an ungated run: the next step waits at its gate, approve with the hash lets it go on', async () => {
    const told = await tell(rigged, {
      steps: 2,
      leaves: [{ role: 'developer', phase: 'refactor', step: '1', attempt: 1, do: [{ sleepMs: 2_000 }] }],
    });
    await told.reach((_status, lines) => lines.at(-1) === 'develop-refactor starts');
    const sent = await signalByCli(told, 'shiftGear', '{"gear":"review-before"}');
    expect(sent.code).toBe(0);
    const hash = await hashAtGate(told);
    expect((await told.status()).step?.id).toBe('2');
    expect(hash).toMatch(/^[0-9a-f]{64}$/);
    await signalByCli(told, 'approve', JSON.stringify({ test: hash.slice(0, 12), by: 'ann' }));
    expect(await told.result()).toMatchObject({ outcome: 'done' });
    const gears = (
      await told.git(
        'log',
        '--reverse',
        '--format=%(trailers:key=Pawl-Gear,valueonly,separator=)',
        'main..tdd/docs--issue',
      )
    ).split('\n');
    expect(gears.slice(1, 3)).toEqual(['review-after', 'review-before']);
    await replays(told);
  });

  test('wrong payloads and unknown names are recorded as ignored, and harm nothing (D6, F67)', async () => {
    const told = await tell(rigged, { steps: 1, gear: null });
    const hash = await hashAtGate(told);
    const wrong: readonly (readonly [string, string | null])[] = [
      ['shiftGear', '{"wrong":1}'],
      ['shiftGear', '{"gear":"review-after"}'],
      ['shiftGear', '{"gear":"Review-After","because":"x"}'],
      ['shiftGear', null],
      ['shiftGear', '"review-after"'],
      ['approve', '{"test":"0123456789"}'],
      ['approve', '{"test":"ab"}'],
      ['approve', null],
      ['reject', '{}'],
      ['reject', '{"because":"  "}'],
      ['sprint', '{"now":true}'],
      ['answer', '{"text":" "}'],
      ['answer', '[1]'],
      ['retry', '"now"'],
      ['withdrawStop', '{"mode":"now"}'],
      ['approve', '{"test":"0123456789","by":7}'],
    ];
    for (const [name, input] of wrong) expect((await signalByCli(told, name, input)).code).toBe(0);
    await until(async () => ignoredOf(await told.status()).length === wrong.length, 10_000);
    // What the SDK itself throws at, before any handler is asked: each would end the run's progress for good.
    await told.signal('__temporal_mine', {});
    const odd = ['--name', 'withdrawStop', '--input', 'x', '--input-meta', 'encoding=mine'];
    expect((await rigged.temporal(['workflow', 'signal', '-w', told.id, ...odd])).code).toBe(0);
    await until(async () => ignoredOf(await told.status()).length === wrong.length + 2, 10_000);
    const worst = ignoredOf(await told.status()).slice(-2);
    expect(worst.map((one) => one.name)).toEqual(['__temporal_mine', 'withdrawStop']);
    expect(worst[1]?.answer).toContain('expected no payload');
    const status = await told.status();
    const ignored = ignoredOf(status).slice(0, wrong.length);
    expect(ignored.map((one) => one.name)).toEqual(wrong.map(([name]) => name));
    expect(ignored[5]?.answer).toContain(`pawl approve ${told.id} --test ${hash.slice(0, 12)}`);
    expect(ignored[1]?.answer).toContain('needs a reason');
    // Each says what was expected, with an example; but for a hash that is another test's.
    for (const [index, one] of ignored.entries()) {
      if (index !== 5) expect(one.answer).toMatch(/expected (?:\{"|no payload)|there are: shiftGear/);
    }
    expect(status.state).toBe('gate');
    await told.signal('approve', { test: hash.slice(0, 8) });
    expect((await told.result()).outcome).toBe('done');
    await replays(told);
  });

  test('an upshift opens a waiting gate and later steps run ungated', async () => {
    const told = await tell(rigged, { steps: 2, gear: null });
    await hashAtGate(told);
    await signalByCli(told, 'shiftGear', '{"gear":"review-after","because":"small steps"}');
    const result = await told.result();
    expect(result.outcome).toBe('done');
    expect(result.report.gear).toContain('small steps');
    await replays(told);
  });

  test('a person rejects a test: the reason reaches the revise leaf, the new test gets a gate of its own', async () => {
    const told = await tell(rigged, {
      steps: 1,
      gear: null,
      leaves: [
        {
          role: 'developer',
          phase: 'red',
          step: '1',
          attempt: 2,
          do: [{ replace: 'test/numbers.test.js', from: 'n1 is 1', to: 'n1 is one' }],
        },
      ],
    });
    const first = await hashAtGate(told);
    await told.signal('reject', { because: 'say it in words' });
    await told.reach((status) => gated(status) && status.gate?.testHash !== first);
    const events = (await told.events()).map((event) => event.line);
    expect(events.some((line) => line.includes('a person rejected the test: say it in words'))).toBe(true);
    await told.signal('approve', { test: first });
    await told.signal('approve', { test: (await told.status()).gate?.testHash ?? '' });
    expect((await told.result()).outcome).toBe('done');
    expect(ignoredOf(await told.status()).map((one) => one.name)).toEqual(['approve']);
    await replays(told);
  });

  test('temporal workflow list finds the run by each search attribute', async () => {
    const told = await tell(rigged, { steps: 1, gear: null });
    await hashAtGate(told);
    const queries: Readonly<Record<string, string>> = {
      PawlState: 'PawlState="gate"',
      PawlPhase: 'PawlPhase="gate"',
      PawlStep: 'PawlStep="1"',
      PawlGear: 'PawlGear="review-before"',
      PawlCause: 'PawlCause="-"',
      PawlRepo: `PawlRepo="${(await told.status()).repo}"`,
      PawlAgent: 'PawlAgent="scripted (scripted)"',
      PawlJail: 'PawlJail="process"',
      PawlPhaseSince: 'PawlPhaseSince > "2020-01-01T00:00:00Z"',
    };
    expect(Object.keys(queries).sort()).toEqual(searchAttributeTypes.map((one) => one.name).sort());
    for (const query of Object.values(queries)) {
      const find = async (): Promise<string> =>
        (
          await rigged.temporal([
            'workflow',
            'list',
            '--query',
            `${query} AND ExecutionStatus="Running"`,
            '--output',
            'json',
          ])
        ).stdout;
      await until(async () => (await find()).includes(told.id), 10_000, find);
    }
    await told.signal('requestStop', { mode: 'now' });
    expect((await told.result()).outcome).toBe('stopped');
  });

  test('F69: a second start of an open run is refused; it does not disturb the first', async () => {
    const told = await tell(rigged, { steps: 1, gear: null });
    await hashAtGate(told);
    const start = rigged.client.workflow.start('tddRun', {
      taskQueue: 'pawl',
      workflowId: told.id,
      args: [told.input],
    });
    await expect(start).rejects.toMatchObject({ name: 'WorkflowExecutionAlreadyStartedError' });
    await told.signal('requestStop', { mode: 'now' });
    await told.result();
  });

  test('an input that no Pawl wrote fails at once as contract-broken, it does not hang', async () => {
    const handle = await rigged.client.workflow.start('tddRun', {
      taskQueue: 'pawl',
      workflowId: 'tdd/local/x-abcdef/file-bad',
      args: [{ source: 'docs/issue.md' }],
    });
    await expect(handle.result()).rejects.toMatchObject({ cause: { type: 'contract-broken' } });
  });
});
