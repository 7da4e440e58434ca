import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { afterEach, describe, expect, test } from '@jest/globals';
import { endProcess, identify, isAlive, type ProcessIdentity } from '../../src/embedded/process-identity.js';

const children: ChildProcess[] = [];
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});

/** Starts a program that prints a line once it is where the test wants it. */
async function start(command: string, ...args: readonly string[]): Promise<ProcessIdentity> {
  const child = spawn(command, [...args], { detached: true, stdio: ['ignore', 'pipe', 'inherit'] });
  children.push(child);
  await once(createInterface({ input: child.stdout }), 'line');
  const identity = await identify(child.pid ?? 0);
  if (identity === null) throw new Error('it lives');
  return identity;
}

describe('a process is known by pid and start time', () => {
  test('its end is noticed; a pid that nobody has is nobody', async () => {
    const known = await start('sh', '-c', 'echo up; exec sleep 60');
    expect(await isAlive(known)).toBe(true);
    expect(await isAlive({ ...known, started: 'another boot/1' })).toBe(false);
    expect(await endProcess(known, { graceMs: 5_000, group: false })).toBe('term');
    expect(await isAlive(known)).toBe(false);
    expect(await endProcess(known, { graceMs: 5_000, group: false })).toBe('gone');
    expect(await identify(4_194_303)).toBeNull();
  });

  test('F24: one that ignores TERM is ended by KILL', async () => {
    const known = await start('sh', '-c', 'trap "" TERM; echo up; while :; do sleep 0.1; done');
    expect(await endProcess(known, { graceMs: 200, group: true })).toBe('kill');
    expect(await isAlive(known)).toBe(false);
  });

  test('one whose first thread has ended lives as long as another thread holds its files', async () => {
    const program = `
import ctypes, threading, time
threading.Thread(target=time.sleep, args=(60,)).start()
print("up", flush=True)
time.sleep(0.2)
ctypes.PyDLL(None).pthread_exit(None)
`;
    const known = await start('python3', '-c', program);
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(await isAlive(known)).toBe(true);
    expect(await endProcess(known, { graceMs: 0, group: false })).toBe('kill');
  });
});
