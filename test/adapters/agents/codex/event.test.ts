import { expect, test } from '@jest/globals';
import { codexEvent } from '../../../../src/adapters/agents/codex/event.js';
import { recorded } from './sample.js';

const events = (text: string) => text.split('\n').flatMap((line) => codexEvent(line) ?? []);

test('a good leaf as a person reads it', () => {
  expect(events(recorded('good'))).toEqual([
    { kind: 'started', text: 'codex, thread 00000000-0000-7000-8000-000000000000' },
    { kind: 'progress', text: 'add {{cwd}}/a.txt' },
    { kind: 'progress', text: "/bin/bash -c 'cat a.txt; exit 3'" },
    { kind: 'progress', text: 'exit code 3: hi' },
    { kind: 'progress', text: '{"status":"done"}' },
    { kind: 'result', text: 'done: 300 tokens in, 60 out' },
  ]);
});

test('a refused one: its own tries with their reason, and the end once', () => {
  expect(events(recorded('500')).slice(1)).toEqual([
    { kind: 'retry', text: expect.stringMatching(/^Reconnecting\.\.\. 1\/1 \(We’re currently/) },
    { kind: 'result', text: expect.stringMatching(/^failed: We’re currently/) },
  ]);
  expect(events(recorded('unknown-model'))[1]).toEqual({
    kind: 'other',
    text: expect.stringMatching(/^Model metadata for `mine` not found/),
  });
});

test('T1: quiet lines tell nothing; foreign and odd ones are shown without terminal sequences', () => {
  const quiet = [
    ...['', '  ', '{}', '{"type":7}', '{"type":"turn.started"}', '{"type":"item.completed","item":3}'],
    ...['{"type":"error","message":"x"}', '{"type":"item.completed","item":{"type":"agent_message","text":" "}}'],
    '{"type":"item.completed","item":{"type":"reasoning","text":"hm"}}',
    '{"type":"item.completed","item":{"type":"command_execution","exit_code":0}}',
    '{"type":"item.started","item":{"type":"command_execution"}}',
  ];
  for (const line of quiet) expect(codexEvent(line)).toBeNull();
  expect(codexEvent('\u001b[31mWarning\u0007: x')).toEqual({ kind: 'other', text: 'Warning: x' });
  expect(codexEvent('{"type":"item.completed","item":{"type":"file_change","changes":[{},null]}}')?.text).toBe(
    'change a file',
  );
  expect(codexEvent('{"type":"turn.failed"}')?.text).toBe('failed: no reason given');
  expect(codexEvent('{"type":"turn.completed"}')?.text).toBe('done: no usage told');
});
