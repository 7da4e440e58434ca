import { cpSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { execaSync } from 'execa';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { searchAttributeTypes } from '../../src/contract/search-attributes.js';
import { root } from './lint.js';
import { removal } from '../support/removal.js';

const goodDemo = '{"outcome":"done","steps":{"total":3,"done":3},"commits":[{},{},{}]}';

describe('.ci/run', () => {
  let folder = '';
  beforeEach(() => {
    folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'pawl-ci-')));
    cpSync(`${root}.ci`, path.join(folder, '.ci'), { recursive: true });
  });
  afterEach(() => rmSync(folder, removal));

  /** Runs the script in a folder where `npm` answers as told; the last line and the exit code are what callers read. */
  function ci(npm: Readonly<Record<string, string>>): { last: string | undefined; exitCode: number | undefined } {
    const bin = path.join(folder, 'bin');
    mkdirSync(bin);
    const answers = {
      test: 'echo "12 passed, 0 failed"',
      'run lint': 'true',
      'run typecheck': 'true',
      'run format': 'true',
      'run demo -- --json': `echo '${goodDemo}'`,
      ...npm,
    };
    const cases = Object.entries(answers).map(([words, answer]) => `  "--silent ${words}") ${answer} ;;`);
    writeFileSync(
      path.join(bin, 'npm'),
      ['#!/bin/bash', 'case "$*" in', ...cases, '  *) exit 99 ;;', 'esac', ''].join('\n'),
      { mode: 0o755 },
    );
    writeFileSync(path.join(bin, 'bwrap'), '#!/bin/sh\n', { mode: 0o755 });
    const env = { PATH: `${bin}:${process.env.PATH ?? ''}` };
    const result = execaSync(path.join(folder, '.ci/run'), { env, reject: false, stdin: 'ignore' });
    return { last: result.stdout.split('\n').at(-1), exitCode: result.exitCode };
  }

  test('adds the checks to the tests and ends with the sum', () => {
    expect(ci({})).toEqual({ last: '16 passed, 0 failed', exitCode: 0 });
  });

  test.each([
    ['a failed test', { test: 'echo "11 passed, 1 failed"; exit 1' }, '15 passed, 1 failed'],
    ['tests that end badly after a clean count', { test: 'echo "12 passed, 0 failed"; exit 1' }, '16 passed, 1 failed'],
    ['tests that say nothing countable', { test: 'echo Killed; exit 137' }, '4 passed, 1 failed'],
    ['a lint finding', { 'run lint': 'exit 1' }, '15 passed, 1 failed'],
    ['a demo that bails', { 'run demo -- --json': `echo '{"outcome":"bailed"}'` }, '15 passed, 1 failed'],
    [
      'a demo with a step undone',
      { 'run demo -- --json': `echo '${goodDemo.replace('"done":3', '"done":2')}'` },
      '15 passed, 1 failed',
    ],
    ['a demo that says done and fails', { 'run demo -- --json': `echo '${goodDemo}'; exit 7` }, '15 passed, 1 failed'],
    ['a demo without a last word', { 'run demo -- --json': 'true' }, '15 passed, 1 failed'],
  ])('%s is counted, the rest still runs, and the exit code says so', (_, npm, last) => {
    expect(ci(npm)).toEqual({ last, exitCode: 1 });
  });

  test('a process that the tests left behind does not hold the script up', () => {
    const started = Date.now();
    expect(ci({ test: 'sleep 20 2>/dev/null & echo "1 passed, 0 failed"' })).toEqual({
      last: '5 passed, 0 failed',
      exitCode: 0,
    });
    expect(Date.now() - started).toBeLessThan(15_000);
  });
});

describe('docker-compose.yml and its scripts', () => {
  const compose = readFileSync(`${root}docker-compose.yml`, 'utf8');

  test('publish on loopback only and pin every image', () => {
    const published = [...compose.matchAll(/^ {6}- '?([\d.:]+:\d+)'?$/gm)].map((match) => match[1]);
    expect(published).toEqual(['127.0.0.1:7233:7233', '127.0.0.1:8233:8080']);
    const images = [...compose.matchAll(/(?:image:|image: &\S+|: &\S+-image) ((?!\*)\S+)$/gm)].map((match) => match[1]);
    expect(images.length).toBeGreaterThanOrEqual(5);
    for (const image of images) expect(image).toMatch(/^[a-z/-]+:(\d+\.\d+[\w.-]*|local)$/);
  });

  test('register the search attributes of the contract, with their types', () => {
    const script = readFileSync(`${root}docker/register.sh`, 'utf8');
    const registered = [...script.matchAll(/^register (\w+) (\w+)$/gm)].map(([, name, type]) => ({ name, type }));
    expect(registered).toEqual(searchAttributeTypes);
  });

  test.each(['schema.sh', 'register.sh'])('%s is a script that a plain sh can read', (name) => {
    expect(execaSync('sh', ['-n', `${root}docker/${name}`], { reject: false }).exitCode).toBe(0);
  });
});
