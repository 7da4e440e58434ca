import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { homedir, hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { DeterminismViolationError } from '@temporalio/workflow';
import { Worker } from '@temporalio/worker';
import { projectRoot } from '../support/rig.js';
import { removal } from '../support/removal.js';
import { brokenBundle, bundlePath } from './broken-bundle.js';
import { keptHistories, type KeptHistory } from './kept-histories.js';
import { textsOf } from './scrub.js';
import { specKinds } from './spec-kinds.js';
import { storyKinds } from './story-kinds.js';
import { workerLost } from './worker-lost.js';

/** R-002-56, F71: what a run recorded under one Pawl is what the next one does with it. */
let kept: readonly KeptHistory[];
beforeAll(async () => void (kept = await keptHistories()));

type Failures = Readonly<Record<string, unknown>>;

/** One worker replays them all; the error of each that does not replay. */
async function replayAll(codePath: string, histories: readonly KeptHistory[]): Promise<Failures> {
  const named = histories.map(({ name, history }) => ({ workflowId: name, history }));
  const failures: Record<string, unknown> = {};
  for await (const { workflowId, error } of Worker.runReplayHistories({ workflowBundle: { codePath } }, named)) {
    if (error !== undefined) failures[workflowId] = error;
  }
  return failures;
}

describe('the kept histories', () => {
  test('F71: each of them replays on the workflow bundle as it is built', async () => {
    expect(await replayAll(bundlePath, kept)).toEqual({});
  });

  test('a bundle with two commands in the other order fails on them: the replay sees such a change', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'pawl-broken-bundle-'));
    try {
      const codePath = join(folder, 'workflow-bundle.js');
      await writeFile(codePath, await brokenBundle());
      const failures = await replayAll(codePath, kept.slice(0, 2));
      expect(Object.values(failures)).toEqual([expect.any(DeterminismViolationError), expect.anything()]);
    } finally {
      await rm(folder, removal);
    }
  });

  test('there is one of every kind of story, and none names the machine it was recorded on', () => {
    const kinds = [...storyKinds, ...specKinds, workerLost].map(({ name }) => name);
    const names = new Set(kept.map(({ name }) => name.replace(/-\d$/, '')));
    expect(kinds.filter((name) => !names.has(name))).toEqual([]);
    const machine = [projectRoot.replace(/\/$/, ''), hostname(), 'pawl-rig-', `${homedir()}/`];
    for (const { name, history } of kept) {
      const found = machine.filter((word) => textsOf(history).some((text) => text.includes(word)));
      expect([name, found]).toEqual([name, []]);
    }
  });
});
