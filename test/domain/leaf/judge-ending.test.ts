import { describe, expect, test } from '@jest/globals';
import { judgeEnding, type LeafFacts } from '../../../src/domain/leaf/judge-ending.js';
import { LeafOutcome } from '../../../src/domain/leaf/leaf-outcome.js';
import { maxAnswerBytes, RecordFailure, type RecordWord } from '../../../src/domain/leaf/leaf-record.js';

type Way = Omit<LeafFacts, 'record'>;
const way = (more: Partial<Way>): Way => ({ end: 'exited', exitCode: null, signal: null, outOfMemory: false, ...more });

/** Every class of ways in which a process ends. */
const ways = {
  'exit 0': way({ exitCode: 0 }),
  'exit 3': way({ exitCode: 3 }),
  // A shell's word for a signal is a number like any other.
  'exit 137': way({ exitCode: 137 }),
  SIGSEGV: way({ signal: 'SIGSEGV' }),
  SIGABRT: way({ signal: 'SIGABRT' }),
  SIGKILL: way({ signal: 'SIGKILL' }),
  SIGTERM: way({ signal: 'SIGTERM' }),
  'SIGKILL, jailed': way({ exitCode: 137, signal: 'SIGKILL' }),
  'exit 0, memory': way({ exitCode: 0, outOfMemory: true }),
  'exit 3, memory': way({ exitCode: 3, outOfMemory: true }),
  'SIGKILL, memory': way({ signal: 'SIGKILL', outOfMemory: true }),
  timeout: way({ end: 'timeout', signal: 'SIGKILL' }),
  'timeout, exit 0': way({ end: 'timeout', exitCode: 0 }),
  'timeout, memory': way({ end: 'timeout', signal: 'SIGKILL', outOfMemory: true }),
  idle: way({ end: 'idle', signal: 'SIGTERM' }),
  cancelled: way({ end: 'cancelled', exitCode: 143 }),
  'guard lost': way({ end: 'killed-external' }),
  'guard lost, memory': way({ end: 'killed-external', outOfMemory: true }),
  'never ran': way({ end: 'failed-to-start' }),
} as const;
type WayName = keyof typeof ways;
const wayNames = Object.keys(ways) as WayName[];

const withoutRecord: Readonly<Record<WayName, LeafOutcome>> = {
  'exit 0': 'contract',
  'exit 3': 'crashed',
  'exit 137': 'crashed',
  SIGSEGV: 'crashed',
  SIGABRT: 'crashed',
  SIGKILL: 'killed-external',
  SIGTERM: 'killed-external',
  'SIGKILL, jailed': 'killed-external',
  'exit 0, memory': 'contract',
  'exit 3, memory': 'out-of-memory',
  'SIGKILL, memory': 'out-of-memory',
  timeout: 'timeout',
  'timeout, exit 0': 'timeout',
  'timeout, memory': 'timeout',
  idle: 'idle',
  cancelled: 'cancelled',
  'guard lost': 'killed-external',
  'guard lost, memory': 'out-of-memory',
  'never ran': 'config',
};
const all = (outcome: LeafOutcome): Readonly<Record<WayName, LeafOutcome>> =>
  Object.fromEntries(wayNames.map((name) => [name, outcome])) as Record<WayName, LeafOutcome>;

const records: readonly (readonly [string, RecordWord, Readonly<Record<WayName, LeafOutcome>>])[] = [
  ['done', { says: 'done' }, all('done')],
  ['done, the longest answer', { says: 'done', answerBytes: maxAnswerBytes }, all('done')],
  ['done, too long an answer', { says: 'done', answerBytes: maxAnswerBytes + 1 }, all('contract')],
  ['several', { says: 'several' }, all('contract')],
  ['nothing', { says: 'nothing' }, withoutRecord],
  ['unreadable', { says: 'unreadable' }, withoutRecord],
  ['refused as config', { says: 'refused', as: 'config' }, { ...withoutRecord, ...refused('config') }],
  ['refused as auth', { says: 'refused', as: 'auth' }, { ...withoutRecord, ...refused('auth') }],
  [
    'failed as crashed',
    { says: 'failed', as: 'crashed' },
    {
      ...all('crashed'),
      ...{ timeout: 'timeout', 'timeout, exit 0': 'timeout', 'timeout, memory': 'timeout', cancelled: 'cancelled' },
      ...{ 'exit 0, memory': 'out-of-memory', 'exit 3, memory': 'out-of-memory', 'SIGKILL, memory': 'out-of-memory' },
      'guard lost, memory': 'out-of-memory',
    },
  ],
  ...RecordFailure.options
    .filter((as) => as !== 'crashed')
    .map((as) => [`failed as ${as}`, { says: 'failed', as }, all(as)] as const),
];

/** Only a program that ended by itself, with a bad code, refused anything. */
function refused(as: 'config' | 'auth'): Partial<Record<WayName, LeafOutcome>> {
  return { 'exit 3': as, 'exit 137': as, 'exit 3, memory': as };
}

describe('R03, R02, R17, F29, F31–F33, F44: how a leaf ended, by record and process alone', () => {
  test.each(records)('a record that says %s', (_name, record, expected) => {
    const found = Object.fromEntries(wayNames.map((name) => [name, judgeEnding({ record, ...ways[name] })]));
    expect(found).toEqual(expected);
  });

  test('no exit code makes a success of what left no record', () => {
    for (let exitCode = 0; exitCode < 256; exitCode += 1) {
      for (const says of ['nothing', 'unreadable', 'several'] as const) {
        expect(judgeEnding({ record: { says }, ...way({ exitCode }) })).toMatch(/^(contract|crashed)$/);
      }
    }
  });

  test('each outcome can come about', () => {
    const seen = new Set(records.flatMap(([, , expected]) => Object.values(expected)));
    expect([...seen].sort()).toEqual([...LeafOutcome.options].sort());
  });
});
