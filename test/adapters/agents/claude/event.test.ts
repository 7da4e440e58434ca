import { expect, test } from '@jest/globals';
import { claudeEvent } from '../../../../src/adapters/agents/claude/event.js';
import { recorded } from './sample.js';

const events = (text: string) => text.split('\n').flatMap((line) => claudeEvent(line) ?? []);

test('a good leaf as a person reads it', () => {
  expect(events(recorded('2.1.332-good'))).toEqual([
    { kind: 'started', text: 'claude 2.1.332, model claude-opus-5-5' },
    { kind: 'progress', text: 'Write {{cwd}}/a.txt' },
    { kind: 'progress', text: 'StructuredOutput' },
    { kind: 'result', text: 'done in 3 turns, $0.0016: {"status":"done","note":"ok"}' },
  ]);
});

test('a refused one: each retry with its reason, and the end', () => {
  expect(events(recorded('2.1.332-529')).map(({ kind }) => kind)).toEqual(['started', 'retry', 'progress', 'result']);
  expect(events(recorded('2.1.332-529'))[1]?.text).toMatch(/^status 529: try 1 of 1 in 0\.\d s$/);
  expect(events(recorded('2.1.332-dropped'))[1]?.text).toMatch(/^unknown: try 1 of 1/);
  expect(events(recorded('2.1.332-max-turns')).at(-1)?.text).toBe('failed after 9 turns, $0.0064: error_max_turns');
  expect(events(recorded('2.1.332-usage-limit'))[1]).toEqual({
    kind: 'usage',
    text: 'allowance rejected until 2033-05-18T03:33:19.000Z',
  });
});

test('T1: pieces of an answer and quiet lines tell nothing; foreign lines are shown without terminal sequences', () => {
  const quiet = [
    '',
    '  ',
    '{"type":"stream_event","event":{}}',
    '{"type":"system","subtype":"status"}',
    '{}',
    '{"type":7}',
  ];
  for (const line of quiet) expect(claudeEvent(line)).toBeNull();
  expect(claudeEvent('\u001b[31mWarning\u0007: x')).toEqual({ kind: 'other', text: 'Warning: x' });
  expect(claudeEvent('[1]')).toEqual({ kind: 'other', text: '[1]' });
  expect(
    claudeEvent('{"type":"rate_limit_event","rate_limit_info":{"status":"rejected","resetsAt":1e300}}')?.text,
  ).toBe('allowance rejected until an unknown time');
  const odd = {
    type: 'assistant',
    message: { content: [null, 3, { type: 'tool_use' }, { type: 'text', text: '\n' }] },
  };
  expect(claudeEvent(JSON.stringify(odd))).toEqual({ kind: 'progress', text: 'a tool' });
});
