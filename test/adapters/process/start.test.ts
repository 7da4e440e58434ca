import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { chmodSync, existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createPrograms } from '../../../src/adapters/process/programs.js';
import { createProcessJail } from '../../../src/adapters/jails/process.js';
import type { JailKind } from '../../../src/ports/jail.js';
import { buildScripts } from './support/built-scripts.js';
import type { BuiltScripts } from './support/built-scripts.js';
import { aliveWith, createRig, fixture, jailKinds } from './support/rig.js';
import type { Rig } from './support/rig.js';

let built: BuiltScripts;
const rigs: Rig[] = [];

beforeAll(async () => {
  built = await buildScripts();
});
afterAll(() => built.remove());
afterEach(() => {
  for (const rig of rigs.splice(0)) rig.remove();
});

function rigFor(kind: JailKind): Rig {
  const rig = createRig(kind, built.guardPath);
  rigs.push(rig);
  return rig;
}

describe.each(jailKinds)('in the %s jail', (kind) => {
  test('R01: a program that reads its input to the end gets the whole prompt, then the end', async () => {
    const rig = rigFor(kind);
    const prompt = `Zeile "eins" $HOME \`date\` 'x' ${'ä'.repeat(150_000)}`;
    const result = await rig.run(fixture('read-input.mjs'), { stdin: prompt });
    expect(result).toMatchObject({ end: 'exited', exitCode: 0, signal: null, problem: null, survivorsEnded: 0 });
    expect(result.out.tail).toBe(`read ${Buffer.byteLength(prompt)} bytes: ${prompt.slice(0, 40)}\n`);
    expect(result.out.path).toBe(join(rig.logs, 'out'));
    expect(readdirSync(rig.logs).sort()).toEqual(['err', 'out', 'status.json']);
  });

  test('T2: its environment is what it was given and its id, nothing of the worker', async () => {
    const rig = rigFor(kind);
    const result = await rig.run(['env'], { env: { PATH: '/usr/bin:/bin', ODD: 'a=b "c"\n$d' } });
    const names = result.out.tail.split('\n').flatMap((line) => /^([A-Z_]+)=/.exec(line)?.[1] ?? []);
    // PWD is bubblewrap's own, from --chdir.
    expect(names.filter((name) => name !== 'PWD').sort()).toEqual(['LEAF_ID', 'ODD', 'PATH']);
    expect(result.out.tail).toContain(`LEAF_ID=${rig.id}\n`);
    expect(result.out.tail).toContain('ODD=a=b "c"\n$d\n');
  });

  test('nothing of prompt or environment stands in a command line, where every user could read it', async () => {
    const rig = rigFor(kind);
    const show = 'cat /proc/*/cmdline 2>/dev/null | tr "\\0" " " | grep -c "canary-[e]nv\\|canary-[p]rompt"';
    const result = await rig.run(['sh', '-c', show], {
      env: { PATH: '/usr/bin:/bin', SECRET: 'canary-env' },
      stdin: 'canary-prompt',
    });
    expect(result.out.tail).toBe('0\n');
  });

  test('argv arrives letter for letter, and standard output is a pipe that a shell can open by name', async () => {
    const rig = rigFor(kind);
    const odd = ['-n', '$(id)', "it's", 'a b', '', 'ünï', '"'];
    const result = await rig.run(['sh', '-c', 'printf "<%s>" "$@" >/dev/stdout; echo bad >/dev/stderr', 'x', ...odd]);
    expect(result.out.tail).toBe(odd.map((word) => `<${word}>`).join(''));
    expect(result.err.tail).toBe('bad\n');
  });

  test('exit code and beats come through', async () => {
    const rig = rigFor(kind);
    const result = await rig.run(['sh', '-c', 'sleep 0.5; exit 42']);
    expect(result).toMatchObject({ end: 'exited', exitCode: 42 });
    expect(rig.beats.length).toBeGreaterThan(2);
    expect(rig.beats.every(({ pid }) => pid === rig.beats[0]?.pid && pid > 1)).toBe(true);
  });

  test('F34: a program that is not there is failed-to-start and says so', async () => {
    const rig = rigFor(kind);
    const result = await rig.run(['no-such-program', '--help']);
    expect(result.end).toBe('failed-to-start');
    expect(result.problem).toContain('no-such-program');
  });

  test('F34: a file that is not executable is failed-to-start and says so', async () => {
    const rig = rigFor(kind);
    const path = join(rig.work, 'tool');
    writeFileSync(path, '#!/bin/sh\nexit 0\n');
    chmodSync(path, 0o644);
    const result = await rig.run([path]);
    expect(result.end).toBe('failed-to-start');
    expect(result.problem).toMatch(/tool.*(executable|Permission denied)/);
  });

  test('a folder that is gone is failed-to-start', async () => {
    const rig = rigFor(kind);
    const result = await rig.run(['true'], { cwd: join(rig.folder, 'gone') });
    expect(result).toMatchObject({ end: 'failed-to-start', exitCode: null });
    expect(result.problem).toContain('gone');
  });

  test('an argument that no system call takes is failed-to-start', async () => {
    const rig = rigFor(kind);
    expect(await rig.run(['echo', 'a\0b'])).toMatchObject({ end: 'failed-to-start' });
  });
});

test('R-002-38: the status of an earlier start never ends a later one', async () => {
  const rig = rigFor('process');
  expect((await rig.run(['sh', '-c', 'exit 5'])).exitCode).toBe(5);
  expect((await rig.run(['no-such-program'])).exitCode).toBe(null);
  expect((await rig.run(['sh', '-c', 'kill -9 $PPID'])).end).toBe('killed-external');
});

test('a program that removes the log folder loses its log, not its result', async () => {
  const rig = rigFor('process');
  const result = await rig.run(['sh', '-c', `echo gone; rm -r ${rig.logs}; exit 4`]);
  expect(result).toMatchObject({ end: 'exited', exitCode: 4, out: { bytes: 5, tail: 'gone\n' } });
});

test('a guard that fails says why, and what it held is ended', async () => {
  const rig = rigFor('process');
  const blocker = `rm -r ${rig.logs}; touch ${rig.logs}`;
  const result = await rig.run(['sh', '-c', `${blocker}; sleep 60 & exit 0`]);
  expect(result.end).toBe('killed-external');
  expect(result.problem).toMatch(/^the guard failed: .*EEXIST/);
  expect(aliveWith(rig.id)).toEqual([]);
});

test('a signal that ends the program is named', async () => {
  const rig = rigFor('process');
  expect(await rig.run(['sh', '-c', 'kill -SEGV $$'])).toMatchObject({
    end: 'exited',
    exitCode: null,
    signal: 'SIGSEGV',
  });
});

test('a Node that is not there is failed-to-start, and nothing is left', async () => {
  const rig = rigFor('process');
  const programs = createPrograms({
    jail: createProcessJail(),
    nodePath: '/no/such/node',
    guardPath: built.guardPath,
  });
  const result = await programs.run(rig.spec(['true']), {
    signal: new AbortController().signal,
    onBeat: () => undefined,
  });
  expect(result.end).toBe('failed-to-start');
  expect(result.problem).toContain('the guard could not be started');
  expect(existsSync(result.out.path)).toBe(true);
  expect(aliveWith(rig.id)).toEqual([]);
});
