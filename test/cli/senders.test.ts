import { describe, expect, test } from '@jest/globals';
import { SenderReader, senderOf, withSender, type NotedEvent } from '../../src/cli/temporal/senders.js';

/** Shapes as the server gives them: most attributes of an event are null. */
const signal = (signalName: string, identity: string): NotedEvent => ({
  workflowExecutionStartedEventAttributes: null,
  workflowExecutionSignaledEventAttributes: { signalName, identity },
});
const update = (updateId: string, identity: string): NotedEvent => ({
  workflowExecutionUpdateAcceptedEventAttributes: { acceptedRequest: { meta: { updateId, identity } } },
});

function read(events: readonly NotedEvent[], wanted: readonly string[]): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const reader = new SenderReader('run-2', new Set(wanted), found);
  for (const event of events) reader.read(event);
  return found;
}

describe('who sent a message, from the history', () => {
  test('the n-th signal of a name is told from the others; an update goes by its id', () => {
    const events = [
      signal('approve', 'ann@a'),
      signal('shiftGear', 'bob@b'),
      signal('approve', 'cid@c'),
      update('u-1', 'dan@d'),
    ];
    const keys = ['run-2/approve/2', 'run-2/shiftGear/1', 'u-1'];
    expect(Object.fromEntries(read(events, keys))).toEqual({
      'run-2/approve/2': 'cid@c',
      'run-2/shiftGear/1': 'bob@b',
      'u-1': 'dan@d',
    });
  });

  test('signals that nobody asks about are counted all the same, unknown names too', () => {
    const events = [...Array.from({ length: 500 }, () => signal('sprint', 'x')), signal('sprint', 'last')];
    expect(read(events, ['run-2/sprint/501']).get('run-2/sprint/501')).toBe('last');
  });

  test('what stands in another execution, or has no identity, is not found', () => {
    const found = read([signal('approve', ''), signal('reject', 'ann')], ['run-1/reject/1', 'run-2/approve/1']);
    expect(found.size).toBe(0);
  });

  test('after a reset an update stands there as admitted', () => {
    const event = {
      workflowExecutionUpdateAdmittedEventAttributes: { request: { meta: { updateId: 'u', identity: 'ann' } } },
    };
    expect(read([event], ['u']).get('u')).toBe('ann');
  });

  test('the first event names the execution before it', () => {
    const reader = new SenderReader('run-2', new Set(), new Map());
    reader.read({ workflowExecutionStartedEventAttributes: { continuedExecutionRunId: 'run-1' } });
    expect(reader.before).toBe('run-1');
  });

  test('a file or a cancel has no sender', () => {
    const entry = {
      seq: 1,
      name: 'requestStop',
      way: 'file',
      key: null,
      by: 'RALPH_STOP',
      taken: true,
      answer: '',
      atMs: 1,
    } as const;
    expect(senderOf(entry, new Map([['', 'x']]))).toBeNull();
    expect(withSender({ ...entry, way: 'signal', key: 'k' }, new Map([['k', 'ann']]))).toMatchObject({ sender: 'ann' });
  });
});
