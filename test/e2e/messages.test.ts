import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { runWorkflowType, sharedQueue } from '../../src/contract/queues.js';
import type { StatusView } from '../../src/contract/views.js';
import { follow, replays, rig, tell, until, type Rig, type Told } from '../support/rig.js';
import { redDo, type StoryLeaf } from '../support/story.js';

/** Waits out its limit while the other stories are told. */
let limited: Told;

/** Each of the eight messages to a real run: by Pawl, and by the `temporal` CLI as a signal and as an update. */
let rigged: Rig;
beforeAll(async () => void (rigged = await rig({ jail: 'process' })));
afterAll(() => rigged.close());

type Way = 'pawl' | 'signal' | 'update';
const ways = ['pawl', 'signal', 'update'] as const;
const senderOf: Readonly<Record<Way, string>> = { pawl: 'test@rig', signal: 'web@ui', update: 'web@ui' };

interface Words {
  /** The words after `pawl`; the run's id is put in as the second. */
  readonly pawl: readonly string[];
  readonly name: string;
  readonly input: unknown;
}

interface Answered {
  readonly taken: boolean;
  readonly answer: string;
}

/** Sends it one way and gives back what came of it, as that way tells it. */
async function say(told: Told, way: Way, { pawl, name, input }: Words): Promise<Answered> {
  const seen = (await told.status()).messages.at(-1)?.seq ?? 0;
  const payload = input === null ? [] : ['--input', JSON.stringify(input)];
  const cli = ['-w', told.id, '--name', name, '--identity', 'web@ui', ...payload];
  switch (way) {
    case 'pawl': {
      const [first = '', ...more] = pawl;
      const { code, stdout, stderr } = await rigged.pawl([first, told.id, ...more]);
      if (code === 0 && stdout !== '') return { taken: true, answer: stdout.trim() };
      return { taken: false, answer: stderr.replace(`${told.id} ignored it: `, '').trim() };
    }
    case 'signal': {
      expect((await rigged.temporal(['workflow', 'signal', ...cli])).code).toBe(0);
      const entry = async () => (await told.status()).messages.find((one) => one.seq > seen && one.name === name);
      await until(async () => (await entry()) !== undefined, 10_000);
      const { taken = false, answer = '' } = (await entry()) ?? {};
      return { taken, answer };
    }
    case 'update': {
      const { stdout, stderr } = await rigged.temporal(['workflow', 'update', 'execute', ...cli, '--output', 'json']);
      const shown = JSON.parse(stdout === '' ? stderr : stdout) as { result: Answered };
      return { taken: shown.result.taken, answer: shown.result.answer };
    }
  }
}

const gated = (status: StatusView): boolean => status.state === 'gate';

async function gateOf(told: Told, but = ''): Promise<string> {
  await told.reach((status) => gated(status) && status.gate?.testHash !== but);
  return (await told.status()).gate?.testHash ?? '';
}

/** The message list with who sent each, as `pawl status --json` joins it. */
async function noted(told: Told): Promise<readonly { name: string; by: string | null; sender: string | null }[]> {
  const { stdout } = await rigged.pawl(['status', told.id, '--json']);
  const { status } = JSON.parse(stdout) as {
    status: { messages: { name: string; by: string | null; sender: string | null }[] };
  };
  return status.messages.map(({ name, by, sender }) => ({ name, by, sender }));
}

/** Every prompt of the run's leaves, by the name of the leaf. */
async function prompts(told: Told): Promise<readonly string[]> {
  const { firstRunId } = await told.status();
  const folder = join(rigged.home, 'runs', firstRunId, 'leaves');
  const texts = await Promise.all(
    (await readdir(folder)).sort().map((label) => readFile(join(folder, label, 'prompt.txt'), 'utf8').catch(() => '')),
  );
  return texts.filter((text) => text !== '');
}

/** Step 1's test, and with each rejection the same test under another name. */
const red = (attempt: number): StoryLeaf => {
  const name = (number: number): string => `n1 is 1${'!'.repeat(number - 1)}'`;
  const work = { replace: 'test/numbers.test.js', from: name(attempt - 1 || 1), to: name(attempt) };
  return { role: 'developer', phase: 'red', step: '1', attempt, do: attempt === 1 ? (redDo(1) ?? []) : [work] };
};

describe('all eight messages, by Pawl, as a signal and as an update', () => {
  test.concurrent(
    'at a gate and at a leaf: each answers the same on each way, and is noted with who sent it',
    async () => {
      const hangs: StoryLeaf = { role: 'developer', phase: 'refactor', step: '3', attempt: 1, do: [{ hang: true }] };
      const leaves = [red(1), red(2), red(3), red(4), hangs];
      const told = await tell(rigged, { steps: 3, gear: null, leaves, options: { idleTimeoutMs: 60_000 } });
      let hash = await gateOf(told);

      // What is ignored at a gate, and a shift that changes nothing there.
      const atGate: readonly (readonly [Words, boolean, string])[] = [
        [
          { pawl: ['retry'], name: 'retry', input: null },
          false,
          'the run waits at a gate: approve or reject the test, or shift the gear',
        ],
        [
          { pawl: ['resume', '--answer', 'x', '--detach'], name: 'answer', input: { text: 'x' } },
          false,
          'the run waits at a gate: approve or reject the test, or shift the gear',
        ],
        [
          { pawl: ['budget', '--add-usd', '5'], name: 'addBudget', input: { usd: 5 } },
          false,
          'this run has no money budget; nothing was added',
        ],
        [
          { pawl: ['gear', 'review-before'], name: 'shiftGear', input: { gear: 'review-before' } },
          true,
          'review-before: takes effect at step 2',
        ],
      ];
      for (const way of ways) {
        for (const [words, taken, answer] of atGate) expect(await say(told, way, words)).toEqual({ taken, answer });
        const rejected = await say(told, way, {
          pawl: ['reject', '--because', `not by ${way}`],
          name: 'reject',
          input: { because: `not by ${way}` },
        });
        expect(rejected).toMatchObject({
          taken: true,
          answer: expect.stringContaining('goes back to a revise leaf with this reason'),
        });
        hash = await gateOf(told, hash);
      }

      for (const [index, way] of ways.entries()) {
        const test = (await gateOf(told)).slice(0, 12);
        const approve = (typed: string): Words => ({
          pawl: ['approve', '--test', typed],
          name: 'approve',
          input: { test: typed },
        });
        const wrong = await say(told, way, approve('ffffffffff'));
        expect(wrong).toMatchObject({
          taken: false,
          answer: expect.stringContaining(`is not the test of step ${index + 1} that waits now`),
        });
        expect(wrong.answer).toContain(`pawl approve ${told.id} --test ${test}`);
        const right = await say(told, way, approve(test));
        expect(right).toMatchObject({
          taken: true,
          answer: expect.stringContaining(`GREEN of step ${index + 1} begins`),
        });
        await told.reach((status) => !gated(status));
      }

      await told.reach(
        (_status, lines) =>
          lines.at(-1) === 'develop-refactor starts' && lines.some((line) => line.startsWith('step 3')),
      );
      for (const way of ways) {
        const stop = await say(told, way, { pawl: ['stop'], name: 'requestStop', input: { mode: 'at-ledger' } });
        expect(stop).toEqual({ taken: true, answer: 'will stop after the refactoring of step 3' });
        const back = await say(told, way, { pawl: ['stop', '--withdraw'], name: 'withdrawStop', input: null });
        expect(back).toEqual({ taken: true, answer: 'the stop "at-ledger" is withdrawn; the run goes on' });
      }

      const list = await noted(told);
      for (const name of ['retry', 'answer', 'shiftGear', 'reject', 'approve', 'requestStop', 'withdrawStop']) {
        const senders = list.filter((one) => one.name === name).map((one) => one.sender);
        expect([name, [...new Set(senders)].sort()]).toEqual([name, [...new Set(Object.values(senderOf))].sort()]);
      }
      // What Pawl sends claims what the server notes; what was typed by hand claims nothing.
      expect(list.every(({ by, sender }) => by === (sender === 'test@rig' ? 'test@rig' : null))).toBe(true);
      await told.signal('requestStop', { mode: 'now' });
      expect(await told.result()).toMatchObject({ outcome: 'stopped', report: { steps: { done: 3 } } });
      await replays(told);
    },
  );

  test.concurrent(
    'F44, R26: waits for a limit and for an answer are ended on each way; the last brief has every answer',
    async () => {
      const limits = ways.map((_way, index) => ({ ...planner(index + 1), usageLimit: { resetInMs: 3_600_000 } }));
      const questions = ways.map((way, index) => ({ ...planner(index + 4), question: `Which one, by ${way}?` }));
      const told = await tell(rigged, {
        steps: 1,
        planOnly: true,
        leaves: [...limits, ...questions],
        options: { waitForAnswerMs: 3_600_000 },
      });
      for (const [index, way] of ways.entries()) {
        await told.reach(
          (status, lines) =>
            status.wait?.kind === 'usage-limit' && countOf(lines, 'waits: for the agent') === index + 1,
        );
        const { wait } = await told.status();
        // An hour, and the half minute after it (R26).
        expect((wait?.untilMs ?? 0) - (wait?.sinceMs ?? 0)).toBeGreaterThan(3_600_000);
        expect(wait?.endWith).toBe(`pawl retry ${told.id}`);
        expect(await say(told, way, { pawl: ['retry'], name: 'retry', input: null })).toEqual({
          taken: true,
          answer: 'tries again now',
        });
      }
      for (const way of ways) {
        await told.reach((status) => status.wait?.question === `Which one, by ${way}?`);
        const text = `the one by ${way}`;
        const answer = await say(told, way, {
          pawl: ['resume', '--answer', text, '--detach'],
          name: 'answer',
          input: { text },
        });
        expect(answer).toEqual({ taken: true, answer: 'goes into the next brief; the run goes on' });
      }
      expect(await told.result()).toMatchObject({
        outcome: 'bound-reached',
        report: { plan: { steps: [{ id: '1' }] } },
      });
      const last = (await prompts(told)).find((text) => ways.every((way) => text.includes(`the one by ${way}`)));
      expect(last).toContain('Which one, by update?');
      const shown = await rigged.pawl(['report', told.id]);
      expect(shown.stdout).toMatch(
        /Plan:\n {2}\[ \] 1\. n1 is known\n {2}files: src\/numbers\.js, test\/numbers\.test\.js\n/,
      );
      expect(shown.stdout).toMatch(/answer by test@rig, taken: goes into the next brief/);
      expect(await told.git('branch', '--list', 'tdd/*')).toBe('');
      await replays(told);
    },
  );

  test.concurrent('R26: a limit says when it is over, and half a minute is waited on top', async () => {
    limited = await tell(rigged, {
      steps: 1,
      planOnly: true,
      leaves: [{ ...planner(1), usageLimit: { resetInMs: 8_000 } }],
    });
    await limited.reach((status) => status.wait !== null);
    const { wait } = await limited.status();
    const waitMs = (wait?.untilMs ?? 0) - (wait?.sinceMs ?? 0);
    expect([waitMs > 25_000, waitMs < 40_000]).toEqual([true, true]);
    expect((await rigged.pawl(['status', limited.id])).stdout).toMatch(/waits since .*; until .*, in \d\ds\n/);
  });
});

const planner = (attempt: number): StoryLeaf => ({ role: 'planner', phase: 'plan', step: '-', attempt });

function countOf(lines: readonly string[], start: string): number {
  return lines.filter((line) => line.startsWith(start)).length;
}

describe('questions, early and late messages, bursts', () => {
  test.concurrent(
    'F44: a leaf that asks ends the run with the whole question; resume puts the answer into the next brief',
    async () => {
      const leaves: readonly StoryLeaf[] = [
        { role: 'developer', phase: 'red', step: '1', attempt: 1, question: 'Is n1 one, or eleven?' },
      ];
      const told = await tell(rigged, { steps: 1, leaves });
      await expect(told.result()).rejects.toMatchObject({
        cause: { type: 'needs-user', message: 'Is n1 one, or eleven?' },
      });
      await replays(told);
      const unasked = await rigged.pawl(['resume', told.id, '--answer', ' ', '--detach']);
      expect(unasked).toMatchObject({ code: 2, stderr: expect.stringContaining('It asked: Is n1 one, or eleven?') });
      const on = await rigged.pawl(['resume', told.id, '--answer', 'one, as the name says']);
      // The leaf of the scenario asks again: what counts is what it was told.
      expect(on).toMatchObject({ code: 1, stdout: expect.stringContaining('needs-user') });
      const told2 = (await prompts(told)).filter((text) => text.includes('one, as the name says'));
      expect(told2).toHaveLength(1);
      expect(told2[0]).toContain('Is n1 one, or eleven?');
      await replays({ handle: rigged.client.workflow.getHandle(told.id) });
    },
  );

  test.concurrent(
    'F66, F67: a message sent with the start counts; 500 at once are all counted; what comes after the end is told so',
    async () => {
      const first = await tell(rigged, { steps: 1, gear: null, leaves: [{ ...red(1), question: 'never mind' }] });
      await expect(first.result()).rejects.toThrow();
      const { input } = first;
      const id = `${first.id}-early`;
      const handle = await rigged.client.workflow.signalWithStart(runWorkflowType, {
        ...{
          taskQueue: sharedQueue,
          workflowId: id,
          args: [{ ...input, options: { ...input.options, waitForAnswerMs: 3_600_000 } }],
        },
        ...{ signal: 'shiftGear', signalArgs: [{ gear: 'review-after', because: 'with the start' }] },
      });
      const status = (): Promise<StatusView> => handle.query('status');
      await until(async () => (await status()).wait !== null, 45_000);
      expect((await status()).messages).toMatchObject([
        { name: 'shiftGear', taken: true, answer: 'review-after: takes effect at the first step' },
      ]);

      const seq = async (): Promise<number> => {
        const { events } = await handle.query<{ events: readonly { seq: number }[] }>('events');
        return events.at(-1)?.seq ?? 0;
      };
      const before = await seq();
      const burst = Array.from({ length: 500 }, (_, index) =>
        handle.signal(index % 2 === 0 ? 'sprint' : 'approve', { test: 'x' }),
      );
      await Promise.all(burst);
      await until(async () => (await seq()) >= before + 500, 20_000);
      expect(await seq()).toBe(before + 500);
      const after = await status();
      expect(after.messages).toHaveLength(40);
      const sprint = after.messages.find((one) => one.name === 'sprint');
      expect(sprint).toMatchObject({
        taken: false,
        answer: expect.stringMatching(/^no message of this name; there are: shiftGear, /),
      });
      // How soon is measured in bench/; here, that it answers at all.
      expect(await handle.executeUpdate('retry', { args: [] })).toMatchObject({ taken: false });
      const answered = await rigged.pawl(['stop', id, '--mode', 'now']);
      expect(answered).toMatchObject({ code: 0, stdout: 'stops now: the run was waiting\n' });
      expect(await handle.result()).toMatchObject({ outcome: 'stopped' });
      const report = await rigged.pawl(['report', id]);
      expect(report.stdout).toMatch(/requestStop by test@rig, taken: stops now/);

      const late = await rigged.temporal(['workflow', 'signal', '-w', id, '--name', 'retry']);
      expect(late.code).toBe(1);
      expect(await rigged.pawl(['gear', id, 'review-before'])).toMatchObject({
        code: 2,
        stderr: expect.stringMatching(
          /is not open \(stopped\), so it takes no messages\. To start it again: pawl resume/,
        ),
      });
      await replays({ handle });
    },
  );
});

describe('a worker that was killed a moment ago', () => {
  test('what was taken together with a stop is kept for the run that goes on; an upshift before a downshift is told by the commits', async () => {
    const asks: StoryLeaf = { role: 'developer', phase: 'red', step: '1', attempt: 1, question: 'Which?' };
    const options = { waitForAnswerMs: 3_600_000 };
    const [gated1, gated2, asked, planned] = await Promise.all([
      tell(rigged, { steps: 1, gear: null }),
      tell(rigged, { steps: 1, gear: null }),
      tell(rigged, { steps: 1, leaves: [asks], options }),
      tell(rigged, { steps: 1, planOnly: true }),
    ]);
    await Promise.all([gateOf(gated1), gateOf(gated2), asked.reach((status) => status.wait !== null)]);
    const { carry } = await planned.result();
    await rigged.worker.end('SIGKILL');
    await gated1.signal('reject', { because: 'say it in words' });
    await gated1.signal('requestStop', { mode: 'now' });
    await gated2.signal('shiftGear', { gear: 'review-after', because: 'small' });
    await gated2.signal('shiftGear', { gear: 'review-before' });
    await asked.signal('answer', { text: 'the blue one' });
    await asked.signal('requestStop', { mode: 'at-ledger' });
    rigged.worker = await rigged.startWorker();
    const ends = await Promise.all([gated1.result(), asked.result(), gated2.result()]);
    expect(ends.map((end) => end.outcome)).toEqual(['stopped', 'stopped', 'done']);
    expect(ends[0].carry.answers).toMatchObject([{ step: '1', phase: 'red', text: 'say it in words' }]);
    expect(ends[1].carry.answers).toMatchObject([{ step: '1', question: 'Which?', text: 'the blue one' }]);
    const trailer = '--format=%(trailers:key=Pawl-Gear,valueonly,separator=)';
    expect(await gated2.git('log', '--grep=^feat:', trailer, 'main..tdd/docs--issue')).toBe('review-after');

    // A plan that was paid for outlives a start that fails before it is committed.
    const input = { ...planned.input, planOnly: false, resume: carry };
    const on = await follow(rigged, {
      ...planned,
      input: { ...input, options: { ...input.options, base: 'nowhere' } },
    });
    const failed: unknown = await on.result().catch((error: unknown) => error);
    expect(failed).toMatchObject({ cause: { details: [{ carry: { plan: { ref: carry.plan?.ref } } }] } });
    for (const told of [gated1, gated2, asked, on]) await replays(told);
  });

  test('a message that nobody answers is kept, and counts once when a worker is there again', async () => {
    const leaves = [red(1), red(2)];
    const told = await tell(rigged, { steps: 1, gear: null, leaves });
    const first = await gateOf(told);
    await rigged.worker.end('SIGKILL');
    const sent = await rigged.pawl(['reject', told.id, '--because', 'again']);
    expect(sent).toMatchObject({
      code: 0,
      stdout: '',
      stderr: expect.stringMatching(/kept in the run's history.*no answer within 5 s/s),
    });
    rigged.worker = await rigged.startWorker();
    const second = await gateOf(told, first);
    const rejects = (await told.status()).messages.filter((one) => one.name === 'reject');
    expect(rejects).toMatchObject([{ taken: true, by: 'test@rig' }]);
    const attempts = (await told.events()).filter((event) =>
      /^develop-(?:red|revise \(red\)) starts$/.test(event.line),
    );
    expect(attempts).toHaveLength(2);
    expect((await noted(told)).map((one) => one.sender)).toEqual(['test@rig']);
    expect((await rigged.pawl(['approve', told.id, '--test', second.slice(0, 12)])).code).toBe(0);
    expect(await told.result()).toMatchObject({ outcome: 'done' });
    await replays(told);
  });

  test('R26: a wait for a limit is over by itself, and does not notice that the worker was killed', async () => {
    const { outcome, report } = await limited.result();
    expect([outcome, report.notes.includes('the wait for the usage limit is over')]).toEqual(['bound-reached', true]);
    await replays(limited);
  });
});
