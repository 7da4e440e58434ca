import { describe, expect, test } from '@jest/globals';
import { ApplicationFailure, CancelledFailure, TerminatedFailure } from '@temporalio/common';
import { CommanderError } from 'commander';
import { readWords } from '../../src/cli/actions/gear.js';
import { endingOf, grpcCode } from '../../src/cli/errors.js';
import { exitCodeOf } from '../../src/cli/exit-codes.js';
import { readChoice } from '../../src/cli/follow/answer.js';
import { CliError } from '../../src/cli/io.js';
import { endOfFailure, endOfResult } from '../../src/cli/runs/end.js';
import { beginning, droppedFlags } from '../../src/cli/start/begin.js';
import { carry, endedRow, report } from './support/samples.js';

describe('exit codes (design 2)', () => {
  test.each([
    [{ kind: 'done' }, 0],
    [{ kind: 'ended-early' }, 5],
    [{ kind: 'bailed', class: 'process' }, 1],
    [{ kind: 'bailed', class: 'system' }, 7],
    [{ kind: 'open', state: 'working' }, 3],
    [{ kind: 'open', state: null }, 3],
    [{ kind: 'open', state: 'gate' }, 4],
    [{ kind: 'open', state: 'waiting' }, 4],
  ] as const)('%j is %i', (standing, code) => {
    expect(exitCodeOf(standing)).toBe(code);
  });

  test('an error that was foreseen shows its message; one that was not shows one line and how to see more', () => {
    expect(endingOf(new CliError(6, 'no server'), false)).toEqual({ code: 6, message: 'no server' });
    const ending = endingOf(new TypeError('x is not a function\n  at somewhere'), false);
    expect(ending.code).toBe(7);
    expect(ending.message).toBe('This was not foreseen: x is not a function\nFor the stack, add --debug.');
    expect(endingOf(new TypeError('x'), true).message).toMatch(/decisions\.test/);
  });

  test('wrong flags are 2, help and version are 0, and neither is said twice', () => {
    expect(endingOf(new CommanderError(1, 'commander.unknownOption', 'x'), false)).toEqual({ code: 2, message: null });
    expect(endingOf(new CommanderError(0, 'commander.helpDisplayed', 'x'), false)).toEqual({ code: 0, message: null });
  });

  test('a server that is gone is 6, wherever in the chain it stands', () => {
    const grpc = Object.assign(new Error('14 UNAVAILABLE'), { code: 14 });
    const wrapped = new Error('Failed to describe', { cause: new Error('again', { cause: grpc }) });
    expect(grpcCode(wrapped)).toBe(14);
    expect(endingOf(wrapped, false)).toMatchObject({ code: 6, message: expect.stringMatching(/pawl up/) });
    expect(grpcCode(Object.assign(new Error('x'), { code: 'ENOENT' }))).toBeNull();
  });
});

describe('what pawl run does about what is there', () => {
  const done = endOfResult({ outcome: 'done', carry, report });
  const stopped = endOfResult({ outcome: 'stopped', carry, report });
  const plain = { again: false, flags: [] };

  test('nothing there starts, an open run is attached to, an unfinished one goes on, a done one needs --again', () => {
    expect(beginning(null, null, plain)).toEqual({ kind: 'start', carry: null });
    expect(beginning(endedRow, null, plain).kind).toBe('attach');
    expect(beginning(endedRow, stopped, plain)).toEqual({ kind: 'go-on', row: endedRow, end: stopped });
    expect(beginning(endedRow, stopped, { ...plain, flags: ['--base'] }).kind).toBe('go-on');
    expect(beginning(endedRow, done, plain).kind).toBe('needs-again');
  });

  test('a run that ended before it had a plan takes new flags, and what it carries', () => {
    const early = endOfResult({ outcome: 'stopped', carry, report: { ...report, steps: { total: 0, done: 0 } } });
    expect(beginning(endedRow, early, { ...plain, flags: ['--allow-dirty'] })).toEqual({ kind: 'start', carry });
    expect(beginning(endedRow, early, plain).kind).toBe('go-on');
  });

  test('a plan that was only made is worked on by the next run, with new flags too', () => {
    const plan = { ref: 'refs/x', tree: 't', total: 3, steps: [], files: [], base: 'b', body: 'c' };
    const made = endOfResult({ outcome: 'bound-reached', carry: { ...carry, plan }, report });
    expect(made.standing).toEqual({ kind: 'ended-early' });
    expect(beginning(endedRow, made, { ...plain, flags: ['--review-after'] })).toMatchObject({
      ...{ kind: 'start', carry: { plan } },
    });
    expect(beginning(endedRow, made, plain).kind).toBe('go-on');
  });

  test('--again starts anew what is done or unfinished, and never an open run', () => {
    const again = { again: true, flags: ['--base'] };
    expect(beginning(endedRow, done, again)).toEqual({ kind: 'start', carry: null });
    expect(beginning(endedRow, stopped, again)).toEqual({ kind: 'start', carry: null });
    expect(beginning(endedRow, null, again).kind).toBe('attach');
  });

  test('dropped flags are named; without any nothing is said', () => {
    expect(droppedFlags(['--base', '--agent'], 'it is open')).toBe('--base, --agent have no effect: it is open');
    expect(droppedFlags([], 'x')).toBeNull();
  });
});

describe('how an execution ended', () => {
  test('a result and a bail both carry what resume needs', () => {
    expect(endOfResult({ outcome: 'done', carry, report })).toMatchObject({
      standing: { kind: 'done' },
      carry,
      report,
    });
    const failure = ApplicationFailure.create({
      type: 'wrong-red',
      message: 'it passes',
      details: [{ carry, report }],
    });
    expect(endOfFailure(failure)).toMatchObject({
      standing: { kind: 'bailed', class: 'process' },
      line: 'bailed: wrong-red · it passes',
      carry,
    });
  });

  test('causes of class system are told apart', () => {
    const failure = ApplicationFailure.create({ type: 'disk-full', message: 'x' });
    expect(endOfFailure(failure)).toMatchObject({
      standing: { kind: 'bailed', class: 'system' },
      carry: null,
      report: null,
    });
  });

  test('a run ended from outside, or by an unknown version, is named and never taken for done', () => {
    expect(endOfFailure(new TerminatedFailure('by ada')).line).toBe('terminated at the server: by ada');
    expect(endOfFailure(new CancelledFailure('x')).standing.kind).toBe('ended-early');
    expect(endOfFailure(ApplicationFailure.create({ type: 'newer-cause', message: 'x' })).standing).toEqual({
      kind: 'bailed',
      class: 'system',
    });
    expect(endOfResult({ outcome: 'triumphant' }).standing).toEqual({ kind: 'bailed', class: 'system' });
  });
});

describe('the words of a person', () => {
  test.each([
    ['a', 'approve'],
    [' Y ', 'approve'],
    ['r', 'reject'],
    ['s', 'shift'],
    ['t', 'stop'],
    ['stop', 'stop'],
    ['d', 'later'],
  ])('%p at the gate means %s', (typed, choice) => {
    expect(readChoice(typed)).toBe(choice);
  });

  test.each(['', 'ok?', 'approve it', 'aa', 'q'])('%p at the gate means nothing, and nothing is guessed', (typed) => {
    expect(readChoice(typed)).toBeNull();
  });

  test('pawl gear: a first word that is a gear is the gear', () => {
    expect(readWords(['review-after', undefined])).toEqual({ run: null, gear: 'review-after' });
    expect(readWords(['docs/issue.md', 'review-before'])).toEqual({ run: 'docs/issue.md', gear: 'review-before' });
    expect(readWords(['docs/issue.md', undefined])).toEqual({ run: 'docs/issue.md', gear: null });
    expect(readWords([undefined, undefined])).toEqual({ run: null, gear: null });
    expect(() => readWords(['docs/issue.md', 'sprint'])).toThrow(
      /"sprint" is no gear; expected review-before or review-after/,
    );
    expect(() => readWords(['review-after', 'docs/issue.md'])).toThrow(/pawl gear docs\/issue\.md review-after/);
  });
});
