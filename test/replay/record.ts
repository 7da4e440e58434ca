import { homedir, hostname, userInfo } from 'node:os';
import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, test } from '@jest/globals';
import { projectRoot, rig, until, type Rig } from '../support/rig.js';
import { historiesFolder, keepHistory } from './kept-histories.js';
import { packed, scrubbed, type Replacements } from './scrub.js';
import { specKinds } from './spec-kinds.js';
import { storyKinds, type StoryKind } from './story-kinds.js';
import { workerLost } from './worker-lost.js';

/**
 * `npm run histories`: plays every kind of story on a real server and keeps its histories. A test file in form alone: so
 * that it runs as the stories of the tests do.
 */
let rigged: Rig;
let replacements: Replacements;

beforeAll(async () => {
  rigged = await rig({ jail: 'process' });
  await mkdir(historiesFolder, { recursive: true });
  // Those of a release lie in folders of their own, and stay as they are.
  for (const name of await readdir(historiesFolder)) {
    if (name.endsWith('.json.gz')) await rm(join(historiesFolder, name));
  }
  const hostId = (await readFile(join(rigged.home, 'host-id'), 'utf8')).trim();
  replacements = [
    [rigged.folder, '/tmp/pawl-stories'],
    [projectRoot.replace(/\/$/, ''), '/opt/pawl'],
    [process.execPath, '/usr/bin/node'],
    [homedir(), '/home/ann'],
    [`@${hostname()}`, '@machine'],
    [hostId, 'host0'],
    [rigged.server.address, '127.0.0.1:7233'],
    [`${userInfo().username}@`, 'ann@'],
  ];
});
afterAll(() => rigged.close());

async function keep(kind: StoryKind): Promise<void> {
  const { id, executions } = await kind.play(rigged);
  const found: { runId: string; startTime: Date }[] = [];
  // The list is told of an end a moment after it.
  await until(
    async () => {
      found.length = 0;
      for await (const one of rigged.client.workflow.list({ query: `WorkflowId = "${id}"` })) {
        if (one.status.name !== 'RUNNING') found.push(one);
      }
      return found.length === executions;
    },
    60_000,
    () => `${kind.name}: ${found.length} executions, expected ${executions}`,
  );
  found.sort((one, other) => one.startTime.getTime() - other.startTime.getTime());
  for (const [at, { runId }] of found.entries()) {
    const history = await rigged.client.workflow.getHandle(id, runId).fetchHistory();
    const name = executions === 1 ? kind.name : `${kind.name}-${at + 1}`;
    await keepHistory(name, scrubbed(packed(history), replacements));
  }
}

const abreast = 4;

test('every kind of story is played and kept', async () => {
  const kinds = [...storyKinds, ...specKinds].values();
  await Promise.all(
    Array.from({ length: abreast }, async () => {
      for (const kind of kinds) {
        console.info(kind.name);
        await keep(kind);
      }
    }),
  );
  await keep(workerLost);
}, 1_800_000);
