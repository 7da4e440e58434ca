import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { homedir, hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@jest/globals';
import { projectRoot } from '../support/rig.js';
import { removal } from '../support/removal.js';
import { brokenBundle, bundlePath } from './broken-bundle.js';
import { keptHistories, readHistory } from './kept-histories.js';
import { textsOf } from './scrub.js';
import { specKinds } from './spec-kinds.js';
import { storyKinds } from './story-kinds.js';
import { workerLost } from './worker-lost.js';

/** R-002-56, F71: what a run recorded under one Pawl is what the next one does with it. */
const program = fileURLToPath(new URL('./replay-all.mjs', import.meta.url));

interface Replayed {
  readonly replayed: number;
  readonly failures: Readonly<Record<string, string>>;
}

async function replayAll(codePath: string, files: readonly string[]): Promise<Replayed> {
  const { stdout } = await promisify(execFile)(process.execPath, [program, codePath, ...files]);
  // The SDK's core says on stdout, too, what it thinks of a history.
  return JSON.parse(stdout.trimEnd().split('\n').at(-1) ?? '') as Replayed;
}

test('F71, I9: the kept history of every kind of story replays on the workflow bundle as it is built', async () => {
  const kept = await keptHistories();
  expect(kept.length).toBeGreaterThan(0);
  expect(
    await replayAll(
      bundlePath,
      kept.map(({ file }) => file),
    ),
  ).toEqual({ replayed: kept.length, failures: {} });
});

test('a bundle with two commands in the other order fails on them: the replay sees such a change', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'pawl-broken-bundle-'));
  try {
    const codePath = join(folder, 'workflow-bundle.js');
    await writeFile(codePath, await brokenBundle());
    const [first] = await keptHistories();
    const { failures } = await replayAll(codePath, [first?.file ?? '']);
    expect(failures).toEqual({ [first?.name ?? '']: expect.stringMatching(/^DeterminismViolationError: /) });
  } finally {
    await rm(folder, removal);
  }
});

test('there is a history of every kind of story, and none names the machine it was recorded on', async () => {
  const kept = await keptHistories();
  const kinds = [...storyKinds, ...specKinds, workerLost].map(({ name }) => name);
  const names = new Set(kept.flatMap(({ name }) => [name, name.replace(/-\d$/, '')]));
  expect(kinds.filter((name) => !names.has(name))).toEqual([]);
  const machine = [projectRoot.replace(/\/$/, ''), `@${hostname()}`, 'pawl-rig-', `${homedir()}/`];
  for (const { name, file } of kept) {
    const texts = textsOf(await readHistory(file));
    expect([name, machine.filter((word) => texts.some((text) => text.includes(word)))]).toEqual([name, []]);
  }
  // A history is no place for what belongs into an artifact.
  const sizes = await Promise.all(kept.map(async ({ file }) => (await readFile(file)).length));
  expect(Math.max(...sizes)).toBeLessThan(100_000);
});
