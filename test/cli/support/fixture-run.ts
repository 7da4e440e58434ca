import { condition, continueAsNew } from '@temporalio/workflow';
import type { RunInput } from '../../../src/contract/run-input.js';
import type { RunResult } from '../../../src/contract/result.js';
import type { RunState } from '../../../src/domain/run/run-state.js';
import { asking, Bailed, bailed, note, record, StopBite, type Desk } from '../../../src/workflows/desk.js';
import { bail, finish } from '../../../src/workflows/ending.js';
import { enter, show } from '../../../src/workflows/enter.js';
import { passGate } from '../../../src/workflows/gate.js';
import { takeMessages } from '../../../src/workflows/messages.js';
import { openDesk } from '../../../src/workflows/open-desk.js';
import { answerQueries } from '../../../src/workflows/queries.js';
import { limitClock, waitForAnswer, waitOutLimit } from '../../../src/workflows/wait.js';

const candidates = ['npm test', 'node --test'];

/**
 * A run without activities of its own: real messages, queries, gate, waits, endings and search attributes of the
 * workflow, and a story that the test names in `options.base`. So the client meets every ending without leaves or git.
 */
export async function tddRun(input: RunInput, continued?: RunState): Promise<RunResult> {
  const desk = openDesk(input, continued);
  takeMessages(desk);
  answerQueries(desk);
  if (input.options.base !== 'bail-early') desk.state = { ...desk.state, total: 1 };
  show(desk);
  enter(desk, 'red', 'working');
  record(desk, { kind: 'step-start', line: 'step 1 begins' });
  try {
    return await story(desk, continued !== undefined);
  } catch (error) {
    if (error instanceof StopBite) return finish(desk, 'stopped', 'stopped');
    if (error instanceof Bailed) return bail(desk, error);
    throw error;
  }
}

async function story(desk: Desk, isContinued: boolean): Promise<RunResult> {
  switch (desk.input.options.base) {
    case 'gate':
      return atGate(desk);
    case 'until-stopped':
      await condition(() => desk.state.stop !== null);
      return finish(desk, 'stopped', 'stopped');
    case 'stopped-at-first':
      return desk.input.resume === null ? finish(desk, 'stopped', 'stopped') : finish(desk, 'done', 'done');
    case 'bail-process':
      throw bailed(desk, 'wrong-red', 'the test passes');
    case 'bail-early':
      throw bailed(desk, 'dirty-origin', 'changes');
    case 'bail-system':
      throw bailed(desk, 'disk-full', 'no room');
    case 'asks':
      return untilAnswered(desk, []);
    case 'asks-which':
      enter(desk, 'preflight', 'preflight');
      return untilAnswered(desk, candidates);
    case 'limit':
      return atLimit(desk);
    case 'two-executions':
      if (!isContinued) return continueAsNew<typeof tddRun>(desk.input, desk.state);
      return finish(desk, 'done', 'done');
    case 'second-gate':
      if (!isContinued) return secondExecution(desk);
      return atGate(desk);
    case 'chatty':
      for (let n = 1; n <= 300; n += 1) record(desk, { kind: 'note', line: `note ${n}` });
      return finish(desk, 'done', 'done');
    default:
      return finish(desk, 'done', 'done');
  }
}

/** A question of preflight's kind: waits or bails as the options say, and is done with the answer. */
async function untilAnswered(desk: Desk, known: readonly string[]): Promise<RunResult> {
  if (desk.state.answers.length === 0) await waitForAnswer(desk, asking(desk, 'Which tests are meant?', known));
  note(desk, `answered: ${desk.state.answers.map((one) => one.text).join(' | ')}`);
  note(desk, `tests by: ${desk.input.options.testCommand ?? 'what is detected'}`);
  return finish(desk, 'done', 'done');
}

async function atLimit(desk: Desk): Promise<RunResult> {
  const message = 'the quota is used up';
  const leaf = { leafId: 'a leaf', outcome: 'usage-limit', message, tail: '', usage: null, durationMs: 0 } as const;
  await waitOutLimit(desk, { ...leaf, resetAtMs: null }, limitClock());
  return finish(desk, 'done', 'done');
}

/** Continue-as-new once a first message has come: its sender stands in the history before this one. */
async function secondExecution(desk: Desk): Promise<never> {
  await condition(() => desk.state.messages.length > 0);
  return continueAsNew<typeof tddRun>(desk.input, desk.state);
}

async function atGate(desk: Desk): Promise<RunResult> {
  const step = { id: '1', title: 'a', criterion: 1, done: false, refactorPending: false };
  const scope = { key: 'fixture', facts: { sha256: '0'.repeat(64), bytes: 0 } };
  desk.state = { ...desk.state, scope, step, window: [step] };
  const test = {
    tree: '0'.repeat(40),
    files: ['test/a.test.js'],
    test: "+test('a', …)\n",
    redOutput: 'not ok 1 - a\n\u001b[31mboom\u001b[0m',
  };
  for (let round = 0; ; round += 1) {
    const testHash = `${round}123456789abcdef`.repeat(4).slice(0, 64);
    const result = await passGate(desk, { ...test, testHash }, null);
    if (result.kind === 'open') return finish(desk, 'done', 'done');
    enter(desk, 'red', 'working');
    const because = result.kind === 'rejected' ? result.because : `edited in ${result.folder}`;
    record(desk, { kind: 'note', line: `revised because: ${because}` });
  }
}
