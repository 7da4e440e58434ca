import { appendFile, mkdir, symlink, writeFile } from 'node:fs/promises';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { fits, leafChoice } from '../../src/cli/logs/choose.js';
import { followLogs } from '../../src/cli/logs/follow.js';
import type { Io } from '../../src/cli/io.js';
import { paint } from '../../src/cli/render/colour.js';
import { openRunLogs, rendererOf } from '../../src/local/leaf-logs.js';
import { LeafTail } from '../../src/local/leaf-tail.js';
import { removeRepositories, temporaryFolder } from '../support/git-repos.js';
import { until } from '../support/rig.js';
import { testConfig } from '../support/temporal-server.js';
import { client } from './support/client.js';

const key = '0b5a8a52-0000-4000-8000-000000000001';
let home: string;
const before = { home: process.env['PAWL_HOME'], address: process.env['TEMPORAL_ADDRESS'] };
beforeAll(async () => {
  home = await temporaryFolder('pawl-logs');
  process.env['PAWL_HOME'] = home;
  // Nothing listens there: what these tests show needs no server.
  process.env['TEMPORAL_ADDRESS'] = '127.0.0.1:1';
});
afterAll(async () => {
  for (const [name, value] of [
    ['PAWL_HOME', before.home],
    ['TEMPORAL_ADDRESS', before.address],
  ] as const) {
    if (value === undefined) delete process.env[name];
    else process.env[name] = value;
  }
  await removeRepositories();
});

const scripted = (message: string): string =>
  `{"type":"init","agent":"scripted","model":null}\nworking \u001b[31mhard\n\n{"type":"result","outcome":"done","answer":null,"message":"${message}","usage":null}\n`;

/** A leaf as the worker leaves it: folder, streams, and its two events. */
async function layLeaf(
  run: string,
  label: string,
  out: string,
  noted: object | null,
  end: string | null = 'done',
): Promise<void> {
  const folder = join(home, 'runs', run, 'leaves', label);
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'out'), out);
  await writeFile(join(folder, 'err'), '');
  if (noted === null) return;
  await writeFile(join(folder, 'prompt.txt'), `the prompt of ${label}`);
  const event = {
    step: '1',
    phase: 'red',
    attempt: 1,
    actor: 'developer',
    leaf: 'x',
    id: `pawl/${run}/${label}`,
    ...noted,
  };
  const lines = [
    { kind: 'launch', agent: 'scripted', ...event },
    ...(end === null ? [] : [{ kind: 'exit', ...event, outcome: end }]),
  ];
  await appendFile(join(home, 'runs', run, 'events.jsonl'), lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
}

async function linesOf(tail: LeafTail): Promise<readonly string[]> {
  const lines: string[] = [];
  for await (const line of tail.lines()) lines.push(line);
  return lines;
}

describe('a file that is read while it grows', () => {
  test('gives whole lines once, the rest at the end; a character that is cut in two stays whole', async () => {
    const path = join(home, 'growing');
    const tail = new LeafTail(path);
    expect(await linesOf(tail)).toEqual([]);
    const euro = Buffer.from('a €\nb', 'utf8');
    await writeFile(path, euro.subarray(0, 3));
    expect(await linesOf(tail)).toEqual([]);
    await appendFile(path, euro.subarray(3));
    expect(await linesOf(tail)).toEqual(['a €']);
    expect(tail.rest()).toBe('b');
    expect(tail.rest()).toBeNull();
  });

  test('F27: a line of many MiB is cut, and costs no more than that; what comes after it is read', async () => {
    const path = join(home, 'long');
    await writeFile(path, Buffer.concat([Buffer.alloc(5 * 1024 * 1024, 97), Buffer.from('\nnext\n')]));
    const [first, second] = await linesOf(new LeafTail(path));
    expect(first?.length).toBeLessThan(1_100_000);
    expect(first).toContain('more than 1 MiB');
    expect(second).toBe('next');
  });

  test('a link or a pipe in the place of a log is neither followed nor waited for', async () => {
    await writeFile(join(home, 'secret'), 'secret\n');
    await symlink(join(home, 'secret'), join(home, 'link'));
    await promisify(execFile)('mkfifo', [join(home, 'pipe')]);
    expect(await linesOf(new LeafTail(join(home, 'link')))).toEqual([]);
    expect(await linesOf(new LeafTail(join(home, 'pipe')))).toEqual([]);
  });
});

describe('R-002-59: the leaves of a run', () => {
  beforeAll(async () => {
    await layLeaf(key, '0b5a8a52-10-verify-red-step-1', scripted('as it should'), { actor: 'verifier' });
    await layLeaf(key, '0b5a8a52-2-develop-red-step-1', scripted('a test'), {});
    await layLeaf(key, '0b5a8a52-9-observe-red-step-1', 'ok 1\n', null);
    await layLeaf(key, '0b5a8a52-3-develop-red-step-1-try2', 'half a line', { attempt: 2 }, null);
    await appendFile(join(home, 'runs', key, 'events.jsonl'), 'no json\n{"kind":"commit"}\n{"kind":"launch"');
  });

  test('in the order in which they began; Pawl’s own runs among them; lines that are no events harm nothing', async () => {
    const leaves = (await (await openRunLogs(home, key))?.leaves()) ?? [];
    expect(leaves.map(({ name, role, phase, attempt, outcome }) => [name, role, phase, attempt, outcome])).toEqual([
      ['develop-red', 'developer', 'red', 1, 'done'],
      ['develop-red', 'developer', 'red', 2, null],
      ['observe-red', 'pawl', 'red', 1, null],
      ['verify-red', 'verifier', 'red', 1, 'done'],
    ]);
  });

  test('without a server, by the run’s id: list and output, read as the agent’s lines are read', async () => {
    const { code, out, err } = await client('logs', key);
    expect(code).toBe(0);
    expect(out).toMatch(/STEP +PHASE +ROLE +TRY +OUTCOME +SIZE +LEAF\n1 +red +developer +1 +done/);
    expect(out).toContain('a scripted stand-in; no model was used\nworking hard\ndone: a test\n');
    expect(out).toContain('half a line');
    expect(out).not.toContain('ok 1');
    expect(out).not.toContain('\u001b');
    expect(err).toContain(`folder: ${join(home, 'runs', key)}`);
  });

  test('--role, --phase, --step narrow it; --raw leaves the lines alone; --prompt shows what was asked', async () => {
    const one = await client('logs', key, '--role', 'verifier', '--raw');
    expect(one.out).toContain('{"type":"init","agent":"scripted","model":null}');
    expect(one.out).not.toContain('develop-red');
    expect((await client('logs', key, '--role', 'pawl')).out).toContain('ok 1');
    const prompts = await client('logs', key, '--prompt');
    expect(prompts.out).toContain('the prompt of 0b5a8a52-2-develop-red-step-1');
    expect(prompts.out).not.toContain('working');
    expect((await client('logs', key, '--step', '7')).err).toContain('none of them fits');
    const { out } = await client('logs', key, '--json', '--role', 'developer');
    expect(JSON.parse(out)).toMatchObject({ run: key, leaves: [{ attempt: 1 }, { attempt: 2, outcome: null }] });
  });

  test('a role that there is not, a run that nobody knows: what to type', async () => {
    expect(await client('logs', key, '--role', 'developper')).toMatchObject({
      code: 2,
      err: expect.stringContaining('--role developer'),
    });
    expect(await client('logs', key, '--follow', '--prompt')).toMatchObject({ code: 2 });
    expect(await client('logs', 'docs/issue.md')).toMatchObject({
      code: 6,
      err: expect.stringContaining(`pawl logs ${key}`),
    });
    expect(await openRunLogs(home, '../runs')).toBeNull();
  });

  test('an agent that nobody here knows: its lines as they are', () => {
    expect(rendererOf(testConfig(), 'abacus')).toBeNull();
    expect(rendererOf(testConfig(), null)).toBeNull();
    expect(rendererOf(testConfig(), 'claude')?.('{"type":"user"}')).toBeNull();
  });
});

describe('--follow', () => {
  test('the leaf under way and the next ones, folders that come late; ended ones are not told again; ends with the run', async () => {
    const run = 'followed';
    const said: string[] = [];
    const none = (): void => undefined;
    const data = (text: string): void => void said.push(text);
    const io: Io = {
      interactive: false,
      colour: false,
      data,
      say: none,
      json: none,
      live: none,
      exitWith: none,
      ask: () => Promise.resolve(null),
    };
    let isOpen = true;
    await layLeaf(run, 'aaaaaaaa-1-plan-step-none', scripted('old'), { actor: 'planner', step: '-' });
    await layLeaf(run, 'aaaaaaaa-2-develop-red-step-1', 'first\n', {}, null);
    const following = followLogs({
      printer: { io, paint: paint(false), raw: true, readerOf: () => null },
      choice: leafChoice({}),
      open: () => openRunLogs(home, run),
      isOpen: () => Promise.resolve(isOpen),
      signal: new AbortController().signal,
    });
    const shows = (text: string): Promise<void> =>
      until(
        () => said.includes(text),
        5_000,
        () => said.join('\n'),
      );
    await shows('first');
    await appendFile(join(home, 'runs', run, 'leaves/aaaaaaaa-2-develop-red-step-1/out'), 'second\nlast words');
    await shows('second');
    // Its worker died: no end is noted, and the run goes on with another start.
    await layLeaf(run, 'aaaaaaaa-3-develop-red-step-1', 'again\n', { attempt: 2 });
    await shows('again');
    isOpen = false;
    expect(await following).toBe('ended');
    expect(said.filter((line) => !line.startsWith('──'))).toEqual(['first', 'second', 'last words', 'again']);
    expect(said.filter((line) => line.includes('old'))).toEqual([]);
  });

  test('a leaf whose launch is not on record yet is waited for: its lines are never read as a stranger’s', async () => {
    const run = 'late-note';
    const said: string[] = [];
    const none = (): void => undefined;
    const io: Io = {
      ...{ interactive: false, colour: false, data: (text: string): void => void said.push(text) },
      ...{ say: none, json: none, live: none, exitWith: none, ask: () => Promise.resolve(null) },
    };
    const label = 'aaaaaaaa-1-develop-red-step-1';
    let looks = 0;
    await layLeaf(run, label, scripted('fine'), null);
    const following = followLogs({
      printer: { io, paint: paint(false), raw: false, readerOf: (agent) => rendererOf(testConfig(), agent) },
      choice: leafChoice({}),
      open: () => {
        looks += 1;
        return openRunLogs(home, run);
      },
      isOpen: () => Promise.resolve(said.length === 0),
      signal: new AbortController().signal,
    });
    await until(() => looks > 2, 60_000);
    expect(said).toEqual([]);
    await layLeaf(run, label, scripted('fine'), {});
    expect(await following).toBe('ended');
    expect(said.join('\n')).toMatch(/develop-red step 1 \(developer, scripted\)[\s\S]*a scripted stand-in/);
    expect(said.join('\n')).not.toContain('{"type"');
  });

  test('Ctrl-C ends it: exit 130', async () => {
    const listeners = process.listenerCount('SIGINT');
    const run = client('logs', 'followed', '--follow');
    await until(() => process.listenerCount('SIGINT') > listeners, 10_000);
    process.emit('SIGINT');
    expect(await run).toMatchObject({ code: 130, err: expect.stringContaining('Ctrl-C ends this') });
  });
});

test('Pawl’s own runs are shown when they are asked for', () => {
  const leaf = {
    label: 'x',
    name: 'x',
    role: 'pawl',
    phase: 'red',
    step: '1',
    attempt: 1,
    agent: null,
    isNoted: false,
    manifest: null,
    outcome: null,
    outBytes: 0,
    errBytes: 0,
    isCut: false,
  };
  expect([fits(leafChoice({}), leaf), fits(leafChoice({ role: 'pawl' }), leaf)]).toEqual([false, true]);
});
