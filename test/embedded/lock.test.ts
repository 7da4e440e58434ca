import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { withLock } from '../../src/embedded/lock.js';
import { identify } from '../../src/embedded/process-identity.js';
import { compileRooms } from '../support/compiled-rooms.js';
import { removal } from '../support/removal.js';

let folder = '';
let path = '';
let said: string[] = [];
const progress = { say: (line: string) => void said.push(line), live: () => undefined };
const request = (waitMs = 5_000) => ({ path, purpose: 'tries the lock', progress, waitMs });

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pawl-lock-'));
  path = join(folder, 'lock');
  said = [];
});
afterEach(() => rmSync(folder, removal));

async function living(): Promise<{ pid: number; started: string }> {
  const own = await identify(process.pid);
  if (own === null) throw new Error('this process lives');
  return own;
}

const holder = (more: object) => JSON.stringify({ host: hostname(), nonce: '0123456789ab', purpose: 'works', ...more });

describe('the lock', () => {
  test('lets one in at a time, tells the other who holds it, and leaves nothing behind', async () => {
    const order: string[] = [];
    const job = (name: string) => async (): Promise<void> => {
      order.push(`${name} in`);
      await new Promise((resolve) => setTimeout(resolve, 150));
      order.push(`${name} out`);
    };
    await Promise.all([withLock(request(), job('a')), withLock(request(), job('b'))]);
    expect([order[0]?.[0] === order[1]?.[0], order[2]?.[0] === order[3]?.[0], order.length]).toEqual([true, true, 4]);
    expect(said).toEqual([`Waiting: process ${process.pid} tries the lock.`]);
    expect(readdirSync(folder)).toEqual([]);
  });

  test('is given back when the work fails', async () => {
    await expect(withLock(request(), () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(readdirSync(folder)).toEqual([]);
  });

  test.each([
    ['a process that is gone', async () => holder({ pid: 4_194_000, started: 'x/1' }), 'process 4194000 is gone'],
    [
      'a pid that belongs to another process by now',
      async () => holder({ pid: process.pid, started: 'x/1' }),
      'is gone',
    ],
    ['a writer that was cut off', async () => '{"pid": 12', 'it holds no process'],
    ['an empty file', async () => '', 'it holds no process'],
  ])('left behind by %s is taken over, aloud', async (_, text, why) => {
    writeFileSync(path, await text());
    utimesSync(path, 1, 1);
    expect(await withLock(request(), async () => 'in')).toBe('in');
    expect(said).toEqual([expect.stringContaining(why)]);
    expect(readdirSync(folder)).toEqual([]);
  });

  test('a living holder, or one on another host, is waited for, and named when the time is up', async () => {
    writeFileSync(path, holder(await living()));
    await expect(withLock(request(200), async () => 'in')).rejects.toThrow(`process ${process.pid} works`);
    writeFileSync(path, holder({ pid: 4_194_000, started: 'x/1', host: 'elsewhere' }));
    await expect(withLock(request(200), async () => 'in')).rejects.toThrow('on host elsewhere');
    expect(readFileSync(path, 'utf8')).toContain('elsewhere');
  });

  test('holds among processes that are killed while they hold it', async () => {
    compileRooms(folder, ['embedded', 'domain']);
    writeFileSync(join(folder, 'count'), '0');
    writeFileSync(join(folder, 'worker.js'), worker);
    const ends = await Promise.all(
      [0, 1, 2, 3, 4, 5].map(async (number) => {
        const child = spawn(process.execPath, [join(folder, 'worker.js'), String(number)], { stdio: 'inherit' });
        await once(child, 'exit');
        return child.signalCode ?? child.exitCode;
      }),
    );
    expect(ends).toEqual([0, 0, 0, 'SIGKILL', 'SIGKILL', 'SIGKILL']);
    const done = [0, 1, 2, 3, 4, 5].map((number) => readFileSync(join(folder, `done-${number}`), 'utf8').length);
    expect(done).toEqual([15, 15, 15, 3, 4, 5]);
    expect(Number(readFileSync(join(folder, 'count'), 'utf8'))).toBe(57);
    // The last one may have died with it.
    await withLock({ ...request(), path: join(folder, 'the-lock') }, async () => undefined);
    expect(readdirSync(folder).filter((name) => name.startsWith('the-lock'))).toEqual([]);
  });
});

/** Reads, waits, writes: without the lock, counts get lost. Workers 3 to 5 die in the middle of a round. */
const worker = `
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { withLock } from './embedded/lock.js';
const folder = dirname(process.argv[1]);
const number = Number(process.argv[2]);
const progress = { say() {}, live() {} };
for (let round = 0; round < 15; round += 1) {
  await withLock({ path: join(folder, 'the-lock'), purpose: 'counts', progress, waitMs: 30_000 }, async () => {
    const count = Number(readFileSync(join(folder, 'count'), 'utf8'));
    await new Promise((resolve) => setTimeout(resolve, 2));
    if (number >= 3 && round === number) process.kill(process.pid, 'SIGKILL');
    writeFileSync(join(folder, 'count'), String(count + 1));
    appendFileSync(join(folder, 'done-' + number), '.');
  });
}
`;
