import { describe, expect, test } from '@jest/globals';
import { Cause } from '../../../src/domain/run/causes.js';
import { meaningOf, type FailureLink } from '../../../src/domain/run/failure-chain.js';

const activity: FailureLink = { kind: 'activity' };

function application(type: string | null, message = 'said', detail: unknown = null): FailureLink {
  return { kind: 'application', type, message, detail };
}

/** Cause, or what it is otherwise; with the words where they are the activity's own. */
function read(chain: readonly FailureLink[]): string {
  const meaning = meaningOf(chain, ['stop-file']);
  if (meaning.kind === 'cause') return `${meaning.cause}: ${meaning.message}`;
  if (meaning.kind === 'worker-lost') return `${meaning.kind} -> ${meaning.cause}: ${meaning.why}`;
  return meaning.kind === 'signal' ? `signal ${meaning.type}` : meaning.kind;
}

describe('R-002-29: from a failure chain to its cause', () => {
  test.each(Cause.options)('an activity that failed with %s bails with it', (cause) => {
    expect(read([activity, application(cause)])).toBe(`${cause}: said`);
  });

  const chains: readonly (readonly [string, readonly FailureLink[], string])[] = [
    // Each of an activity's clocks.
    [
      'no heartbeat: the worker died',
      [activity, { kind: 'timeout', clock: 'heartbeat' }],
      'worker-lost -> worker-lost: the worker was lost (heartbeat)',
    ],
    [
      'it never ended, though its worker lives',
      [activity, { kind: 'timeout', clock: 'start-to-close' }],
      'worker-lost -> worker-lost: the worker was lost (start-to-close)',
    ],
    [
      'nobody took it: the host is gone',
      [activity, { kind: 'timeout', clock: 'schedule-to-start' }],
      'worker-lost -> host-lost: no worker of its host took it in time',
    ],
    [
      'its tries ran out of time, and nothing is said of the last one',
      [activity, { kind: 'timeout', clock: 'schedule-to-close' }],
      'worker-lost -> worker-lost: the worker was lost (schedule-to-close)',
    ],
    [
      "its tries ran out of time: the last one's cause",
      [activity, { kind: 'timeout', clock: 'schedule-to-close' }, application('git-locked')],
      'git-locked: said',
    ],
    [
      'a clock that this version does not know',
      [activity, { kind: 'timeout', clock: 'unknown' }],
      'worker-lost -> worker-lost: the worker was lost (unknown)',
    ],
    [
      'F11, R06: the worker was shut down',
      [activity, application('WorkerShutdown')],
      'worker-lost -> worker-lost: the worker was shut down',
    ],
    // Cancelled and ended from outside.
    ['cancelled', [activity, { kind: 'cancelled' }], 'cancelled'],
    ['cancelled before it started', [{ kind: 'cancelled' }], 'cancelled'],
    ['an error that wraps a cancel', [activity, application('Error'), { kind: 'cancelled' }], 'cancelled'],
    [
      'terminated',
      [activity, { kind: 'terminated' }],
      'server-problem: the Temporal server: the activity was terminated from outside',
    ],
    // The server's own words.
    [
      'a result that is too large for it',
      [activity, { kind: 'server', message: 'Complete result exceeds size limit.' }],
      'server-problem: the Temporal server: Complete result exceeds size limit.',
    ],
    [
      'it does not say why',
      [activity],
      'server-problem: the Temporal server: the server does not say why the activity failed',
    ],
    // What is on no list.
    [
      'a programming error',
      [activity, application('TypeError', 'x is not a function')],
      'contract-broken: TypeError: x is not a function',
    ],
    ['without a type', [activity, application(null, 'odd')], 'contract-broken: Error: odd'],
    [
      'a word of ours as its text only',
      [activity, application('Error', 'disk-full')],
      'contract-broken: Error: disk-full',
    ],
    ['a type that is nearly a cause', [activity, application('Disk-Full')], 'contract-broken: Disk-Full: said'],
    [
      'nothing of Temporal’s',
      [{ kind: 'other', message: 'Error: out of the blue' }],
      'contract-broken: Error: out of the blue',
    ],
    ['nothing at all', [], 'contract-broken: a failure without a word'],
    // Nested.
    [
      'a cause below an error without one',
      [activity, application('Error'), application('disk-full', 'ENOSPC')],
      'disk-full: ENOSPC',
    ],
    [
      'of two causes the outer one',
      [activity, application('push-failed', 'outer'), application('disk-full')],
      'push-failed: outer',
    ],
    [
      'a lost worker below an error',
      [activity, application('Error'), { kind: 'timeout', clock: 'heartbeat' }],
      'worker-lost -> worker-lost: the worker was lost (heartbeat)',
    ],
    ['an activity in an activity', [activity, activity, application('hook-broken')], 'hook-broken: said'],
    // No cause, but known to the caller.
    ['a stop file', [activity, application('stop-file')], 'signal stop-file'],
  ];

  test.each(chains)('%s', (_name, chain, meaning) => {
    expect(read(chain)).toBe(meaning);
  });

  test('a question keeps its detail', () => {
    const detail = { question: 'which one?', candidates: ['a', 'b'] };
    expect(meaningOf([activity, application('needs-user', 'asks', detail)])).toMatchObject({ detail });
  });

  test('never decides by a message: any text, the same cause', () => {
    for (const cause of Cause.options) {
      for (const text of Cause.options) {
        expect(meaningOf([activity, application(cause, text)])).toMatchObject({ kind: 'cause', cause });
      }
    }
  });
});
