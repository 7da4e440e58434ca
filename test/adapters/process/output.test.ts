import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { createPump } from '../../../src/adapters/process/pump.js';
import { plainTail } from '../../../src/adapters/process/plain-text.js';
import { buildScripts } from './support/built-scripts.js';
import type { BuiltScripts } from './support/built-scripts.js';
import { createRig, fixture } from './support/rig.js';
import { listProcesses, startedWith } from '../../../src/adapters/process/proc-table.js';
import type { Rig } from './support/rig.js';

const keep = 16 * 1024 * 1024;
const megabyte = 1024 * 1024;
let built: BuiltScripts;
let rig: Rig;

beforeAll(async () => {
  built = await buildScripts();
});
afterAll(() => built.remove());
beforeEach(() => {
  rig = createRig('process', built.guardPath);
});
afterEach(() => {
  rig.remove();
});

/** Highest memory of the guard, asked while it lives. */
function watchGuardMemory(id: string): { readonly peakKib: () => number; stop(): void } {
  let peak = 0;
  const timer = setInterval(() => {
    for (const { pid } of listProcesses()) {
      if (startedWith(pid, 'PAWL_GUARD') !== id) continue;
      const line = /VmHWM:\s+(\d+) kB/.exec(statusOf(pid));
      peak = Math.max(peak, Number(line?.[1] ?? 0));
    }
  }, 30);
  return { peakKib: () => peak, stop: () => clearInterval(timer) };
}

function statusOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/status`, 'utf8');
  } catch {
    return '';
  }
}

describe('a flood', () => {
  test.each(['out', 'err'] as const)(
    'F27, F28: 96 MB on std%s: 16 MiB kept, the end remembered, memory bounded',
    async (side) => {
      const memory = watchGuardMemory(rig.id);
      const before = process.memoryUsage.rss();
      const result = await rig.run(fixture('flood.mjs', side, '96'));
      memory.stop();
      const flooded = side === 'out' ? result.out : result.err;
      const other = side === 'out' ? result.err : result.out;
      expect(result).toMatchObject({ end: 'exited', exitCode: 0 });
      expect(flooded).toMatchObject({ bytes: 96 * megabyte + 7, truncated: true });
      expect(other).toMatchObject({ bytes: 0, truncated: false, tail: '' });
      expect(statSync(flooded.path).size).toBe(keep);
      expect(flooded.tail.endsWith('THE END')).toBe(true);
      expect(Buffer.byteLength(flooded.tail)).toBeLessThanOrEqual(32 * 1024);
      expect(memory.peakKib()).toBeGreaterThan(0);
      expect(memory.peakKib()).toBeLessThan(100 * 1024);
      expect(process.memoryUsage.rss() - before).toBeLessThan(50 * megabyte);
    },
  );

  test('F28: escapes, NULs and invalid UTF-8 in one line: the file keeps the bytes, the tail is fit to show', async () => {
    const { out } = await rig.run(fixture('flood.mjs', 'out', '1', 'dirt'));
    expect(readFileSync(out.path).subarray(0, 5)).toEqual(Buffer.from('\u001b[31m'));
    expect(out.tail).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/);
    expect(out.tail).toMatch(/x\ufffd+x/);
    expect(Buffer.byteLength(out.tail)).toBeLessThanOrEqual(32 * 1024);
  });
});

describe('the pump', () => {
  const pumpOf = (prefix: string | null): ReturnType<typeof createPump> =>
    createPump(join(rig.folder, 'stream'), prefix);

  test('remembers the end across its ring, whatever the chunks', () => {
    for (const size of [1, 7, 4_096, 32_767, 32_768, 32_769, 100_000]) {
      const pump = pumpOf(null);
      const text = Array.from({ length: 20_000 }, (_, index) => `${index},`).join('');
      for (let at = 0; at < text.length; at += size) pump.take(Buffer.from(text.slice(at, at + size)));
      expect(pump.finish()).toEqual({ bytes: text.length, keptBytes: text.length, tail: text.slice(-32_768) });
    }
  });

  test('finds a line start in one chunk, across chunks, and only at a line start', () => {
    const prefix = '{"type":"result"';
    const found = (...chunks: readonly string[]): boolean => {
      const pump = pumpOf(prefix);
      for (const chunk of chunks) pump.take(Buffer.from(chunk));
      pump.finish();
      return pump.reported();
    };
    expect(found('{"type":"result","x":1}\n')).toBe(true);
    expect(found('a\n{"type":"result"}')).toBe(true);
    expect(found('a\n{"ty', 'pe":"res', 'ult"}')).toBe(true);
    expect(found('a', '\n', ...prefix)).toBe(true);
    expect(found('said {"type":"result"}\n')).toBe(false);
    expect(found('said ', '{"type":"result"}\n')).toBe(false);
  });
});

describe('plain tail', () => {
  test('a character cut at the start is left out, one at the end is replaced', () => {
    const bytes = Buffer.from('ä€');
    expect(plainTail(bytes.subarray(1), 100, true)).toBe('€');
    expect(plainTail(bytes.subarray(0, 4), 100, false)).toBe('ä\ufffd');
  });

  test('stays within its limit when replaced bytes make it longer', () => {
    const tail = plainTail(Buffer.alloc(1_000, 0xff), 1_000, true);
    expect(Buffer.byteLength(tail)).toBeLessThanOrEqual(1_000);
    expect(tail).toMatch(/^\ufffd+$/);
  });
});
