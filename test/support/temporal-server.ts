import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadConfig, type Config } from '../../src/config.js';
import { searchAttributeTypes } from '../../src/contract/search-attributes.js';
import { writeFileAtomic } from '../../src/embedded/atomic-file.js';
import { ensureServer } from '../../src/embedded/ensure-server.js';
import { findBinary } from '../../src/embedded/find-binary.js';
import { pinnedFor } from '../../src/embedded/pinned.js';
import { identify, isAlive, ProcessIdentity } from '../../src/embedded/process-identity.js';
import { silent, type Progress } from '../../src/embedded/progress.js';
import { stopServer } from '../../src/embedded/stop-server.js';
import { removal } from './removal.js';

/** The binary is fetched into this home once for all test runs of this user. */
export const testHome = join(tmpdir(), `pawl-test-home-${process.getuid?.() ?? 'user'}`);

export interface TestServer {
  readonly address: string;
  readonly uiUrl: string;
  readonly pid: number;
  /** A `temporal` for messages by hand: `execa(server.cli, ['workflow', 'signal', '--address', server.address, …])`. */
  readonly cli: string;
  /** KILL, as a crash; `start` brings it back on the same ports, with its histories when the database is a file. */
  kill(): Promise<void>;
  start(): Promise<void>;
  /** Ends it and removes its folder. */
  stop(): Promise<void>;
}

export interface TestServerWish {
  readonly database?: 'file' | 'memory';
  readonly progress?: Progress;
}

/** A configuration whose home is the tests' own, whatever the person's environment says. */
export function testConfig(home = testHome, more: Readonly<Record<string, string>> = {}): Config {
  const { TEMPORAL_ADDRESS: _1, TEMPORAL_NAMESPACE: _2, TEMPORAL_API_KEY: _3, TEMPORAL_TLS: _4, ...env } = process.env;
  return loadConfig({ ...env, PAWL_HOME: home, ...more });
}

/** A server of this test file's own: start it in `beforeAll`, stop it in `afterAll`. About 0.6 s. */
export async function testServer(wish: TestServerWish = {}): Promise<TestServer> {
  const folder = await serverFolder();
  const config = testConfig();
  const progress = wish.progress ?? silent;
  const start = async (): Promise<{ address: string; pid: number }> => {
    const server = await ensureServer({
      config,
      own: true,
      searchAttributes: searchAttributeTypes,
      progress,
      folder,
      database: wish.database ?? 'memory',
      ports: 'any',
    });
    if (server.pid === null || server.uiUrl === null) throw new Error('a server of our own has a pid and a UI');
    return Object.assign(current, { address: server.address, uiUrl: server.uiUrl, pid: server.pid });
  };
  const end = async (): Promise<void> => {
    await stopServer({ home: testHome, folder, progress, graceMs: 0 });
  };
  const current = {
    address: '',
    uiUrl: '',
    pid: 0,
    cli: '',
    kill: end,
    start: async () => void (await start()),
    stop: async () => {
      await end();
      await rm(folder, removal);
    },
  };
  await start();
  const pinned = pinnedFor(process.platform, process.arch);
  const { found } = await findBinary({ ...config, pinned });
  return Object.assign(current, { cli: found?.path ?? 'temporal' });
}

/** A folder for a server of one's own; what a killed test run leaves in it is ended by the next run. */
export async function serverFolder(): Promise<string> {
  const servers = join(testHome, 'servers');
  await mkdir(servers, { recursive: true, mode: 0o700 });
  await sweep(servers);
  const folder = await mkdtemp(join(servers, 'server-'));
  await writeFileAtomic(join(folder, 'owner.json'), JSON.stringify(await identify(process.pid)));
  return folder;
}

/** Ends what test runs left that were killed before their `afterAll`. */
async function sweep(servers: string): Promise<void> {
  for (const name of await readdir(servers)) {
    const folder = join(servers, name);
    const text = await readFile(join(folder, 'owner.json'), 'utf8').catch(() => null);
    // Without an owner it is just being made.
    if (text === null) continue;
    const owner = ProcessIdentity.safeParse(JSON.parse(text));
    if (owner.success && (await isAlive(owner.data))) continue;
    await stopServer({ home: testHome, folder, progress: silent, graceMs: 0 }).catch(() => undefined);
    await rm(folder, removal).catch(() => undefined);
  }
}
