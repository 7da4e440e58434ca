import { afterEach, expect, test } from '@jest/globals';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { noRecord, readRollout } from '../../../../src/adapters/agents/codex/rollout.js';
import { removal } from '../../../support/removal.js';
import { recorded } from './sample.js';

const thread = '00000000-0000-7000-8000-000000000000';
const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, removal);
});

/** A home of the CLI with one file in it. */
function homeWith(path: string, text: string): string {
  const home = mkdtempSync(join(tmpdir(), 'pawl-rollout-'));
  folders.push(home);
  mkdirSync(dirname(join(home, path)), { recursive: true });
  writeFileSync(join(home, path), text);
  return home;
}

const place = `sessions/2026/12/01/rollout-2026-12-01T07-30-44-${thread}.jsonl`;

test('the kind of an error, what tools answered, and the tokens, of the thread that was printed', async () => {
  expect((await readRollout(homeWith(place, recorded('401.rollout')), thread)).errorInfo).toEqual({
    http_connection_failed: { http_status_code: 401 },
  });
  const record = await readRollout(homeWith(place, recorded('good.rollout')), thread);
  expect(record).toMatchObject({ errorInfo: null, usage: { input_tokens: 300, output_tokens: 60 } });
  expect(record.outputs).toEqual([expect.stringContaining('A a.txt'), expect.stringMatching(/code 3[^]*hi/)]);
});

test('an error as a message of its own, and an output in parts', async () => {
  const own = { type: 'event_msg', payload: { type: 'error', message: 'x', codex_error_info: 'unauthorized' } };
  const output = [{ type: 'input_text', text: 'one' }, { type: 'input_image' }, { type: 'input_text', text: 'two' }];
  const parts = { type: 'response_item', payload: { type: 'function_call_output', output } };
  const home = homeWith(place, `${JSON.stringify(own)}\n${JSON.stringify(parts)}\n`);
  expect(await readRollout(home, thread)).toEqual({ errorInfo: 'unauthorized', outputs: ['one\n\ntwo'], usage: null });
});

test('what is quoted in an output is no error', async () => {
  const payload = { type: 'function_call_output', output: recorded('401.rollout'), codex_error_info: 'unauthorized' };
  const home = homeWith(place, `${JSON.stringify({ type: 'response_item', payload })}\n`);
  expect((await readRollout(home, thread)).errorInfo).toBeNull();
});

test('none, another thread, a link, half a file, no name of a thread: nothing is known', async () => {
  const other = homeWith(place.replace(thread, thread.replaceAll('7', '8')), recorded('401.rollout'));
  const linked = homeWith('elsewhere', recorded('401.rollout'));
  mkdirSync(dirname(join(linked, place)), { recursive: true });
  symlinkSync(join(linked, 'elsewhere'), join(linked, place));
  const half = homeWith(place, recorded('401.rollout').slice(0, 300));
  for (const home of [other, linked, half, '/nowhere']) expect(await readRollout(home, thread)).toEqual(noRecord);
  const whole = homeWith(place, recorded('401.rollout'));
  for (const id of [null, '', '../..', `${thread}/..`]) expect(await readRollout(whole, id)).toEqual(noRecord);
});
